import type { App } from '../dependencies.ts';
import { REPLAYED_HEADER } from '../turns/idempotency.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Excludes an event stream from the metrics and the access log: its duration depends on the client, and its events contain no personal
     * data.
     */
    isStream?: boolean;
  }
}

export interface CallMetrics {
  /** Records the duration of a call in seconds. */
  readonly callTook: (call: { method: string; route: string; status: number }, seconds: number) => void;
  /** Counts a call that was answered as a repeat of an earlier call with the same `Idempotency-Key`. */
  readonly callReplayed: (route: string) => void;
}

/** Measures every call except event streams. Includes refused calls and unknown paths. */
export function measureCalls(app: App, metrics: CallMetrics): void {
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config?.isStream) return;
    const route = request.is404 ? 'not found' : (request.routeOptions.url ?? 'not found');
    if (reply.hasHeader(REPLAYED_HEADER)) metrics.callReplayed(route);
    metrics.callTook({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
}
