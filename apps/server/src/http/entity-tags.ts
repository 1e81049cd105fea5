import etag from '@fastify/etag';
import type { App } from './dependencies.ts';

const FIRST_ERROR = 400;

/**
 * Names each answer by a weak tag of its content (RFC 9110, 8.8.3) and answers 304 to a client that has it. Register it before
 * compression, which turns what is sent into a stream. An error names its call, so it is never the same twice.
 */
export async function tagAnswers(app: App): Promise<void> {
  await app.register(etag, { weak: true });
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode >= FIRST_ERROR) reply.removeHeader('etag');
  });
}
