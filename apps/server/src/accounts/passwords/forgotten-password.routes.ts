import {
  passwordByCode,
  passwordByLink,
  passwordCodeRequest,
  passwordLinkRequest,
} from '@mutual-transfer/domain/accounts/password-link';
import { phoneCodeSent } from '@mutual-transfer/domain/accounts/phone-code';
import { confirmation } from '@mutual-transfer/domain/problem';
import type { App, Dependencies } from '../../dependencies.ts';
import { AppError } from '../../errors.ts';
import { languageOf, say } from '../../http/responses/answers.ts';
import { writeInTurn } from '../../http/turns/turns.ts';
import { codeSent, makeCode, newPassword } from '../phone/phone-codes.ts';
import { guardEntry, guardMessage } from '../registration/guarded-entry.ts';
import { sendPasswordCode, usePasswordCode } from './password-codes.ts';
import { sendPasswordLink, usePasswordLink } from './password-links.ts';

const config = { policy: 'open', isUnmetered: 'form' } as const;

/** Registers the routes for a new password by a link in an e-mail, if e-mails are sent. */
export function passwordLinkRoutes(app: App, dependencies: Dependencies): void {
  const { mailer, background } = dependencies;

  app.post(
    '/api/auth/password-links',
    {
      config,
      schema: {
        summary: 'Request a link to a new password by e-mail',
        description: 'Answers the same whether or not an account has the address.',
        body: passwordLinkRequest,
        response: { 202: confirmation },
      },
    },
    writeInTurn(async (request, reply) => {
      if (mailer === undefined) throw new AppError('not_found');
      const { email, ...check } = request.body;
      await guardMessage(dependencies, request, check, { channel: 'email', recipient: email });
      const language = languageOf(request);
      background(() => sendPasswordLink(dependencies, mailer, { email, language }));
      return reply.code(202).send({ message: say(request, 'done.passwordLinkSent') });
    }),
  );

  app.put(
    '/api/auth/password-links',
    {
      config,
      schema: {
        summary: 'Set a new password by the link, which can be used once within half an hour',
        body: passwordByLink,
        response: { 200: confirmation },
      },
    },
    writeInTurn(async (request) => {
      await guardEntry(dependencies, request, request.body);
      await usePasswordLink(dependencies, request, request.body);
      return { message: say(request, 'done.passwordChanged') };
    }),
  );
}

/** Registers the routes for a new password by a code to a phone, if codes are sent to phones. */
export function passwordCodeRoutes(app: App, dependencies: Dependencies): void {
  const { db, sms, background } = dependencies;

  app.post(
    '/api/auth/password-codes',
    {
      config,
      schema: {
        summary: 'Request a code to a new password by SMS',
        description: 'Answers the same whether or not an account has proved to have the number.',
        body: passwordCodeRequest,
        response: { 202: phoneCodeSent },
      },
    },
    writeInTurn(async (request, reply) => {
      if (sms === undefined) throw new AppError('not_found');
      const { phone, ...check } = request.body;
      await guardMessage(dependencies, request, check, { channel: 'sms', recipient: phone });
      const code = await makeCode(dependencies, newPassword, phone);
      background(() => sendPasswordCode(db, sms, { phone, code }));
      const message = say(request, 'done.passwordCodeSent');
      return reply.code(202).send(codeSent(message, sms.isSandbox ? code : undefined));
    }),
  );

  app.put(
    '/api/auth/password-codes',
    {
      config,
      schema: {
        summary: 'Set a new password by the code, which can be used once within half an hour',
        body: passwordByCode,
        response: { 200: confirmation },
      },
    },
    writeInTurn(async (request) => {
      if (sms === undefined) throw new AppError('not_found');
      await guardEntry(dependencies, request, request.body);
      await usePasswordCode(dependencies, request, request.body);
      return { message: say(request, 'done.passwordChanged') };
    }),
  );
}
