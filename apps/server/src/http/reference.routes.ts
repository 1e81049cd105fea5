import { createHash } from 'node:crypto';
import { buildReferenceData, referenceData } from '@mutual-transfer/domain/reference/reference-data';
import { z } from 'zod';
import type { App } from './dependencies.ts';

const data = buildReferenceData();

/** Content hash of the reference data. Clients request `/api/reference?v=<hash>` and cache the response for a year. */
export const referenceHash = createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 12);

/** `Cache-Control` of a response whose URL contains the hash of its content, and of other responses. */
export const FOR_A_YEAR = 'public, max-age=31536000, immutable';
export const REVALIDATE = 'public, max-age=0, must-revalidate';

export function referenceRoutes(app: App): void {
  app.get(
    '/api/reference',
    {
      config: { policy: 'open' },
      schema: {
        summary: 'List districts, blocks, subjects, class levels and categories',
        querystring: z.strictObject({
          v: z
            .string()
            .max(64)
            .optional()
            .describe('Content hash, which makes the answer cacheable for a year'),
        }),
        response: { 200: referenceData, 304: z.null() },
      },
    },
    async (request, reply) => {
      const tag = `"${referenceHash}"`;
      reply.header('etag', tag);
      // The response contains both languages, so it does not vary by language.
      reply
        .removeHeader('vary')
        .header('cache-control', request.query.v === referenceHash ? FOR_A_YEAR : REVALIDATE);
      if (request.headers['if-none-match'] === tag) return reply.code(304).send(null);
      return reply.send(data);
    },
  );
}
