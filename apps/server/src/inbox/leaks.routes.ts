import {
  leakListSchema,
  leakNoticeSchema,
  leakPreviewSchema,
  leakQuerySchema,
  newLeakNoticeSchema,
} from '@mutual-transfer/domain/administration/leak-notice';
import type { App, Dependencies } from '../dependencies.ts';
import { once } from '../http/idempotency.ts';
import { inTurn, writeInTurn } from '../http/turns.ts';
import {
  countOutside,
  findConcerned,
  findLeak,
  findLeaks,
  namedBy,
  recordLeak,
  sendLeakNotices,
} from './leaks.ts';

/** A list of accounts, as large as a CSV file, with the texts. */
const bodyLimit = 5 * 1024 ** 2;

/** Registers the routes of notices after a leak, which administrators of the state send. */
export function leakRoutes(app: App, { db, channels, background, now }: Dependencies): void {
  app.get(
    '/api/admin/leaks',
    {
      config: { policy: 'state' },
      schema: {
        summary: 'Register of notices after a leak, the newest first',
        querystring: leakQuerySchema,
        response: { 200: leakListSchema },
      },
    },
    inTurn((request) => findLeaks(db, request.query)),
  );

  app.post(
    '/api/admin/leaks/preview',
    {
      bodyLimit,
      config: { policy: 'state', idempotency: 'preview' },
      schema: {
        summary: 'Count the accounts that a leak concerns, without telling them',
        body: newLeakNoticeSchema,
        response: { 200: leakPreviewSchema },
      },
    },
    writeInTurn(async (request) => {
      const { ids, unknown } = await findConcerned(db, await namedBy(request.body));
      return { recipients: ids.length, ...(await countOutside(db, channels, ids)), unknown };
    }),
  );

  app.post(
    '/api/admin/leaks',
    {
      bodyLimit,
      config: { policy: 'state', idempotency: 'key' },
      schema: {
        summary: 'Tell the accounts that a leak concerns at once, on every channel that reaches them',
        body: newLeakNoticeSchema,
        response: { 201: leakNoticeSchema },
      },
    },
    writeInTurn((request, reply) =>
      once(request, reply, {
        change: async (commit) => {
          const { texts } = request.body;
          const named = await namedBy(request.body);
          const made = await commit(async (transaction) => ({
            status: 201 as const,
            ids: { id: await recordLeak(transaction, request, { texts, named }, now()) },
          }));
          // The job that runs every minute creates the notices that this call fails to create.
          background(() => sendLeakNotices(db, now()));
          return made;
        },
        answer: ({ id }) => findLeak(db, id),
      }),
    ),
  );
}
