import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session/session.ts';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { OwnVerification } from './own-verification.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

it('a teacher who is not verified sees the address of the administrator', async () => {
  const account = signInAs();
  const supportEmail = 'help@example.org';
  api = answerCalls(() => ({ status: 200, body: { supportEmail, portalUrl: null } }));
  await show(<OwnVerification account={account} userId={account._id} />);
  await expect
    .element(page.getByRole('link', { name: supportEmail }))
    .toHaveAttribute('href', `mailto:${supportEmail}`);
});

it('until the address of the administrator is loaded there is no link without a name', async () => {
  const account = signInAs();
  api = answerCalls(() => ({ status: 503, body: {} }));
  await show(<OwnVerification account={account} userId={account._id} />);
  await expect.element(page.getByRole('button')).toBeVisible();
  expect(page.getByRole('link').elements()).toEqual([]);
});
