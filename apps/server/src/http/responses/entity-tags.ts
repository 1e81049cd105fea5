import etag from '@fastify/etag';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../dependencies.ts';
import { isRead } from '../policy.ts';
import { setRateLimits } from './rate-limit-headers.ts';

const FIRST_ERROR = 400;
const successes = new Set([200, 201]);

/**
 * Completes the headers of each response: `ETag`, and the remainders of budgets. Register it before compression, which turns the payload
 * into a stream.
 */
export async function completeHeaders(app: App): Promise<void> {
  await app.register(etag, { weak: true });
  app.addHook('onSend', async (request, reply) => {
    setEntityTag(request, reply);
    if (request.url.startsWith('/api/')) setRateLimits(request, reply);
  });
}

/**
 * Keeps the weak `ETag` of the content (RFC 9110, 8.8.3), with which a client that has the content gets 304, for responses to `GET` and
 * `HEAD` that are neither errors nor files; a client would take the tag of a response to a change for the one that `If-Match` compares.
 * Replaces it by the tag of the owner's values where there is one. The content also changes with actions of others, so such a response is
 * not revalidated.
 */
function setEntityTag(request: FastifyRequest, reply: FastifyReply): void {
  const isFile = String(reply.getHeader('content-disposition') ?? '').startsWith('attachment');
  if (!isRead(request) || reply.statusCode >= FIRST_ERROR || isFile) reply.removeHeader('etag');
  if (request.ownerTag !== undefined && successes.has(reply.statusCode))
    reply.header('etag', request.ownerTag);
}
