import { undeliveredList } from '@mutual-transfer/domain/notices/undelivered';
import { wholeListQuery } from '@mutual-transfer/domain/pagination';
import { confirmation } from '@mutual-transfer/domain/problem';
import { writeAudit } from '../../accounts/audit.ts';
import { byId } from '../../http/by-id.ts';
import type { App, CoreDependencies } from '../../http/dependencies.ts';
import { signedIn } from '../../http/policy.ts';
import { say } from '../../http/responses/answers.ts';
import { once } from '../../http/turns/idempotency.ts';
import { retryDelivery } from '../../notices/deliveries/retry-delivery.ts';
import { findUndelivered } from './undelivered.queries.ts';

const config = { policy: 'state' } as const;

export function undeliveredRoutes(app: App, dependencies: Pick<CoreDependencies, 'db' | 'now'>): void {
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
    (request) => findUndelivered(db, signedIn(request), request.query),
  );

  app.post(
    '/api/admin/undelivered/:id/retry',
    {
      config: { ...config, idempotency: 'key', problems: ['not_found'] },
      schema: { summary: 'Send an undelivered notice again', params: byId, response: { 200: confirmation } },
    },
    (request, reply) =>
      once(dependencies, request, reply, {
        change: async (transaction) => {
          const subjectId = await retryDelivery(transaction, request.params.id, now());
          await writeAudit(transaction, request, { action: 'notice.retry', subjectId }, now());
        },
        outcome: () => ({ ids: {} }),
        render: () => ({ message: say(request, 'done.noticeRetried') }),
      }),
  );
}
