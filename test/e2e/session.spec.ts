import type { Page } from '@playwright/test';
import { answerCaptcha, newTeacher, postByApi, signIn, signUp } from './people.ts';
import { expect, test } from './product.ts';

const user = { _id: '0190a000-0000-7000-8000-000000000000', name: 'Sita Devi', role: 'teacher' };

async function signedInBefore(page: Page) {
  await page.addInitScript((account) => {
    if (sessionStorage.getItem('signed-in-once')) return;
    sessionStorage.setItem('signed-in-once', 'yes');
    localStorage.setItem('token', 'long gone');
    localStorage.setItem('user', JSON.stringify(account));
  }, user);
}

/** Blocks the calls of the header, so that no response ends the session. */
async function withoutBadges(page: Page) {
  await page.route(/\/api\/(me|alerts\/unread|agreements|seasons)/, (route) =>
    route.fulfill({ status: 503, json: {} }),
  );
}

for (const path of ['/', '/dashboard']) {
  test(`a session that has ended leads from ${path} to the login, and is deleted from storage`, async ({
    page,
  }) => {
    await signedInBefore(page);
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])).toEqual([
      null,
      null,
    ]);
  });
}

const unpaid = { isPaymentRequired: true, isPaid: false };

test('the public list is shown if the payment status is unknown', async ({ page, browser, product }) => {
  await signedInBefore(page);
  await withoutBadges(page);
  await page.route('**/api/me', (route) => route.fulfill({ status: 503, json: {} }));
  const listed = newTeacher(
    'Listed Kumari',
    { district: 'Patna', block: 'Danapur' },
    { district: 'Gaya', block: 'Amas' },
  );
  const other = await (await browser.newContext({ baseURL: product.address })).newPage();
  await postByApi(other, listed, (await signUp(other, listed)).token);
  await other.context().close();
  await page.goto('/?search=Listed');
  await expect(page.getByRole('alert')).toContainText('Your account could not be checked');
  await expect(page.getByText('Complete the payment')).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: listed.name })).toBeVisible();
  for (const secret of [listed.phone, listed.email]) expect(await page.content()).not.toContain(secret);
  await expect(page.getByRole('link', { name: 'My Requests & Matches' })).toHaveCount(0);
  await expect(page).toHaveURL(/\/\?search=Listed$/);
});

test('a call that requires payment leads to the payment', async ({ page }) => {
  await signedInBefore(page);
  await withoutBadges(page);
  const paid = { isPaymentRequired: true, isPaid: true };
  let calls = 0;
  await page.route('**/api/me', (route) => {
    calls += 1;
    const payment = calls === 1 ? paid : unpaid;
    return route.fulfill({ json: { account: user, payment, waiting: null, announcements: [] } });
  });
  await page.route('**/api/payment/settings', (route) =>
    route.fulfill({ json: { isPaymentRequired: true, paymentAmount: 10 } }),
  );
  const problem = { message: 'Please complete the payment.', code: 'payment_required', requestId: '1' };
  await page.route(/\/api\/requests(\?|$)/, (route) => route.fulfill({ status: 402, json: problem }));
  await page.goto('/');
  await expect(page).toHaveURL(/\/payment$/);
});

test('a teacher signs in by phone number', async ({ page }) => {
  const person = newTeacher(
    'Renu Bharti',
    { district: 'Patna', block: 'Danapur' },
    { district: 'Gaya', block: 'Amas' },
  );
  await signUp(page, person);
  await page.evaluate(() => localStorage.clear());
  await signIn(page, person.phone);
  await expect(page.getByRole('heading', { name: 'Welcome, Renu Bharti' })).toBeVisible();
});

test('a teacher who forgot the password chooses another by a code to their phone', async ({ page }) => {
  const person = newTeacher(
    'Kumud Rani',
    { district: 'Patna', block: 'Danapur' },
    { district: 'Gaya', block: 'Amas' },
  );
  const headers = { authorization: `Bearer ${(await signUp(page, person)).token}` };
  const path = '/api/auth/phone-verification';
  const { sandboxCode } = await (await page.request.post(path, { headers })).json();
  await page.request.put(path, { headers, data: { phoneCode: sandboxCode } });
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  // The mail to the administrator is always offered; immediate help comes before it.
  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  await page.getByRole('link', { name: 'At once: send a code to my phone' }).click();
  await expect(page).toHaveURL(/\/reset\?by=code$/);
  await page.getByLabel('Mobile number').fill(person.phone);
  await answerCaptcha(page);
  await page.getByRole('button', { name: 'Send the code' }).click();
  const trial = page.getByText(/the code is \d{8}/);
  await expect(trial).toBeVisible();
  const [code = ''] = /\d{8}/.exec((await trial.textContent()) ?? '') ?? [];
  await page.getByLabel('Code of eight digits').fill(code);
  await page.getByLabel('New password').fill('a late mango orchard');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByText('The password is set. Please log in with it.')).toBeVisible();
  await signIn(page, person.email, 'a late mango orchard');
  await expect(page.getByRole('heading', { name: 'Welcome, Kumud Rani' })).toBeVisible();
});
