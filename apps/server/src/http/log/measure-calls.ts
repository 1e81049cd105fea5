import type { App } from '../dependencies.ts';
import { REPLAYED_HEADER } from '../turns/idempotency.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Excludes a stream: its duration depends on the client, and the sent events name no person. */
    isStream?: boolean;
  }
}

export interface CallMetrics {
  /** Records the duration of a call in seconds. */
  readonly callTook: (call: { method: string; route: string; status: number }, seconds: number) => void;
  /** Counts a call that repeats an earlier one with its key. */
  readonly callReplayed: (route: string) => void;
}

/** Measures every call except streams, including refused calls and unknown paths. */
export function measureCalls(app: App, metrics: CallMetrics): void {
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config?.isStream) return;
    const route = request.is404 ? 'not found' : (request.routeOptions.url ?? 'not found');
    if (reply.hasHeader(REPLAYED_HEADER)) metrics.callReplayed(route);
    metrics.callTook({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
}
