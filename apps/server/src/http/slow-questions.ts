import { availableParallelism } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { addressKeys } from '../limits/address-keys.ts';
import { Lane } from '../limits/concurrency-queue.ts';
import type { App } from './dependencies.ts';
import { viewerOf } from './policy.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a call may take the processor or the database for long, so that few are worked on at once. */
    isSlow?: (request: FastifyRequest) => boolean;
  }
}

const WAITING_AT_MOST = 200;
/** One core stays free, and most of the database's connections do. */
export const MEMBERS_AT_ONCE = Math.min(4, Math.max(1, availableParallelism() - 1));

/**
 * Works on few slow questions at once, those of visitors apart from those of members, so that what is asked on any number of
 * connections leaves most of the database's connections, and a core of a small machine, to what members ask all day.
 */
export function boundSlowQuestions(app: App): void {
  const visitors = new Lane({ atOnce: 1, waitingAtMost: WAITING_AT_MOST });
  const members = new Lane({ atOnce: MEMBERS_AT_ONCE, waitingAtMost: WAITING_AT_MOST });
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

/** Visitors behind one address, or in one household's network, are one reader. */
export function readerAt({ ip }: FastifyRequest): string {
  return addressKeys(ip)[0]?.key ?? ip;
}
