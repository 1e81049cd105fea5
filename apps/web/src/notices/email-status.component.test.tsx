import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import EmailLinkPage from './email-link-page.tsx';
import { EmailStatus } from './email-status.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

function answerWith(email: string) {
  api = answerCalls((path) =>
    path.endsWith('/email-link')
      ? { status: 202, body: { message: 'A link is on its way.' } }
      : { status: 200, body: { available: ['email'], email, pushDevices: 0 } },
  );
}

const sendAgain = page.getByRole('button', { name: 'Send the link again' });

it('an address that is not confirmed is shown, with a button that sends the link again', async () => {
  answerWith('unconfirmed');
  await show(<EmailStatus email="asha@example.com" userId="a" />);
  await expect.element(page.getByText('asha@example.com is not confirmed', { exact: false })).toBeVisible();
  await sendAgain.click();
  await expect.element(page.getByText('A link is on its way.')).toHaveFocus();
});

it('mails that the mailbox stopped are explained', async () => {
  answerWith('stopped');
  await show(<EmailStatus email="asha@example.com" userId="a" />);
  await expect.element(page.getByText('were stopped by a link', { exact: false })).toBeVisible();
});

it('a confirmed address shows nothing', async () => {
  answerWith('confirmed');
  await show(<EmailStatus email="asha@example.com" userId="a" />);
  await expect.poll(() => api?.calls.length).toBe(1);
  await expect.element(sendAgain).not.toBeInTheDocument();
});

it('the page of the link confirms the address only after a press', async () => {
  api = answerCalls(() => ({ status: 200, body: { message: 'Confirmed' } }));
  await show(<EmailLinkPage />, 'en', '/confirm?token=signed');
  expect(api.calls).toEqual([]);
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await expect.element(page.getByText('Confirmed')).toHaveFocus();
  expect(api.calls.map(({ body }) => body)).toEqual([{ token: 'signed' }]);
});
