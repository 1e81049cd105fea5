import type { Page } from '@playwright/test';
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

for (const path of ['/', '/dashboard']) {
  test(`a session that has ended leads from ${path} to the login, and is forgotten`, async ({ page }) => {
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

test('a payment that is missing leads to the payment', async ({ page }) => {
  await signedInBefore(page);
  const body = {
    message: 'Please complete the payment to continue.',
    code: 'payment_required',
    requestId: '1',
  };
  await page.route(/\/api\/requests(\?|$)/, (route) => route.fulfill({ status: 402, json: body }));
  await page.goto('/');
  await expect(page).toHaveURL(/\/payment$/);
});
