import type { App } from './dependencies.ts';

/** Takes the duration of one call, in seconds. */
export interface CallMetrics {
  readonly callTook: (call: { method: string; route: string; status: number }, seconds: number) => void;
}

/** Measures every call, those that are refused or not found among them. */
export function measureCalls(app: App, metrics: CallMetrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'not found' : (request.routeOptions.url ?? 'not found');
    metrics.callTook({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
}
