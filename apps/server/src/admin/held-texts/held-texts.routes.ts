import { removal } from '@mutual-transfer/domain/administration/administration';
import { heldTextList, heldTextQuery } from '@mutual-transfer/domain/administration/held-text';
import { confirmation } from '@mutual-transfer/domain/problem';
import type { App, Dependencies } from '../../dependencies.ts';
import { byId } from '../../http/by-id.ts';
import { signedIn } from '../../http/policy.ts';
import { say } from '../../http/responses/answers.ts';
import { once } from '../../http/turns/idempotency.ts';
import { ifMatchHeader } from '../../http/turns/owner-tags.ts';
import { inTurn, writeInTurn } from '../../http/turns/turns.ts';
import { findHeldTexts } from './held-texts.queries.ts';
import { refuseText, releaseText } from './held-texts.service.ts';

const changing = { policy: 'district', concerns: 'held text', idempotency: 'key' } as const;

/** Registers the review of held texts, which have phone numbers, links or sums of money. */
export function heldTextRoutes(app: App, dependencies: Dependencies): void {
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
    inTurn((request) => findHeldTexts(db, signedIn(request), request.query)),
  );

  app.post(
    '/api/admin/held-texts/:id/release',
    {
      config: {
        ...changing,
      },
      schema: {
        summary: 'Release a held text, which activates its request or sends its message',
        description: 'With `If-Match` only the texts that the administrator has read are released.',
        headers: ifMatchHeader,
        params: byId,
        response: { 200: confirmation },
      },
    },
    writeInTurn((request, reply) =>
      once(request, reply, {
        change: (commit) =>
          commit(async (transaction) => {
            await releaseText(transaction, request, request.params.id, now());
            return {};
          }),
        answer: () => ({ message: say(request, 'done.textReleased') }),
      }),
    ),
  );

  app.post(
    '/api/admin/held-texts/:id/refusal',
    {
      config: changing,
      schema: {
        summary: 'Refuse a held text and notify its writer of the reason',
        headers: ifMatchHeader,
        params: byId,
        body: removal,
        response: { 200: confirmation },
      },
    },
    writeInTurn((request, reply) => {
      const refusal = { id: request.params.id, reason: request.body.reason };
      return once(request, reply, {
        change: (commit) =>
          commit(async (transaction) => {
            await refuseText(transaction, request, refusal, now());
            return {};
          }),
        answer: () => ({ message: say(request, 'done.textRefused') }),
      });
    }),
  );
}
