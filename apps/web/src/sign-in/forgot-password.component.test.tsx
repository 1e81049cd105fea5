import { useLocation } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { ForgotPassword } from './login-page.tsx';
import ResetPage from './reset-page.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

const CODE = 'At once: send a code to my phone';
const LINK = 'At once: send me a link by e-mail';

it.each([
  ['9876543210', [CODE, LINK]],
  ['+91 98765-43210', [CODE, LINK]],
  ['sita@example.org', [LINK, CODE]],
])('for the identifier %s the dialog first offers the password reset that fits it', async (typed, ways) => {
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
  await expect.element(page.getByText(/^If no code or link comes/)).toBeVisible();
  await expect.element(page.getByText(/is being opened for you/)).not.toBeInTheDocument();
});

it.each([
  ['98765 43210', CODE, 'Mobile number', LINK, 'Email'],
  ['sita@example.org', LINK, 'Email', CODE, 'Mobile number'],
])(
  'the page for a new password has the identifier %s typed at login in its field, and not in the URL',
  async (typed, way, field, otherWay, otherField) => {
    api = answerCalls(() => ({
      status: 200,
      body: { supportEmail: '', portalUrl: null, sendsPasswordLinks: true, sendsPasswordCodes: true },
    }));
    await show(<Screens typed={typed} />);
    await page.getByRole('button', { name: 'Forgot Password?' }).click();
    await page.getByRole('link', { name: way }).click();
    await expect.element(page.getByRole('textbox', { name: field })).toHaveValue(typed);
    await expect.element(page.getByTestId('address')).not.toHaveTextContent(typed);
    await page.getByRole('link', { name: otherWay }).click();
    await expect.element(page.getByRole('textbox', { name: otherField })).toHaveValue('');
  },
);

it('the identifier typed at login is removed from the history once its page is shown, and prefills the other reset form', async () => {
  api = answerCalls(() => ({
    status: 200,
    body: { supportEmail: '', portalUrl: null, sendsPasswordLinks: true, sendsPasswordCodes: true },
  }));
  await show(<Screens typed="98765 43210" />);
  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  await page.getByRole('link', { name: LINK }).click();
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveValue('');
  await expect.element(page.getByTestId('state')).toHaveTextContent('state {}');
  await page.getByRole('link', { name: CODE }).click();
  await expect.element(page.getByRole('textbox', { name: 'Mobile number' })).toHaveValue('98765 43210');
  await expect.element(page.getByTestId('state')).toHaveTextContent('state {}');
});

/** Login and the page for a new password. */
function Screens({ typed }: { typed: string }) {
  const { pathname, search, state } = useLocation();
  return (
    <>
      <p data-testid="address">{`at ${pathname}${search}`}</p>
      <p data-testid="state">{`state ${JSON.stringify(state)}`}</p>
      {pathname === '/reset' ? <ResetPage /> : <ForgotPassword email={typed} onWrongEmail={vi.fn()} />}
    </>
  );
}

it('a name instead of an email address is an error', async () => {
  api = answerCalls(() => ({ status: 200, body: {} }));
  const onWrong = vi.fn();
  await show(<ForgotPassword email="Sita Devi" onWrongEmail={onWrong} />);
  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  await expect.poll(() => onWrong.mock.calls).toEqual([['Please enter a valid email address']]);
});

it('a used or replaced link to a new password says so and leads to another link', async () => {
  api = answerCalls((path) =>
    path === '/api/auth/password-links'
      ? { status: 404, body: { message: 'That was not found.', code: 'not_found' } }
      : { status: 200, body: { supportEmail: '', portalUrl: null, sendsPasswordLinks: true } },
  );
  await show(<ResetPage />, 'en', `/reset?token=${'a'.repeat(43)}`);
  await page.getByLabelText(/^New password/).fill('Neela-Pankh-7');
  await page.getByRole('button', { name: 'Set the password' }).click();
  const failure = page.getByRole('alert');
  await expect.element(failure.getByText(/^This link was used or is too old/)).toBeVisible();
  await expect.element(page.getByText('That was not found.')).not.toBeInTheDocument();
  await failure.getByRole('link', { name: LINK }).click();
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
});

it('once the password is set by a code, the page says nothing of the code', async () => {
  const code = { message: 'A code is being sent.' };
  api = answerCalls((path) => {
    if (path === '/api/auth/captcha') return { status: 200, body: { token: 'one', question: '1 + 1?' } };
    if (path === '/api/auth/password-codes') return { status: 202, body: code };
    return { status: 200, body: { supportEmail: '', portalUrl: null, sendsPasswordCodes: true } };
  });
  await show(<ResetPage />, 'en', '/reset?by=code');
  const lead = page.getByText(/^We send a code to your phone/);
  await expect.element(lead).toBeVisible();
  await page.getByRole('textbox', { name: 'Mobile number' }).fill('9876543210');
  await page.getByRole('textbox', { name: 'Your answer' }).fill('2');
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect.element(page.getByText(code.message)).toBeVisible();
  await expect.element(lead).not.toBeInTheDocument();
  await page.getByRole('textbox', { name: 'Code of eight digits' }).fill('12345678');
  await page.getByLabelText(/^New password/).fill('Neela-Pankh-7');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect.element(page.getByText(/^The password is set/)).toHaveFocus();
  await expect.element(page.getByText(code.message)).not.toBeInTheDocument();
});
