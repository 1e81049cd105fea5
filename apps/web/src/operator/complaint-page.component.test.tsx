import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import ComplaintPage from './complaint-page.tsx';

let api: ReturnType<typeof answerCalls>;
afterEach(() => {
  api.stop();
  clearSession();
});

const accept = () => {
  api = answerCalls((path) =>
    path === '/api/auth/captcha'
      ? { status: 200, body: { token: 'a token', question: 'What is 1 + 1?' } }
      : { status: 201, body: { number: '0123456789', dueAt: '2026-06-17T06:30:00.000Z' } },
  );
};
const complaint = () => api.calls.filter(({ path }) => path.startsWith('/api/complaints'));

it('a visitor complains with name and contact, and reads the number and the time of the answer', async () => {
  accept();
  await show(<ComplaintPage />);
  await page.getByRole('combobox', { name: 'What is it about?' }).selectOptions('content');
  await page.getByRole('textbox', { name: 'What happened' }).fill('My photo is shown.');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Asha Devi');
  await page.getByRole('textbox', { name: 'Email or mobile number' }).fill('nowhere');
  await page.getByRole('textbox', { name: 'Your answer' }).fill('2');
  await page.getByRole('button', { name: 'Send the complaint' }).click();
  await expect.element(page.getByText(/enter an email address or a 10-digit/)).toBeVisible();
  expect(complaint()).toEqual([]);
  await page.getByRole('textbox', { name: 'Email or mobile number' }).fill('asha@example.com');
  await page.getByRole('button', { name: 'Send the complaint' }).click();
  await expect.element(page.getByText('0123456789')).toBeVisible();
  await expect.element(page.getByText(/17 June 2026|17 Jun 2026/)).toBeVisible();
  expect(complaint()).toMatchObject([
    { path: '/api/complaints', body: { topic: 'content', captchaAnswer: '2' } },
  ]);
});

it('a member complains without name, contact and security question', async () => {
  accept();
  signInAs('teacher');
  await show(<ComplaintPage />, 'hi');
  await page.getByRole('combobox', { name: 'शिकायत किस बारे में है?' }).selectOptions('service');
  await page.getByRole('textbox', { name: 'क्या हुआ' }).fill('सूची खाली है।');
  await page.getByRole('button', { name: 'शिकायत भेजें' }).click();
  await expect.element(page.getByText('आपकी शिकायत मिल गई')).toBeVisible();
  expect(complaint()).toEqual([
    { path: '/api/complaints/own', body: { topic: 'service', words: 'सूची खाली है।' } },
  ]);
});
