import { expect, test } from './product.ts';

test('the language is the reader’s choice, is remembered, and keeps the page', async ({ page }) => {
  await page.goto('/?urgency=high');
  await page.getByRole('button', { name: 'हिंदी में पढ़ें' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('स्थानांतरण अनुरोध');
  await expect(page).toHaveURL(/urgency=high/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('स्थानांतरण अनुरोध');
  await page.getByRole('button', { name: 'Read in English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transfer Requests');
});

test('filters are in the address, and Back restores the previous ones', { tag: '@desk' }, async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('searchbox', { name: 'Search' }).fill('unknown is called this');
  await expect(page).toHaveURL(/search=unknown/);
  await expect(page.getByText('No requests fit these filters.')).toBeVisible();
  await page.getByRole('link', { name: 'Reset' }).click();
  await expect(page).not.toHaveURL(/search=/);
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL(/search=unknown/);
  await page.getByRole('link', { name: 'Reset' }).click();
  const form = page.getByRole('search');
  if (!(await form.getByLabel('Urgency').isVisible())) await form.locator('summary').click();
  const choices = [
    ['Urgency', 'urgency', 'high'],
    ['Subject', 'subject', 'Music'],
    ['Class level', 'classRange', '9-10'],
  ] as const;
  for (const [label, name, value] of choices) {
    await form.getByLabel(label).selectOption(value);
    await expect(page).toHaveURL(new RegExp(`${name}=${value}`));
  }
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  if (await sheet.isVisible()) await sheet.getByRole('button', { name: /^Show / }).click();
  const tabs = page.getByRole('navigation', { name: 'Transfer Requests' });
  await expect(tabs.getByRole('link', { name: 'My Requests & Matches' })).toHaveCount(0);
  await tabs.getByRole('link', { name: 'Log in to see your requests and matches' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('an anonymous visitor is invited after 20 seconds, once', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(19_000);
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.clock.runFor(2_000);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('link', { name: 'Create Account' })).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Continue browsing' }).click();
  await page.reload();
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(30_000);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('protected screens lead to the login, and then back to the requested page', async ({ page }) => {
  await page.goto('/transfer-request');
  await expect(page).toHaveURL(/\/login$/);
});

test('an unknown address shows a page that says so', async ({ page }) => {
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such page');
});

test('the menu of a phone contains every link', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('link', { name: 'Register' })).toBeHidden();
});
