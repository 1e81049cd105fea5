import etag from '@fastify/etag';
import type { App } from '../dependencies.ts';
import { isRead } from '../policy.ts';

const FIRST_ERROR = 400;

/**
 * Sends a weak `ETag` of the content (RFC 9110, 8.8.3) with each response to `GET` and `HEAD`, and 304 to a client that already has the
 * content. Register it before compression, which turns the payload into a stream. Errors and files have no `ETag`, nor have responses to
 * changes: a client would take it for the tag that `If-Match` compares.
 */
export async function tagAnswers(app: App): Promise<void> {
  await app.register(etag, { weak: true });
  app.addHook('onSend', async (request, reply) => {
    const isFile = String(reply.getHeader('content-disposition') ?? '').startsWith('attachment');
    if (!isRead(request) || reply.statusCode >= FIRST_ERROR || isFile) reply.removeHeader('etag');
  });
}
