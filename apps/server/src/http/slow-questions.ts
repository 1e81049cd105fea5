import { availableParallelism } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { addressKeys } from '../limits/address-keys.ts';
import { ConcurrencyQueue } from '../limits/concurrency-queue.ts';
import type { App } from './dependencies.ts';
import { viewerOf } from './policy.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Returns `true` for a call that may use the processor or the database for long. Such calls have a concurrency limit. */
    isSlow?: (request: FastifyRequest) => boolean;
  }
}

const WAITING_AT_MOST = 200;
/** Leaves one core free, and most of the database's connections. */
export const MEMBERS_AT_ONCE = Math.min(4, Math.max(1, availableParallelism() - 1));

/**
 * Limits the concurrency of slow calls, separately for visitors and members, so that any number of connections with slow calls
 * leaves most of the database's connections, and a core of a small machine, to the everyday calls of members.
 */
export function boundSlowQuestions(app: App): void {
  const visitors = new ConcurrencyQueue({ atOnce: 1, waitingAtMost: WAITING_AT_MOST });
  const members = new ConcurrencyQueue({ atOnce: MEMBERS_AT_ONCE, waitingAtMost: WAITING_AT_MOST });
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    const isSlow = route.config?.isSlow;
    if (isSlow === undefined) return;
    route.handler = async function inTurn(request, reply) {
      const work = async () => handler.call(this, request, reply);
      if (!isSlow(request)) return work();
      const viewer = viewerOf(request);
      return viewer.kind === 'anonymous'
        ? visitors.run(readerAt(request), work)
        : members.run(viewer.userId, work);
    };
  });
}

/** Returns the identity of a visitor: one address, or one household's network, counts as one reader. */
export function readerAt({ ip }: FastifyRequest): string {
  return addressKeys(ip)[0]?.key ?? ip;
}
