import { ConcurrencyQueue } from '../../limits/concurrency-queue.ts';
import type { App } from '../dependencies.ts';
import { isRead, viewerOf } from '../policy.ts';

/** Maximum number of writes in progress, and of waiting ones, over all accounts. One account may fill an eighth of the queue. */
const WRITES_AT_MOST = 800;
/** One write that runs, and one that waits for it or is refused because the first is in progress. */
const OF_AN_ACCOUNT = 2;

/**
 * Runs two writes of an account at a time. They lock the same rows: sent at once, all but one would wait for the lock, each with a
 * connection to the database, until none is left for others. Writes that call the payment provider hold no lock meanwhile, and take no turn.
 */
export function takeTurnsInWrites(app: App): void {
  const writes = new ConcurrencyQueue({
    atOnce: WRITES_AT_MOST,
    waitingAtMost: WRITES_AT_MOST,
    ofReader: OF_AN_ACCOUNT,
  });
  app.addHook('onRoute', (route) => {
    const { handler, config } = route;
    if (isRead({ method: String(route.method) }) || config?.idempotency === 'provider') return;
    route.handler = async function inTurn(request, reply) {
      const viewer = viewerOf(request);
      const work = async () => handler.call(this, request, reply);
      return viewer.kind === 'anonymous' ? work() : writes.run(viewer.userId, work);
    };
  });
}
