import { undeliveredList } from '@mutual-transfer/domain/notices/undelivered';
import { wholeListQuery } from '@mutual-transfer/domain/pagination';
import { confirmation } from '@mutual-transfer/domain/problem';
import { writeAudit } from '../../accounts/audit.ts';
import type { App, Dependencies } from '../../dependencies.ts';
import { byId } from '../../http/by-id.ts';
import { signedIn } from '../../http/policy.ts';
import { say } from '../../http/responses/answers.ts';
import { once } from '../../http/turns/idempotency.ts';
import { inTurn, writeInTurn } from '../../http/turns/turns.ts';
import { retryDelivery } from '../../notices/deliveries/retry-delivery.ts';
import { findUndelivered } from './undelivered.queries.ts';

const config = { policy: 'state' } as const;

export function undeliveredRoutes(app: App, dependencies: Dependencies): void {
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
    inTurn((request) => findUndelivered(db, signedIn(request), request.query)),
  );

  app.post(
    '/api/admin/undelivered/:id/retry',
    {
      config: { ...config, idempotency: 'key' },
      schema: { summary: 'Send an undelivered notice again', params: byId, response: { 200: confirmation } },
    },
    writeInTurn((request, reply) =>
      once(request, reply, {
        change: (commit) =>
          commit(async (transaction) => {
            const subjectId = await retryDelivery(transaction, request.params.id, now());
            await writeAudit(transaction, request, { action: 'notice.retry', subjectId }, now());
            return {};
          }),
        answer: () => ({ message: say(request, 'done.noticeRetried') }),
      }),
    ),
  );
}
