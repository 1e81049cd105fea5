import type { App, CallMetrics } from '../../dependencies.ts';
import { REPLAYED_HEADER } from '../turns/idempotency.ts';

/** Measures every call, including refused calls and unknown paths. */
export function measureCalls(app: App, metrics: CallMetrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'not found' : (request.routeOptions.url ?? 'not found');
    if (reply.hasHeader(REPLAYED_HEADER)) metrics.callReplayed(route);
    metrics.callTook({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
}
