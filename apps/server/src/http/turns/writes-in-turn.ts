import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { ConcurrencyQueue } from '../../limits/concurrency-queue.ts';
import type { App } from '../dependencies.ts';
import { isRead, viewerOf } from '../policy.ts';
import { readerAt, unlessLeft } from './slow-questions.ts';

/** Maximum number of running and waiting writes of all accounts together. One account may fill an eighth of the queue. */
const WRITES_AT_MOST = 800;
/** Share of the pool that writes may use. Each holds its connection until it ends, also while it waits for a lock. */
const SHARE_OF_POOL = 1 / 2;
/** Maximum number of concurrent writes of an account: one that runs, and a second that waits for its lock or is refused as in progress. */
const OF_AN_ACCOUNT = 2;
/** Maximum number of concurrent form submissions of visitors from one address, which many people may share. */
const OF_AN_ADDRESS = 8;
/** Maximum number of waiting form submissions from all addresses. */
const FORMS_WAITING_AT_MOST = 4_000;

/**
 * Runs at most two writes of an account at once. Writes of one account lock the same rows: if many ran at once, all but one would wait for
 * the lock, and each would hold a database connection, until none is left for others. The writes of all accounts use half of the pool, so
 * that reads wait neither for many accounts that write nor for locks between them. Writes that call the payment provider hold no lock while
 * they wait for it, so they have a queue of their own: a slow provider delays no other write of the account. So have slow writes, whose
 * number `boundQuestions` limits: while they wait there, they delay no other account. Form submissions of visitors run in turns by address:
 * otherwise hundreds of concurrent logins from one address would delay all other logins, and could guess passwords before failures are
 * counted.
 */
export function takeTurnsInWrites(app: App, { databasePoolSize }: Pick<Config, 'databasePoolSize'>): void {
  const ofAccounts = { atOnce: WRITES_AT_MOST, waitingAtMost: WRITES_AT_MOST, ofReader: OF_AN_ACCOUNT };
  const writes = new ConcurrencyQueue({
    ...ofAccounts,
    atOnce: Math.floor(databasePoolSize * SHARE_OF_POOL),
  });
  const slow = new ConcurrencyQueue(ofAccounts);
  const payments = new ConcurrencyQueue(ofAccounts);
  const forms = new ConcurrencyQueue({
    atOnce: WRITES_AT_MOST,
    waitingAtMost: FORMS_WAITING_AT_MOST,
    ofReader: OF_AN_ADDRESS,
  });
  app.addHook('onRoute', (route) => {
    const { handler, config } = route;
    if (isRead({ method: String(route.method) })) return;
    const turnsOf = (request: FastifyRequest) => {
      if (config?.idempotency === 'provider') return payments;
      return config?.isSlow?.(request) === true ? slow : writes;
    };
    route.handler = async function inTurn(request, reply) {
      const viewer = viewerOf(request);
      const work = async () => handler.call(this, request, reply);
      return viewer.kind === 'anonymous'
        ? forms.run(readerAt(request), unlessLeft(request, reply, work))
        : turnsOf(request).run(viewer.userId, work);
    };
  });
}
