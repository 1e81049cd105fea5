import type { App } from '../dependencies.ts';
import type { Metrics } from '../metrics.ts';

/** Measures every call, those that are refused or not found among them. */
export function measureCalls(app: App, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'not found' : (request.routeOptions.url ?? 'not found');
    metrics.callTook({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
}
