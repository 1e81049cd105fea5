import type { FastifyReply, FastifyRequest } from 'fastify';
import { v4 as randomId } from 'uuid';
import type { App, Dependencies } from '../dependencies.ts';
import { isRead } from './policy.ts';

const COOKIE = 'browser';
const SECONDS_A_DAY = 24 * 60 * 60;
const LIFETIME_DAYS = 180;
/** Time for which a proof of work admits the reads of a browser beyond the ceiling of its address. */
const PROOF_LIFETIME = SECONDS_A_DAY * 1_000;

/**
 * Recognises browsers by a signed cookie that their first read gets, so that the people behind one address have budgets of their own. The
 * cookie gives no access. Answers that shared caches may store get none.
 */
export function recogniseBrowsers(app: App, { tokens, now }: Dependencies): void {
  app.decorateRequest('browser');
  app.addHook('onRequest', async (request, reply) => {
    const sent = request.cookies[COOKIE];
    const mark = sent === undefined ? undefined : tokens.readBrowser(sent);
    request.browser = mark && { id: mark.id, hasProved: mark.provedUntil > now().getTime() };
    if (request.browser !== undefined || !isRead(request) || isForEveryone(request)) return;
    storeBrowser(request, reply, tokens.signBrowser({ id: randomId(), provedUntil: 0 }));
  });
}

/** Stores that the browser has solved a proof of work. */
export function admitBrowser(
  { tokens, now }: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const mark = { id: request.browser?.id ?? randomId(), provedUntil: now().getTime() + PROOF_LIFETIME };
  storeBrowser(request, reply, tokens.signBrowser(mark));
}

function isForEveryone({ url, routeOptions }: FastifyRequest): boolean {
  return url.startsWith('/assets/') || routeOptions.config?.isShared === true;
}

function storeBrowser(request: FastifyRequest, reply: FastifyReply, value: string): void {
  // With `strict`, a visit by a link of another site would get a new cookie.
  reply.setCookie(COOKIE, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: LIFETIME_DAYS * SECONDS_A_DAY,
  });
}
