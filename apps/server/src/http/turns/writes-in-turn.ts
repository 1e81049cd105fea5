import { ConcurrencyQueue } from '../../limits/concurrency-queue.ts';
import type { App } from '../dependencies.ts';
import { isRead, viewerOf } from '../policy.ts';
import { readerAt, unlessLeft } from './slow-questions.ts';

/** Maximum number of writes in progress, and of waiting ones, over all accounts. One account may fill an eighth of the queue. */
const WRITES_AT_MOST = 800;
/** One write that runs, and one that waits for it or is refused because the first is in progress. */
const OF_AN_ACCOUNT = 2;
/** Forms of visitors from one address at once, and waiting ones of all addresses. Many people may share an address. */
const OF_AN_ADDRESS = 8;
const FORMS_WAITING_AT_MOST = 4_000;

/**
 * Runs at most two writes of an account at once. Writes of one account lock the same rows: if many ran at once, all but one would wait
 * for the lock, each holding a connection to the database, until none is left for others. Writes that call the payment provider hold no
 * lock while they wait for it, so they have turns of their own: a slow provider delays no other write of the account. Forms of visitors
 * take turns by address: otherwise an address that sends hundreds of sign-ins at once would delay those of all others, and guess
 * passwords before its failures are counted.
 */
export function takeTurnsInWrites(app: App): void {
  const ofAccounts = { atOnce: WRITES_AT_MOST, waitingAtMost: WRITES_AT_MOST, ofReader: OF_AN_ACCOUNT };
  const writes = new ConcurrencyQueue(ofAccounts);
  const payments = new ConcurrencyQueue(ofAccounts);
  const forms = new ConcurrencyQueue({
    atOnce: WRITES_AT_MOST,
    waitingAtMost: FORMS_WAITING_AT_MOST,
    ofReader: OF_AN_ADDRESS,
  });
  app.addHook('onRoute', (route) => {
    const { handler, config } = route;
    if (isRead({ method: String(route.method) })) return;
    const turns = config?.idempotency === 'provider' ? payments : writes;
    route.handler = async function inTurn(request, reply) {
      const viewer = viewerOf(request);
      const work = async () => handler.call(this, request, reply);
      return viewer.kind === 'anonymous'
        ? forms.run(readerAt(request), unlessLeft(request, reply, work))
        : turns.run(viewer.userId, work);
    };
  });
}
