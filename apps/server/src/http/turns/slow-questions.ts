import { availableParallelism } from 'node:os';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKeys } from '../../limits/address-keys.ts';
import { ConcurrencyQueue } from '../../limits/concurrency-queue.ts';
import type { App } from '../dependencies.ts';
import { isRead, viewerOf } from '../policy.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Returns `true` for a call that may use the processor or the database for long. Such calls have a concurrency limit. */
    isSlow?: (request: FastifyRequest) => boolean;
    /** True for a call that waits in a queue of its own instead of that of everyday reads. */
    hasOwnQueue?: boolean;
  }
}

const WAITING_AT_MOST = 200;
/**
 * Number of everyday reads of one reader that run at once. With one, the thread would be idle while its statements run. Four answer no
 * more lists a second than two, and make other members wait twice as long (`npm run bench:worst`, first pages of lists).
 */
const READS_AT_ONCE = 2;
/** Equal to the maximum number of connections, which also bounds the memory of waiting calls. */
const READS_WAITING_AT_MOST = 5_000;
/** Leaves one core free, and most of the database's connections. */
export const MEMBERS_AT_ONCE = Math.min(4, Math.max(1, availableParallelism() - 1));

/**
 * Limits the concurrency of slow calls, separately for visitors and members. Slow calls on any number of connections thus leave most of
 * the database's connections, and a core of a small machine, to the everyday calls of members. Everyday reads take turns by reader, so
 * that many connections of one reader delay no others.
 */
export function boundQuestions(app: App): void {
  const visitors = new ConcurrencyQueue({ atOnce: 1, waitingAtMost: WAITING_AT_MOST });
  const members = new ConcurrencyQueue({ atOnce: MEMBERS_AT_ONCE, waitingAtMost: WAITING_AT_MOST });
  const everyday = new ConcurrencyQueue({
    atOnce: Number.POSITIVE_INFINITY,
    ofReader: READS_AT_ONCE,
    waitingAtMost: READS_WAITING_AT_MOST,
  });
  const runInTurn = <Result>(request: FastifyRequest, isSlow: boolean, work: () => Promise<Result>) => {
    const viewer = viewerOf(request);
    const isVisitor = viewer.kind === 'anonymous';
    const reader = isVisitor ? readerAt(request) : viewer.userId;
    const slow = isVisitor ? visitors : members;
    return (isSlow ? slow : everyday).run(reader, work);
  };
  app.addHook('onRoute', (route) => {
    const { handler, config: { isSlow, isStream, isUnmetered, hasOwnQueue } = {} } = route;
    // Health checks are unmetered, and do not wait for other calls of their address.
    const isEverydayRead =
      isRead({ method: String(route.method) }) && !isStream && !isUnmetered && !hasOwnQueue;
    if (isSlow === undefined && !isEverydayRead) return;
    route.handler = async function inTurn(request, reply) {
      const work = unlessLeft(request, reply, async () => handler.call(this, request, reply));
      const takesLong = isSlow?.(request) === true;
      return takesLong || isEverydayRead ? runInTurn(request, takesLong, work) : work();
    };
  });
}

/** Returns work that does nothing if the client left while the call waited. */
export function unlessLeft<Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<Result>,
) {
  return async () => (request.raw.socket.destroyed ? reply.hijack() : work());
}

/** Returns the identity of a visitor: one address, or one household's network, counts as one reader. */
export function readerAt({ ip }: FastifyRequest): string {
  return addressKeys(ip)[0]?.key ?? ip;
}
