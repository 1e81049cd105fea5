import { type UndeliveredList, undeliveredList } from '@mutual-transfer/domain/notices/undelivered';
import { type PageQuery, paginationOf, wholeListQuery } from '@mutual-transfer/domain/pagination';
import { confirmation } from '@mutual-transfer/domain/problem';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { writeAudit } from '../accounts/audit.ts';
import type { Database } from '../database/schema.ts';
import { say } from '../http/answers.ts';
import type { App, CoreDependencies } from '../http/dependencies.ts';
import { once } from '../http/idempotency.ts';
import { signedIn } from '../http/policy.ts';
import { retryDelivery } from '../notices/retry-delivery.ts';
import { noteShown } from '../privacy/visibility.ts';

const byId = z.strictObject({ id: z.uuid() });
const config = { policy: 'state' } as const;

/** Routes of notices that could not be delivered. */
export function undeliveredRoutes(app: App, dependencies: CoreDependencies): void {
  const { db, now } = dependencies;
  app.get(
    '/api/admin/undelivered',
    {
      config,
      schema: {
        summary: 'Notices that a channel did not take, the latest first',
        querystring: wholeListQuery,
        response: { 200: undeliveredList },
      },
    },
    async (request) => {
      const found = await findUndelivered(db, request.query);
      for (const { recipient } of found.deliveries) noteShown(signedIn(request), recipient._id);
      return found;
    },
  );

  app.post(
    '/api/admin/undelivered/:id/retry',
    {
      config: { ...config, idempotency: 'key', problems: ['not_found'] },
      schema: { summary: 'Try to send it again', params: byId, response: { 200: confirmation } },
    },
    (request, reply) =>
      once(dependencies, request, reply, {
        change: (keyed) =>
          keyed.transaction().execute(async (transaction) => {
            const subjectId = await retryDelivery(transaction, request.params.id, now());
            await writeAudit(transaction, request, { action: 'notice.retry', subjectId }, now());
          }),
        outcome: () => ({ ids: {} }),
        render: () => ({ message: say(request, 'done.noticeRetried') }),
      }),
  );
}

async function findUndelivered(db: Kysely<Database>, query: PageQuery): Promise<UndeliveredList> {
  const dead = db.selectFrom('deliveries').where('deliveries.state', '=', 'dead');
  const [rows, { total }] = await Promise.all([
    dead
      .innerJoin('alerts', 'alerts.id', 'alert_id')
      .innerJoin('users', 'users.id', 'user_id')
      .select(['deliveries.id', 'kind', 'channel', 'user_id', 'users.name', 'attempts', 'error', 'ended_at'])
      .orderBy('deliveries.id', 'desc')
      .limit(query.limit)
      .offset((query.page - 1) * query.limit)
      .execute(),
    dead.select((delivery) => delivery.fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const deliveries = rows.map(({ id, kind, channel, user_id, name, attempts, error, ended_at }) => ({
    _id: id,
    kind,
    channel,
    recipient: { _id: user_id, name },
    attempts,
    error: error ?? '',
    endedAt: (ended_at as Date).toISOString(),
  }));
  return { deliveries, pagination: paginationOf(query, Number(total)) };
}
