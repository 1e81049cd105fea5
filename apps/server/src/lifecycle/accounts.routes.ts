import { account, accountDeletion, profileChange } from '@mutual-transfer/domain/accounts/user';
import { confirmation } from '@mutual-transfer/domain/problem';
import type { App, Dependencies } from '../dependencies.ts';
import { signedIn } from '../http/policy.ts';
import { say } from '../http/responses/answers.ts';
import { ifMatchHeader, withCurrent } from '../http/turns/owner-tags.ts';
import { writeInTurn } from '../http/turns/turns.ts';
import { findOwnAccount } from '../members/accounts.queries.ts';
import { presentAccount } from '../privacy/present.ts';
import { guardedProfileChange } from './change-profile.ts';
import { eraseAccount } from './erase-account.ts';

/** Registers the routes that change or erase the caller's account, and with it their requests and agreements. */
export function accountRoutes(app: App, dependencies: Dependencies): void {
  app.put(
    '/api/auth/profile',
    {
      config: {
        policy: 'session',
      },
      schema: {
        summary: 'Change the caller’s account',
        body: profileChange,
        headers: ifMatchHeader,
        response: { 200: account },
      },
    },
    writeInTurn((request) =>
      withCurrent(guardedProfileChange(dependencies, request), async () =>
        presentAccount(await findOwnAccount(dependencies.db, signedIn(request).userId)),
      ),
    ),
  );

  app.delete(
    '/api/auth/account',
    {
      config: { policy: 'session' },
      schema: {
        summary: 'Erase the caller’s account',
        body: accountDeletion,
        response: { 200: confirmation },
      },
    },
    writeInTurn(async (request) => {
      await eraseAccount(dependencies, request, request.body.password);
      return { message: say(request, 'done.accountDeleted') };
    }),
  );
}
