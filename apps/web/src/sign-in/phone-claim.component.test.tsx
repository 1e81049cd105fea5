import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { RegisterForm } from './register-form.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  sessionStorage.clear();
});

const stated = new URLSearchParams({
  district: 'Patna',
  postingBlock: 'Danapur',
  desiredDistrict: 'Gaya',
  desiredBlock: 'Bodh Gaya',
  subject: 'Mathematics',
  classRange: '6-8',
});

it('a code to the phone is sent only after the security question above it is answered, and then replaces the question', async () => {
  api = answerCalls((path) => {
    if (path === '/api/auth/captcha') return { status: 200, body: { token: 'one', question: '1 + 1?' } };
    if (path === '/api/auth/phone-codes') return { status: 202, body: { message: 'The code was sent.' } };
    return { status: 200, body: { sendsPasswordCodes: true, sendsPasswordLinks: false, districts: [] } };
  });
  const codes = () => api?.calls.filter(({ path }) => path === '/api/auth/phone-codes') ?? [];
  await show(<RegisterForm />, 'en', `/?${stated}`);
  await page.getByRole('textbox', { name: 'School name' }).fill('Rajkiya Madhya Vidyalaya');
  const lead = page.getByText(/^Tell us where you work/);
  await expect.element(lead).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(lead).not.toBeInTheDocument();
  await page.getByRole('textbox', { name: 'Mobile number' }).fill('9876543210');
  await page.getByRole('button', { name: 'Prove my number by SMS now' }).click();
  await expect.element(page.getByText(/^With a code by SMS others see/)).toHaveFocus();
  const send = page.getByRole('button', { name: 'Send a code to my number' });
  const answer = page.getByRole('textbox', { name: 'Your answer' });
  await send.click();
  await expect.element(page.getByText('Please answer the security question first.')).toBeVisible();
  await expect.element(answer).toHaveFocus();
  expect(codes()).toEqual([]);
  expect(answer.element().compareDocumentPosition(send.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await answer.fill('2');
  await send.click();
  await expect.element(page.getByText('The code was sent.')).toBeVisible();
  await expect.element(page.getByText('Please answer the security question first.')).not.toBeInTheDocument();
  expect(codes()).toHaveLength(1);
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toHaveFocus();
  await expect.element(answer).not.toBeInTheDocument();
  await expect.element(send).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'No code came: send another' }).click();
  await expect.element(answer).toBeVisible();
  await expect.element(send).toBeVisible();
});

it('a registration that the busy server refused is sent again after a countdown', async () => {
  let isBusy = true;
  api = answerCalls((path) => {
    if (path === '/api/auth/captcha') return { status: 200, body: { token: 'one', question: '1 + 1?' } };
    if (path !== '/api/auth/register') return { status: 200, body: { sendsPasswordCodes: false } };
    if (!isBusy) return { status: 400, body: { code: 'email_taken', message: 'Already registered.' } };
    const headers = { 'retry-after': '1' };
    return { status: 503, body: { code: 'unavailable', message: 'Busy' }, headers };
  });
  await show(<RegisterForm />, 'en', `/?${stated}`);
  await page.getByRole('textbox', { name: 'School name' }).fill('Rajkiya Madhya Vidyalaya');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('textbox', { name: 'Full name' }).fill('Sunita Kumari');
  await page.getByRole('textbox', { name: 'Mobile number' }).fill('9876543210');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill('sunita@example.com');
  await page.getByLabelText(/^Password/).fill('a quiet mango orchard');
  await page.getByLabelText(/^Confirm password/).fill('a quiet mango orchard');
  await page.getByRole('checkbox', { name: /I agree/ }).click();
  await page.getByRole('textbox', { name: 'Your answer' }).fill('2');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect.element(page.getByText(/Very many people are signing in and registering/)).toBeVisible();
  isBusy = false;
  await expect.element(page.getByText('Already registered.')).toBeVisible();
  expect(api.calls.filter(({ path }) => path === '/api/auth/register')).toHaveLength(2);
});
