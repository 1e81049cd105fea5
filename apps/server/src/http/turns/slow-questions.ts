import { availableParallelism } from 'node:os';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKeys } from '../../limits/address-keys.ts';
import { ConcurrencyQueue } from '../../limits/concurrency-queue.ts';
import type { App } from '../dependencies.ts';
import { isRead, viewerOf } from '../policy.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Returns true for a call that may use the processor or the database for long. The concurrency of such calls is limited. */
    isSlow?: (request: FastifyRequest) => boolean;
    /** True for a read that waits in a queue of its own instead of the queue of everyday reads. */
    hasOwnQueue?: boolean;
  }
}

const WAITING_AT_MOST = 200;
/**
 * Maximum number of concurrent everyday reads of one reader. With one, the thread would be idle while the statements of a read run. With
 * four, the server answers no more lists per second than with two, and other members wait twice as long (measured with first
 * pages of lists).
 */
const READS_AT_ONCE = 2;
/** Equals the maximum number of connections, and so bounds the memory of waiting calls. */
const READS_WAITING_AT_MOST = 5_000;
/** Leaves one core, and most of the database's connections, to other calls. */
export const MEMBERS_AT_ONCE = Math.min(4, Math.max(1, availableParallelism() - 1));

/**
 * Limits the concurrency of slow calls, separately for visitors and members. Slow calls, on any number of connections, thus leave most of
 * the database's connections, and a core of a small machine, to the everyday calls of members. Everyday reads run in turns by reader, so
 * that many connections of one reader delay no other reader.
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
    // Health checks are unmetered, and do not wait for other calls from the same address.
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

/** Returns work that does nothing if the client disconnected while the call waited. */
export function unlessLeft<Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<Result>,
) {
  return async () => (request.raw.socket.destroyed ? reply.hijack() : work());
}

/** Returns the key of a visitor. An IPv4 address, or a household's IPv6 network, counts as one reader. */
export function readerAt({ ip }: FastifyRequest): string {
  return addressKeys(ip)[0]?.key ?? ip;
}
