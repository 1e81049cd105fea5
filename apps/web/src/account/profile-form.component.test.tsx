import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession, currentSession } from '../platform/session.ts';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { ProfileForm } from './profile-form.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

it('a change that removes the mark of a verified teacher says so and leads to the verification', async () => {
  const account = { ...signInAs(), isVerified: true };
  const session = currentSession();
  if (session === null) throw new Error('Nobody is signed in');
  const name = 'Asha Devi';
  api = answerCalls((path) =>
    path === '/api/auth/profile'
      ? { status: 200, body: { ...account, name, isVerified: false } }
      : { status: 404, body: { message: 'Not found' } },
  );
  await show(<ProfileForm account={account} session={session} />);
  await page.getByRole('textbox', { name: 'Full name' }).fill(name);
  await page.getByRole('button', { name: 'Save changes' }).click();
  const saved = page.getByRole('status');
  await expect.element(saved.getByText(/You are no longer verified/)).toBeVisible();
  await expect.element(saved.getByRole('link')).toHaveAttribute('href', '/account/phone');
});
