import { ConcurrencyQueue } from '../../limits/concurrency-queue.ts';
import type { App } from '../dependencies.ts';
import { isRead, viewerOf } from '../policy.ts';

/** Maximum number of writes in progress, and of waiting ones, over all accounts. One account may fill an eighth of the queue. */
const WRITES_AT_MOST = 800;
/** One write that runs, and one that waits for it or is refused because the first is in progress. */
const OF_AN_ACCOUNT = 2;
const limits = { atOnce: WRITES_AT_MOST, waitingAtMost: WRITES_AT_MOST, ofReader: OF_AN_ACCOUNT };

/**
 * Runs two writes of an account at a time. They lock the same rows: sent at once, all but one would wait for the lock, each with a
 * connection to the database, until none is left for others. Writes that call the payment provider hold no lock while they wait for it, so
 * they have turns of their own: a slow provider delays no other write of the account.
 */
export function takeTurnsInWrites(app: App): void {
  const writes = new ConcurrencyQueue(limits);
  const payments = new ConcurrencyQueue(limits);
  app.addHook('onRoute', (route) => {
    const { handler, config } = route;
    if (isRead({ method: String(route.method) })) return;
    const turns = config?.idempotency === 'provider' ? payments : writes;
    route.handler = async function inTurn(request, reply) {
      const viewer = viewerOf(request);
      const work = async () => handler.call(this, request, reply);
      return viewer.kind === 'anonymous' ? work() : turns.run(viewer.userId, work);
    };
  });
}
