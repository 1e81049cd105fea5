import { linkToken } from '@mutual-transfer/domain/notices/notice-settings';
import { confirmation } from '@mutual-transfer/domain/problem';
import type { App, Dependencies } from '../../dependencies.ts';
import { AppError } from '../../errors.ts';
import { say } from '../../http/responses/answers.ts';
import { writeInTurn } from '../../http/turns/turns.ts';
import { counted } from '../../limits/limits.ts';
import { renewRequest } from '../../members/own-requests.ts';
import { findRenewable } from './expiring.queries.ts';

/**
 * Registers the renewal by the signed link in a notice, for which no login is required. A link renews one request once and gives no other
 * access.
 */
export function renewalRoutes(app: App, { db, links, limits, now }: Dependencies): void {
  app.post(
    '/api/requests/renewals',
    {
      config: {
        policy: 'open',
        budget: 'links',
      },
      schema: {
        summary: 'Renew a request by the link in a notice',
        description: 'Answers the same when it was renewed by that link before.',
        body: linkToken,
        response: { 200: confirmation },
      },
    },
    writeInTurn(async (request) => {
      const link = await links.readRenewal(request.body.token, now());
      const found = link && (await findRenewable(db, link.requestId));
      if (link === undefined || found === undefined) throw new AppError('not_found');
      const isRenewed = found.expires_at.getTime() !== link.expiresAt.getTime();
      if (!isRenewed) {
        const own = { userId: found.user_id, id: link.requestId };
        await counted(limits.reserve(request, 'posting', { subject: own.userId }), () =>
          db.transaction().execute((transaction) => renewRequest(transaction, own, now())),
        );
      }
      return { message: say(request, 'done.requestRenewed') };
    }),
  );
}
