import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../../testing/show.tsx';
import { ForgotPassword } from './forgot-password.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

const CODE = 'At once: send a code to my phone';
const LINK = 'At once: send me a link by e-mail';

it.each([
  ['9876543210', [CODE, LINK]],
  ['+91 98765-43210', [CODE, LINK]],
  ['sita@example.org', [LINK, CODE]],
])(
  'for the identifier %s the dialog first offers the way to a new password that fits it',
  async (typed, ways) => {
    const support = { supportEmail: 'help@example.org', portalUrl: null };
    api = answerCalls(() => ({
      status: 200,
      body: { ...support, sendsPasswordLinks: true, sendsPasswordCodes: true },
    }));
    await show(<ForgotPassword email={typed} onWrongEmail={vi.fn()} />);
    await page.getByRole('button', { name: 'Forgot Password?' }).click();
    const links = page.getByRole('dialog').getByRole('link');
    await expect
      .poll(() => links.elements().map((link) => link.textContent))
      .toEqual([...ways, 'Open the mail']);
    await expect.element(page.getByText(/up to seven days/)).toBeVisible();
  },
);

it('a name instead of an email address is an error', async () => {
  api = answerCalls(() => ({ status: 200, body: {} }));
  const onWrong = vi.fn();
  await show(<ForgotPassword email="Sita Devi" onWrongEmail={onWrong} />);
  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  await expect.poll(() => onWrong.mock.calls).toEqual([['Please enter a valid email address']]);
});
