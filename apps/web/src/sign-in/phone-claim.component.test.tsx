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

it('a code to the phone is sent only after the security question above it is answered', async () => {
  api = answerCalls((path) => {
    if (path === '/api/auth/captcha') return { status: 200, body: { token: 'one', question: '1 + 1?' } };
    if (path === '/api/auth/phone-codes') return { status: 202, body: { message: 'The code was sent.' } };
    return { status: 200, body: { sendsPasswordCodes: true, sendsPasswordLinks: false, districts: [] } };
  });
  const codes = () => api?.calls.filter(({ path }) => path === '/api/auth/phone-codes') ?? [];
  await show(<RegisterForm />, 'en', `/?${stated}`);
  await page.getByRole('textbox', { name: 'School name' }).fill('Rajkiya Madhya Vidyalaya');
  await page.getByRole('button', { name: 'Next' }).click();
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
});
