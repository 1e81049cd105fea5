import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, Dependencies } from '../dependencies.ts';
import { ConcurrencyQueue } from '../platform/concurrency-queue.ts';
import type { Config } from '../platform/config.ts';
import { addressKeys } from '../platform/limits.ts';
import { isRead } from './policy.ts';

/** Queues of a server process in which calls take turns by person. The figures that justify them are in record 14. */
interface Turns {
  everyday: ConcurrencyQueue;
  slowOfVisitors: ConcurrencyQueue;
  slowOfMembers: ConcurrencyQueue;
  writes: ConcurrencyQueue;
  forms: ConcurrencyQueue;
}

declare module 'fastify' {
  interface FastifyInstance {
    turns: Turns;
  }
}

/**
 * Maximum number of concurrent everyday calls of one person. With one, the thread would be idle while the statements of a read run. With
 * four, the server answers no more lists per second than with two, and other members wait twice as long (measured with first pages of
 * lists).
 */
const EVERYDAY_AT_ONCE = 2;
/** Equals the maximum number of connections, and so bounds the memory of waiting calls. */
const EVERYDAY_WAITING_AT_MOST = 5_000;
/** The people behind one address, who are one reader, may fill an eighth. */
const SLOW_WAITING_AT_MOST = 800;
/** Leaves one core, and most of the database's connections, to other calls. */
export const MEMBERS_AT_ONCE = Math.min(4, Math.max(1, availableParallelism() - 1));
/** Maximum number of running and waiting writes of all accounts together. One account may fill an eighth of the queue. */
const WRITES_AT_MOST = 800;
/** Share of the pool that writes may use. Each holds its connection until it ends, also while it waits for a lock. */
const SHARE_OF_POOL = 1 / 2;
/** Maximum number of concurrent writes of an account: one that runs, and a second that waits for its lock or is refused as in progress. */
const WRITES_OF_AN_ACCOUNT = 2;
/** Maximum number of concurrent form submissions of visitors from one network, which many people may share. More than passwords are checked at once. */
const FORMS_OF_A_NETWORK = 8;
/** Maximum number of waiting form submissions from all networks. */
const FORMS_WAITING_AT_MOST = 4_000;

export function createTurns({ databasePoolSize }: Config): Turns {
  return {
    everyday: new ConcurrencyQueue({
      atOnce: Number.POSITIVE_INFINITY,
      ofReader: EVERYDAY_AT_ONCE,
      waitingAtMost: EVERYDAY_WAITING_AT_MOST,
    }),
    slowOfVisitors: new ConcurrencyQueue({ atOnce: 1, waitingAtMost: SLOW_WAITING_AT_MOST }),
    slowOfMembers: new ConcurrencyQueue({ atOnce: MEMBERS_AT_ONCE, waitingAtMost: SLOW_WAITING_AT_MOST }),
    writes: new ConcurrencyQueue({
      atOnce: Math.floor(databasePoolSize * SHARE_OF_POOL),
      waitingAtMost: WRITES_AT_MOST,
      ofReader: WRITES_OF_AN_ACCOUNT,
    }),
    forms: new ConcurrencyQueue({
      atOnce: WRITES_AT_MOST,
      waitingAtMost: FORMS_WAITING_AT_MOST,
      ofReader: FORMS_OF_A_NETWORK,
    }),
  };
}

/** Handler of any route. */
type AnyHandler = (request: never, reply: never) => unknown;

/** Wraps the handler of an everyday call: two calls of a person at a time, so that many connections of one person delay no other person. */
export function inTurn<Handler extends AnyHandler>(handler: Handler): Handler {
  return takingTurns(handler, ({ server }) => server.turns.everyday);
}

/**
 * Wraps the handler of a call that may use the processor or the database for long. All slow calls, on any number of connections, leave most
 * of the database's connections, and a core of a small machine, to the everyday calls of members.
 */
export function slow<Handler extends AnyHandler>(handler: Handler): Handler {
  return takingTurns(handler, slowQueueOf);
}

/** Wraps the handler of a read that is slow for some queries and an everyday call for others. */
export function slowIf<Handler extends AnyHandler>(
  isSlow: (request: FastifyRequest) => boolean,
  handler: Handler,
): Handler {
  return takingTurns(handler, (request) =>
    isSlow(request) ? slowQueueOf(request) : request.server.turns.everyday,
  );
}

/**
 * Wraps the handler of a change. Changes of one account lock the same rows: if many ran at once, all but one would wait for the lock, and
 * each would hold a database connection, until none is left for others. So two of an account run at once, and those of all accounts use half
 * of the pool. Form submissions of visitors run in turns by network: otherwise hundreds of concurrent logins from one address, or from the
 * 65,536 /64s of a /48, would delay all other logins, and could guess passwords before failures are counted.
 */
export function writeInTurn<Handler extends AnyHandler>(handler: Handler): Handler {
  return takingTurns(handler, ({ server, viewer }) =>
    viewer.kind === 'anonymous' ? server.turns.forms : server.turns.writes,
  );
}

/**
 * Returns a handler that waits for the caller's turn. If the client disconnected meanwhile, it runs only the changes of accounts, which are
 * stored whether or not the client reads the answer.
 */
function takingTurns<Handler extends AnyHandler>(
  handler: Handler,
  queueOf: (request: FastifyRequest) => ConcurrencyQueue,
): Handler {
  // The wrapped handler gets what its route gets, and returns what it returns, later.
  const wrapped = handler as unknown as (request: FastifyRequest, reply: FastifyReply) => unknown;
  const inTurn = (request: FastifyRequest, reply: FastifyReply) => {
    const isChange = !isRead(request) && request.viewer.kind !== 'anonymous';
    return queueOf(request).run(personOf(request), async () =>
      request.raw.socket.destroyed && !isChange ? reply.hijack() : wrapped(request, reply),
    );
  };
  return inTurn as unknown as Handler;
}

function slowQueueOf({ server: { turns }, viewer }: FastifyRequest): ConcurrencyQueue {
  return viewer.kind === 'anonymous' ? turns.slowOfVisitors : turns.slowOfMembers;
}

function personOf(request: FastifyRequest): string {
  if (request.viewer.kind !== 'anonymous') return request.viewer.userId;
  return isRead(request) ? readerAt(request) : (addressKeys(request.ip).at(-1)?.key ?? request.ip);
}

/** Returns the key of a visitor. An IPv4 address, or a household's IPv6 network, counts as one reader. */
export function readerAt({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return addressKeys(ip)[0]?.key ?? ip;
}

/** State of a call that may write: `changesOffers` once it changed an offer or a listed request. */
interface Write {
  changesOffers: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for a read. */
    offerWrite: Write | null;
  }
}

const currentWrite = new AsyncLocalStorage<Write>();

/** Notes that the current call changes an offer or a listed request. Has no effect in a job. */
export function noteOfferWrite(): void {
  const write = currentWrite.getStore();
  if (write !== undefined) write.changesOffers = true;
}

/**
 * Sends the response to a call that changed an offer or a listed request once lists and matches of this process show the change, or after
 * 0.3 seconds. Also waits for a refused call, because hiding is stored even if the rest of a stale change is refused.
 */
export function showOfferWrites(app: App, { graph }: Dependencies): void {
  app.decorateRequest('offerWrite', null);
  app.addHook('preHandler', (request, _reply, done) => {
    if (isRead(request)) return done();
    request.offerWrite = { changesOffers: false };
    currentWrite.run(request.offerWrite, done);
  });
  app.addHook('onSend', async ({ offerWrite }) => {
    if (offerWrite?.changesOffers) await graph.showWrite();
  });
}
