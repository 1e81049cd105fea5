import { useQuery } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { profileQuery } from '../platform/profile.ts';
import { clearSession } from '../platform/session.ts';
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

function OwnPhone({ userId }: { userId: string }) {
  const { data } = useQuery(profileQuery(userId));
  return data === undefined ? null : <OwnVerification account={data} userId={userId} />;
}

it('the screen of a code says what the provider reports, and when another code can be sent', async () => {
  const account = { ...signInAs(), isVerified: false };
  const id = '01970000-0000-7000-8000-000000000009';
  let state = 'accepted';
  api = answerCalls((path) => {
    if (path === '/api/auth/phone-verification') return { status: 202, body: { message: 'Sent.', id } };
    if (path === `/api/auth/phone-codes/${id}`)
      return { status: 200, body: { state, at: account.createdAt } };
    return { status: 200, body: account };
  });
  await show(<OwnPhone userId={account._id} />);
  const sendCode = page.getByRole('button', { name: /^Send a code to/ });
  await sendCode.click();
  await expect.element(page.getByText('The SMS is on its way. It can take a minute.')).toBeVisible();
  await expect.element(page.getByText(/^Another code can be sent in \d+ s\.$/)).toBeVisible();
  await expect.element(sendCode).toHaveAttribute('aria-disabled', 'true');
  state = 'delivered';
  await expect.element(page.getByText('The SMS has arrived.')).toBeVisible();
});

it('a live region says that a code was sent, and the result takes the focus of the removed form', async () => {
  const account = { ...signInAs(), isVerified: false };
  api = answerCalls((path, body) => {
    if (path !== '/api/auth/phone-verification') return { status: 200, body: account };
    return {
      status: 200,
      body: body === undefined ? { message: 'Sent.' } : { ...account, isVerified: true },
    };
  });
  await show(<OwnPhone userId={account._id} />);
  const sendCode = page.getByRole('button', { name: /^Send a code to/ });
  await expect.element(sendCode).toBeVisible();
  const region = page.getByRole('status').element();
  await sendCode.click();
  await expect.poll(() => region.textContent).toContain('Sent.');
  await page.getByRole('textbox').fill('123456');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect.element(page.getByText(/^Your name and phone number are verified/)).toHaveFocus();
});
