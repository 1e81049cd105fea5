import { AsyncLocalStorage } from 'node:async_hooks';
import type { App, Dependencies } from '../../dependencies.ts';
import { isRead } from '../policy.ts';

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
