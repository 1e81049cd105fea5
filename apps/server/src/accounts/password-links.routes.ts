import { passwordByLink, passwordLinkRequest } from '@mutual-transfer/domain/password-link';
import { confirmation } from '@mutual-transfer/domain/problem';
import { AppError } from '../errors.ts';
import { languageOf, say } from '../http/answers.ts';
import type { App } from '../http/dependencies.ts';
import { useCaptcha } from './captchas.ts';
import type { AccountDependencies } from './dependencies.ts';
import { sendPasswordLink, usePasswordLink } from './password-links.ts';

/** A new password by a link in an e-mail, beside the way by the administrator; where e-mails are sent. */
export function passwordLinkRoutes(app: App, dependencies: AccountDependencies): void {
  const { db, limits, mailer, background, now } = dependencies;
  const config = { policy: 'open', budget: 'entry' } as const;

  app.post(
    '/api/auth/password-links',
    {
      config,
      schema: {
        summary: 'Ask for a link to a new password by e-mail',
        description: 'Answers the same whether or not an account has the address.',
        body: passwordLinkRequest,
        response: { 202: confirmation },
      },
    },
    async (request, reply) => {
      if (mailer === undefined) throw new AppError('not_found');
      const { email, ...check } = request.body;
      await useCaptcha(db, check, now());
      await limits.passwordLink(request, email);
      const language = languageOf(request);
      background(() => sendPasswordLink(dependencies, mailer, { email, language }));
      return reply.code(202).send({ message: say(request, 'done.passwordLinkSent') });
    },
  );

  app.put(
    '/api/auth/password-links',
    {
      config,
      schema: {
        summary: 'Choose a new password by the link; it can be used once, for half an hour',
        body: passwordByLink,
        response: { 200: confirmation },
      },
    },
    async (request) => {
      await usePasswordLink(dependencies, request, request.body);
      return { message: say(request, 'done.passwordChanged') };
    },
  );
}
