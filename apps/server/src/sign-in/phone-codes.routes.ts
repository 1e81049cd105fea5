import {
  newPhoneCodeSchema,
  phoneCodeSentSchema,
  phoneVerificationSchema,
} from '@mutual-transfer/domain/accounts/phone-code';
import { captchaQuerySchema } from '@mutual-transfer/domain/accounts/security-check';
import { accountSchema } from '@mutual-transfer/domain/accounts/user';
import type { App, Dependencies } from '../dependencies.ts';
import { languageOf, say } from '../http/answers.ts';
import { signedIn } from '../http/policy.ts';
import { writeInTurn } from '../http/turns.ts';
import { writeAudit } from '../people/audit.ts';
import { lockOwnAccount } from '../people/lock-members.ts';
import { changeMember, findOwnAccount } from '../people/members.ts';

import { presentAccount } from '../people/present.ts';
import { AppError } from '../platform/errors.ts';
import type { PaidGroup } from '../platform/paid-messages.ts';
import { guardMessage, guardOwnCode } from './guarded-entry.ts';
import {
  ownVerification,
  sendPhoneCode,
  spendCode,
  tryCode,
  verification,
  verifiedByCode,
} from './phone-codes.ts';
import { smsReportRoutes } from './sent-sms.ts';

/** Registers the routes of phone codes, which verify a teacher or claim a phone number that another account has. */
export function phoneCodeRoutes(app: App, dependencies: Dependencies): void {
  visitorRoute(app, dependencies);
  smsReportRoutes(app, dependencies);
  ownRoutes(app, dependencies);
}

function visitorRoute(app: App, dependencies: Dependencies): void {
  app.post(
    '/api/auth/phone-codes',
    {
      config: {
        policy: 'open',
        isUnmetered: 'form',
      },
      schema: {
        summary: 'Send a code to a mobile number',
        description: 'Answers the same whether or not an account has the number.',
        body: newPhoneCodeSchema,
        response: { 202: phoneCodeSentSchema },
      },
    },
    writeInTurn(async (request, reply) => {
      const { phone } = request.body;
      const paid: PaidGroup[] = ['all', 'strangers'];
      await guardMessage(dependencies, request, request.body, { channel: 'sms', recipient: phone, paid });
      const sent = await sendPhoneCode(dependencies, verification, {
        phone,
        group: 'strangers',
        language: languageOf(request),
      });
      return reply.code(202).send({ message: say(request, 'done.phoneCodeSent'), ...sent });
    }),
  );
}

function ownRoutes(app: App, dependencies: Dependencies): void {
  const { db, limits, now } = dependencies;

  async function ownPhone(userId: string): Promise<string> {
    const { phone } = await findOwnAccount(db, userId);
    if (phone === null) throw new AppError('forbidden');
    return phone;
  }

  app.post(
    '/api/auth/phone-verification',
    {
      config: {
        policy: 'session',
        idempotency: 'code',
      },
      schema: {
        summary: 'Send a code to the caller’s mobile number',
        querystring: captchaQuerySchema,
        response: { 202: phoneCodeSentSchema },
      },
    },
    writeInTurn(async (request, reply) => {
      const { userId } = signedIn(request);
      const phone = await ownPhone(userId);
      await guardOwnCode(dependencies, request, request.query);
      await limits.reserve(request, 'ownCodes', { subject: userId });
      await limits.reserve(request, 'ownCodesOfAddress');
      await limits.reserve(request, 'ownCodesToRecipient', { subject: phone });
      const purpose = ownVerification(userId);
      const sent = await sendPhoneCode(dependencies, purpose, {
        phone,
        userId,
        group: 'own',
        language: languageOf(request),
      });
      return reply.code(202).send({ message: say(request, 'done.phoneCodeSent'), ...sent });
    }),
  );

  app.put(
    '/api/auth/phone-verification',
    {
      config: { policy: 'session' },
      schema: {
        summary: 'Verify the caller’s mobile number by the code that was sent to it',
        body: phoneVerificationSchema,
        response: { 200: accountSchema },
      },
    },
    writeInTurn(async (request) => {
      const { userId } = signedIn(request);
      const phone = await ownPhone(userId);
      const attempt = { phone, code: request.body.phoneCode, caller: { userId } };
      const sent = await tryCode(dependencies, ownVerification(userId), attempt);
      return db.transaction().execute(async (transaction) => {
        await spendCode(transaction, sent);
        const user = await lockOwnAccount(transaction, userId);
        if (user.phone !== phone) throw new AppError('conflict');
        const row = await changeMember(transaction, user, verifiedByCode(now()), now());
        await writeAudit(transaction, request, { action: 'account.verified', subjectId: userId }, now());
        return presentAccount(row);
      });
    }),
  );
}
