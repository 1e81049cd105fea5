import { languageEntry } from '@mutual-transfer/domain/language/language';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { LanguageSwitch } from '../navigation/language-switch.tsx';
import { answerCalls, show } from '../testing/show.tsx';
import { LoginForm } from './login-page.tsx';

let api: ReturnType<typeof answerCalls>;
/** Response of the mocked server to a login, and whether its security check is down. */
let answers: {
  login: { status: number; body: unknown; headers?: Record<string, string> };
  isCheckDown: boolean;
};

const invalid = {
  status: 401,
  body: { code: 'invalid_credentials', message: 'Invalid email, phone number or password.', requestId: '' },
};

beforeEach(() => {
  answers = { login: invalid, isCheckDown: false };
  let questions = 0;
  api = answerCalls((path) => {
    if (path === '/api/auth/login') return answers.login;
    if (path !== '/api/auth/captcha')
      return { status: 200, body: { supportEmail: 'help@example.org', portalUrl: null } };
    if (answers.isCheckDown) return { status: 503, body: {} };
    questions += 1;
    return { status: 200, body: { token: `token ${questions}`, question: `What is ${questions} + 1?` } };
  });
});
afterEach(() => api.stop());

const email = () => page.getByRole('textbox', { name: /Email/ });
const password = () => page.getByLabelText(/^Password/).first();
const answer = () => page.getByRole('textbox', { name: 'Your answer' });
const signIn = () => page.getByRole('button', { name: 'Sign In' });
const question = (number: number) => page.getByText(`What is ${number} + 1?`);
const logins = () => api.calls.filter(({ path }) => path === '/api/auth/login').map(({ body }) => body);

it('requires every field', async () => {
  await show(<LoginForm captcha={null} />);
  await expect.element(question(1)).toBeVisible();
  await signIn().click();
  await expect.poll(() => page.getByText('Please fill in this field.').elements().length).toBe(3);
  expect(logins()).toEqual([]);
});

it('shows the server’s sentence about a wrong password and asks another question, each time', async () => {
  await show(<LoginForm captcha={null} />);
  await email().fill('sita@example.com');
  await password().fill('not the password');
  await answer().fill('2');
  await signIn().click();
  await expect.element(page.getByText('Invalid email, phone number or password.')).toBeVisible();
  await expect.element(question(2)).toBeVisible();
  await expect.element(answer()).toHaveValue('');
  await expect.element(email()).toHaveValue('sita@example.com');

  answers.login = { status: 500, body: {} };
  await answer().fill('3');
  await signIn().click();
  await expect.element(page.getByText('Login failed')).toBeVisible();
  await expect.element(question(3)).toBeVisible();

  answers.login = invalid;
  await answer().fill('4');
  await signIn().click();
  await expect.element(page.getByText('Invalid email, phone number or password.')).toBeVisible();
  const typed = { email: 'sita@example.com', password: 'not the password' };
  expect(logins()).toEqual(
    [2, 3, 4].map((sum) => ({ ...typed, captchaToken: `token ${sum - 1}`, captchaAnswer: String(sum) })),
  );
});

it('shows no alert if the security check fails to load, and requests it again on a press', async () => {
  answers.isCheckDown = true;
  await show(<LoginForm captcha={null} />);
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await expect.element(refresh).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  answers.isCheckDown = false;
  await refresh.click();
  await expect.element(question(1)).toBeVisible();
});

it('requires a valid email address for a forgotten password, then says how long a new one takes', async () => {
  await show(<LoginForm captcha={null} />);
  await expect.element(question(1)).toBeVisible();
  const forgot = page.getByRole('button', { name: 'Forgot Password?' });
  await forgot.click();
  await expect
    .element(page.getByText('Please enter your email address first, then click on "Forgot Password?"'))
    .toBeVisible();
  await email().fill('not an address');
  await forgot.click();
  await expect.element(page.getByText('Please enter a valid email address')).toBeVisible();
  await email().fill('sita@example.com');
  await forgot.click();
  await expect.element(page.getByText(/up to seven days/)).toBeVisible();
  await expect
    .element(page.getByRole('dialog').getByRole('link', { name: 'Open the mail' }))
    .toHaveAttribute(
      'href',
      expect.stringMatching(/^mailto:[^?]+\?subject=[^&]+&body=.*sita%40example\.com/),
    );
});

it('requires the code of an account with a second factor, and goes back to the password', async () => {
  answers.login = {
    status: 403,
    body: { code: 'second_factor_needed', message: 'Code', requestId: '', factorToken: 'the token' },
  };
  await show(<LoginForm captcha={null} />);
  await expect.element(question(1)).toBeVisible();
  await email().fill('head@example.com');
  await password().fill('quiet orchard rain');
  await answer().fill('2');
  await signIn().click();
  const code = page.getByRole('textbox', { name: 'Code' });
  await code.fill('123 456');
  await signIn().click();
  await expect
    .poll(() => api.calls.filter(({ path }) => path === '/api/auth/factor').map(({ body }) => body))
    .toEqual([{ factorToken: 'the token', code: '123 456' }]);
  await page.getByRole('button', { name: 'Back to the password' }).click();
  await expect.element(password()).toBeVisible();
});

it('never asks a used question again after the language was changed and changed back', async () => {
  const captcha = { token: 'rendered', question: 'What is 9 + 9?' };
  await show(
    <>
      <LanguageSwitch />
      <LoginForm captcha={{ language: 'en', captcha }} />
    </>,
  );
  await email().fill('sita@example.com');
  await password().fill('not the password');
  await answer().fill('18');
  await signIn().click();
  await expect.element(question(1)).toBeVisible();

  await page.getByRole('button', { name: languageEntry('hi').invitation }).click();
  await expect.element(question(2)).toBeVisible();
  await page.getByRole('button', { name: languageEntry('en').invitation }).click();
  await expect.element(question(3)).toBeVisible();
  await expect.element(page.getByText('What is 9 + 9?')).not.toBeInTheDocument();
});

it('counts down while the server is too busy, and tries again by itself with all that was typed', async () => {
  answers.login = {
    status: 503,
    body: { code: 'unavailable', message: 'Busy' },
    headers: { 'retry-after': '1' },
  };
  await show(<LoginForm captcha={null} />);
  await expect.element(question(1)).toBeVisible();
  await email().fill('head@example.com');
  await password().fill('quiet orchard rain');
  await answer().fill('2');
  await signIn().click();
  await expect.element(page.getByText(/Very many people are signing in/)).toBeVisible();
  await expect.element(page.getByText(/Again in [12] seconds?/)).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(password()).toHaveValue('quiet orchard rain');
  answers.login = invalid;
  await expect.element(page.getByText('Invalid email, phone number or password.')).toBeVisible();
  await expect.element(page.getByText(/Very many people/)).not.toBeInTheDocument();
  const sent = { email: 'head@example.com', password: 'quiet orchard rain' };
  expect(logins()).toEqual([1, 2].map(() => ({ ...sent, captchaToken: 'token 1', captchaAnswer: '2' })));
});
