import { z } from 'zod';
import type { App, Dependencies } from '../dependencies.ts';
import { bodyOf, isSigned, webhookRoute } from '../http/webhooks.ts';
import { noteBounce } from '../people/members.ts';
import { AppError } from '../platform/errors.ts';

const SIGNATURE = 'x-webhook-signature';
const CLOCKS_DIFFER_MS = 5 * 60_000;

const mailBouncesSchema = z
  .object({
    bounces: z.array(
      z.object({
        email: z.string(),
        at: z.iso.datetime({ offset: true }).describe('Time at which the mail came back'),
        type: z.string().describe('`hard`: the address takes no mail. Other types change nothing'),
      }),
    ),
  })
  .meta({ id: 'MailBounces' });

/**
 * Registers the reports of addresses that take no mail. Mails that wait for such an address are dropped when they are due. Providers sign their
 * reports in ways of their own, so docs/operations.md says how to pass them on in this form.
 */
export function bounceRoutes(app: App, { db, config, now }: Dependencies): void {
  webhookRoute(app, {
    url: '/api/mail/bounces',
    summary: 'Receive addresses that take no mail',
    description:
      'Called for the mail provider alone: the signature over the bytes of the body proves it, and a call without it is 403. An unknown ' +
      'address, a report that comes again, and one of before the mailbox used its link change nothing.',
    described: {
      body: mailBouncesSchema,
      headers: z.object({
        [SIGNATURE]: z
          .string()
          .describe('HMAC-SHA256 of the body under the secret MAIL_WEBHOOK_SECRET, in hexadecimal'),
      }),
    },
    refuseForged: (request) => {
      if (!isSigned(request, SIGNATURE, config.mailBounceSecret)) throw new AppError('forbidden');
    },
    receive: async (request) => {
      const { bounces } = bodyOf(mailBouncesSchema, request);
      // A day in the future would outlast every link that the mailbox uses.
      const latest = now().getTime() + CLOCKS_DIFFER_MS;
      if (bounces.some(({ at }) => Date.parse(at) > latest))
        throw new AppError('validation_failed', { fields: { bounces: 'field.invalid' } });
      for (const { email, type, at } of bounces)
        if (type === 'hard') await noteBounce(db, email.trim().toLowerCase(), new Date(at));
    },
  });
}
