import type { App, CallMetrics } from '../../dependencies.ts';
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

/** Measures every call except event streams. Includes refused calls and unknown paths. */
export function measureCalls(app: App, metrics: CallMetrics): void {
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config?.isStream) return;
    const route = request.is404 ? 'not found' : (request.routeOptions.url ?? 'not found');
    if (reply.hasHeader(REPLAYED_HEADER)) metrics.callReplayed(route);
    metrics.callTook({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
}
