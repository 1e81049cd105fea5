import { account, accountDeletion, profileChange } from '@mutual-transfer/domain/accounts/user';
import { confirmation } from '@mutual-transfer/domain/problem';
import type { AccountDependencies } from '../accounts/dependencies.ts';
import type { App } from '../http/dependencies.ts';
import { signedIn } from '../http/policy.ts';
import { say } from '../http/responses/answers.ts';
import { ifMatchHeader, withCurrent } from '../http/turns/owner-tags.ts';
import { findOwnAccount } from '../members/accounts.queries.ts';
import { presentAccount } from '../privacy/present.ts';
import { guardedProfileChange } from './change-profile.ts';
import { eraseAccount } from './erase-account.ts';

/** Registers the routes that change or erase the caller's account, and with it their requests and agreements. */
export function accountRoutes(
  app: App,
  dependencies: Pick<AccountDependencies, 'db' | 'keyedHash' | 'limits' | 'now' | 'passwords'>,
): void {
  app.put(
    '/api/auth/profile',
    {
      config: {
        policy: 'session',
        problems: ['email_taken', 'phone_taken', 'request_duplicate', 'not_found'],
        spends: ['ownPassword', 'posting', 'profileTexts', 'taken'],
      },
      schema: {
        summary: 'Change the caller’s account',
        body: profileChange,
        headers: ifMatchHeader,
        response: { 200: account },
      },
    },
    (request) =>
      withCurrent(guardedProfileChange(dependencies, request), async () =>
        presentAccount(await findOwnAccount(dependencies.db, signedIn(request).userId)),
      ),
  );

  app.delete(
    '/api/auth/account',
    {
      config: { policy: 'session', problems: ['last_administrator', 'not_found'], spends: ['ownPassword'] },
      schema: {
        summary: 'Erase the caller’s account',
        body: accountDeletion,
        response: { 200: confirmation },
      },
    },
    async (request) => {
      await eraseAccount(dependencies, request, request.body.password);
      return { message: say(request, 'done.accountDeleted') };
    },
  );
}
