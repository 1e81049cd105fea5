import type { Account } from '@mutual-transfer/domain/accounts/user';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Route, Routes } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { profileQuery } from '../platform/profile.ts';
import { clearSession } from '../platform/session.ts';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import AccountPartPage from './account-part-page.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

/** Renders its children with an earlier answer in the query cache, as after a restart of the page. */
function WithEarlier({ account, children }: { account: Account; children: ReactNode }) {
  const client = useQueryClient();
  useState(() => client.setQueryData(profileQuery(account._id).queryKey, account));
  return children;
}

it('the form of the profile starts from the present account, and sends only the changed field', async () => {
  const account = signInAs();
  const present = { ...account, schoolName: 'Madhya Vidyalaya Jhajha' };
  api = answerCalls((path) =>
    path.endsWith('/auth/profile')
      ? { status: 200, body: present }
      : { status: 404, body: { message: 'Not found' } },
  );
  await show(
    <WithEarlier account={{ ...account, schoolName: 'Madhya Vidyalaya Katoria' }}>
      <Routes>
        <Route element={<AccountPartPage />} path="/account/:part" />
      </Routes>
    </WithEarlier>,
    'en',
    '/account/profile',
  );
  await expect
    .element(page.getByRole('textbox', { name: 'School name' }))
    .toHaveValue('Madhya Vidyalaya Jhajha');
  await page.getByRole('textbox', { name: 'Full name' }).fill('Sunita Devi');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect
    .poll(() => api?.calls.find(({ body }) => body !== undefined)?.body)
    .toEqual({ name: 'Sunita Devi' });
});
