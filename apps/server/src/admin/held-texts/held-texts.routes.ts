import { removal } from '@mutual-transfer/domain/administration/administration';
import { heldTextList, heldTextQuery } from '@mutual-transfer/domain/administration/held-text';
import { confirmation } from '@mutual-transfer/domain/problem';
import { byId } from '../../http/by-id.ts';
import type { App, CoreDependencies } from '../../http/dependencies.ts';
import { signedIn } from '../../http/policy.ts';
import { say } from '../../http/responses/answers.ts';
import { once } from '../../http/turns/idempotency.ts';
import { ifMatchHeader } from '../../http/turns/owner-tags.ts';
import { findHeldTexts } from './held-texts.queries.ts';
import { refuseText, releaseText } from './held-texts.service.ts';

const changing = { policy: 'district', concerns: 'held text', idempotency: 'key' } as const;

/** Registers the review of held texts, which have phone numbers, links or sums of money. */
export function heldTextRoutes(app: App, dependencies: Pick<CoreDependencies, 'db' | 'now'>): void {
  const { db, now } = dependencies;
  app.get(
    '/api/admin/held-texts',
    {
      config: { policy: 'district', concerns: 'rows' },
      schema: {
        summary: 'List texts that wait for a review, oldest first',
        querystring: heldTextQuery,
        response: { 200: heldTextList },
      },
    },
    (request) => findHeldTexts(db, signedIn(request), request.query),
  );

  app.post(
    '/api/admin/held-texts/:id/release',
    {
      config: {
        ...changing,
        problems: [
          'not_found',
          'agreement_over',
          'request_duplicate',
          'status_step',
          'too_many_requests_active',
        ],
      },
      schema: {
        summary: 'Release a held text, which activates its request or sends its message',
        description: 'With `If-Match` only the texts that the administrator has read are released.',
        headers: ifMatchHeader,
        params: byId,
        response: { 200: confirmation },
      },
    },
    (request, reply) =>
      once(dependencies, request, reply, {
        change: (transaction) => releaseText(transaction, request, request.params.id, now()),
        outcome: () => ({ ids: {} }),
        render: () => ({ message: say(request, 'done.textReleased') }),
      }),
  );

  app.post(
    '/api/admin/held-texts/:id/refusal',
    {
      config: { ...changing, problems: ['not_found', 'request_in_agreement', 'request_is_record'] },
      schema: {
        summary: 'Refuse a held text and notify its writer of the reason',
        headers: ifMatchHeader,
        params: byId,
        body: removal,
        response: { 200: confirmation },
      },
    },
    (request, reply) => {
      const refusal = { id: request.params.id, reason: request.body.reason };
      return once(dependencies, request, reply, {
        change: (transaction) => refuseText(transaction, request, refusal, now()),
        outcome: () => ({ ids: {} }),
        render: () => ({ message: say(request, 'done.textRefused') }),
      });
    },
  );
}
