import type { App } from './dependencies.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers for as long as its reader stays: how long that is says nothing, and what is sent names no person. */
    isStream?: boolean;
  }
}

/** Takes the duration of one call, in seconds. */
export interface CallMetrics {
  readonly callTook: (call: { method: string; route: string; status: number }, seconds: number) => void;
}

/** Measures every call but streams; those that are refused or not found are measured too. */
export function measureCalls(app: App, metrics: CallMetrics): void {
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config?.isStream) return;
    const route = request.is404 ? 'not found' : (request.routeOptions.url ?? 'not found');
    metrics.callTook({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
}
