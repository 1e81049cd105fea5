import { createHash } from 'node:crypto';
import { buildReferenceData, referenceDataSchema } from '@mutual-transfer/domain/reference/reference-data';
import { z } from 'zod';
import type { App } from '../dependencies.ts';

const data = buildReferenceData();

/** Content hash of the reference data. Clients request `/api/reference?v=<hash>` and cache the response for a year. */
export const referenceHash = createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 12);

const FOR_A_YEAR = 'public, max-age=31536000, immutable';
const REVALIDATE = 'public, max-age=0, must-revalidate';

/** Query of a resource that may be requested by the hash of its content. */
const versioned = z.strictObject({
  v: z.string().max(64).optional().describe('Content hash, which makes the answer cacheable for a year'),
});

export function referenceRoutes(app: App): void {
  app.get(
    '/api/reference',
    {
      config: { policy: 'open' },
      schema: {
        summary: 'List districts, blocks, subjects, class levels and categories',
        querystring: versioned,
        response: { 200: referenceDataSchema },
      },
    },
    async (request, reply) => {
      // The response contains both languages, so it does not vary by language.
      reply.removeHeader('vary').headers({
        etag: `"${referenceHash}"`,
        'cache-control': request.query.v === referenceHash ? FOR_A_YEAR : REVALIDATE,
      });
      return reply.send(data);
    },
  );
}
