import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from '@playwright/test';
import { entryOf, planOf } from '../../apps/web/src/testing/plans.ts';
import { openFilters, openSection } from './admin-list.ts';
import { toPaper, whatIsLost } from './paper.ts';
import {
  administrator,
  type NewTeacher,
  newTeacher,
  password,
  signIn,
  signInAsAdministrator,
  signUp,
} from './people.ts';
import { createAdministrator, expect, test } from './product.ts';

const danapur = { district: 'Patna', block: 'Danapur' };
const bodhGaya = { district: 'Gaya', block: 'Bodh Gaya' };
const newPassword = 'another mango orchard';

async function openPanel(page: Page): Promise<void> {
  await signInAsAdministrator(page);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeVisible();
}

/** Registers a teacher in a separate browser context. */
async function join(browser: Browser, address: string, name: string): Promise<NewTeacher> {
  const person = newTeacher(name, bodhGaya, danapur);
  const context = await browser.newContext({ baseURL: address });
  await signUp(await context.newPage(), person);
  await context.close();
  return person;
}

async function find(page: Page, person: NewTeacher) {
  await openSection(page, 'Teachers');
  await page.getByLabel('Search teachers').fill(person.phone);
  const rows = page.getByRole('row').filter({ hasText: person.email });
  await expect(page.getByText('1 entry')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`section=users&search=${person.phone}`));
  return rows;
}

test('a visitor or teacher is redirected from the Admin Panel to the login', async ({ page }) => {
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/login$/);
  await signUp(page, newTeacher('Meena Devi', bodhGaya, danapur));
  await page.goto('/admin');
  await expect(page).not.toHaveURL(/\/admin/);
  await expect(page.getByRole('heading', { name: 'Admin Panel' })).toHaveCount(0);
});

/** Opens the menu of a row and clicks one of its actions. */
async function act(row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: /^Actions/ }).click();
  await row.getByRole('button', { name: action }).click();
}

test('an administrator sees the numbers, and gives a teacher a new password', async ({
  page,
  browser,
  product,
}) => {
  const anil = await join(browser, product.address, 'Anil Kumar Sinha');
  await openPanel(page);
  const numbers = page.getByRole('region', { name: 'At a glance' });
  await expect(numbers.getByRole('listitem').filter({ hasText: /^Teachers/ })).toContainText(/\d/);
  await page.getByText('Perfect matches', { exact: true }).click();
  await expect(page.getByRole('searchbox', { name: /^Perfect matches/ })).toBeVisible();

  const row = await find(page, anil);
  await act(row, 'Reset password');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New password').fill('short');
  await dialog.getByRole('button', { name: 'Set password' }).click();
  await expect(dialog.getByText('Password must be at least 6 characters long')).toBeVisible();

  await page.route('**/api/admin/users/*/password', (route) => route.fulfill({ status: 500, json: {} }), {
    times: 1,
  });
  await dialog.getByLabel('New password').fill(newPassword);
  await dialog.getByRole('button', { name: 'Set password' }).click();
  await expect(dialog.getByText('Failed to update user password')).toBeVisible();
  await expect(dialog.getByLabel('New password')).toHaveValue(newPassword);
  await dialog.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText(`The password of ${anil.name} has been changed.`)).toBeVisible();

  const context = await browser.newContext({ baseURL: product.address });
  const teacher = await context.newPage();
  await signIn(teacher, anil.email, newPassword);
  await expect(teacher).toHaveURL(/\/dashboard$/);
  await context.close();
});

test('no screen offers an administrator to post a request', async ({ page }) => {
  await openPanel(page);
  const nothing = 'no request can hold this';
  for (const address of ['/dashboard', '/?tab=my', '/privacy-management', `/?search=${nothing}`, '/admin']) {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    expect(await page.locator('a[href^="/transfer-request"]').count(), address).toBe(0);
  }
});

test('an account is deactivated and activated again, each after a confirmation and with one call', async ({
  page,
  browser,
  product,
}) => {
  const rekha = await join(browser, product.address, 'Rekha Kumari');
  await openPanel(page);
  const row = await find(page, rekha);
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/toggle-status')) calls += 1;
  });
  await act(row, 'Deactivate');
  await page.route('**/toggle-status', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await page.getByRole('dialog').getByLabel('Reason').fill('Asked for it');
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('Failed to update user status')).toBeVisible();
  calls = 0;
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).dblclick();
  await expect(page.getByText(`${rekha.name} is inactive now.`)).toBeVisible();
  await expect(row.getByText('Inactive')).toBeVisible();
  expect(calls).toBe(1);

  await act(row, 'Activate');
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByText(`${rekha.name} is active again.`)).toBeVisible();
  await expect(row.getByText('Active', { exact: true })).toBeVisible();
});

test('an administrator impersonates a teacher and returns; the audit log has the reason', async ({
  page,
  browser,
  product,
}) => {
  const vijay = await join(browser, product.address, 'Vijay Prasad');
  await openPanel(page);
  const row = await find(page, vijay);
  await act(row, 'View as user');
  const reason = `Asked by phone on ${vijay.phone}`;
  await page.getByRole('dialog').getByLabel('Reason').fill(reason);
  await page.route('**/api/admin/impersonate/*', (route) => route.fulfill({ status: 500, json: {} }), {
    times: 1,
  });
  await page.getByRole('dialog').getByRole('button', { name: 'View as user' }).click();
  await expect(page.getByText('Failed to impersonate user')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'View as user' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Impersonating user view')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${vijay.name}` })).toBeVisible();

  const storedNames = () => page.evaluate(() => Object.keys(localStorage));
  const own = ['token', 'user'];
  expect(await storedNames()).toEqual(expect.arrayContaining([...own, 'origAdminToken', 'origAdminUser']));
  await page.getByRole('button', { name: 'Return to Admin' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  expect(await storedNames()).toEqual(expect.arrayContaining(own));
  expect(await storedNames()).not.toContain('origAdminToken');
  await openSection(page, 'Audit log');
  await openFilters(page);
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Viewed the app as a user');
  const entry = page.getByRole('row').filter({ hasText: reason });
  await expect(entry).toContainText(vijay.name);
  await expect(entry).toContainText(administrator.name);
});

test('the payment settings are changed, and the page reloads a second later', async ({ page }) => {
  await openPanel(page);
  await page.route('**/api/payment/settings', (route) => route.fulfill({ status: 500, json: {} }));
  await openSection(page, 'Settings');
  await expect(page.getByText('Failed to load payment settings')).toBeVisible();
  await page.unroute('**/api/payment/settings');
  await page.reload();
  const amount = page.getByLabel('Amount in rupees');
  for (const typed of ['10.5', '-5', '1e3']) {
    await amount.fill(typed);
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByText('Please give whole rupees').first()).toBeVisible();
    await expect(amount).toHaveValue(typed);
  }
  await amount.fill('0');
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('The payment settings have been saved. The page reloads.')).toBeVisible();
  await reloaded;
  await expect(amount).toHaveValue('0');
  await expect(page).toHaveURL(/section=settings/);

  await page.route('**/api/payment/settings', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  );
  await amount.fill('25');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Failed to update payment settings')).toBeVisible();
  await expect(amount).toHaveValue('25');
});

test('an administrator changes their own password and signs in again', async ({ page, product }) => {
  const other = { email: `usha-${Date.now()}@example.com`, name: 'Usha Rani' };
  await createAdministrator(product, { ...other, password });
  await signIn(page, other.email);
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto('/admin?section=settings');
  const form = page.getByRole('region', { name: 'Change admin password' });
  await form.getByLabel('Current password').fill('not this one');
  await form.getByLabel('New password', { exact: false }).first().fill(newPassword);
  await form.getByLabel('New password again').fill('something else');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('New passwords do not match')).toBeVisible();
  await form.getByLabel('New password again').fill(newPassword);
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Failed to update password')).toBeVisible();
  await expect(form.getByLabel('New password again')).toHaveValue(newPassword);
  await form.getByLabel('Current password').fill(password);
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Your password has been changed. Please sign in again.')).toBeVisible();
});

test('the rules of a swap are previewed, written and listed with their history', async ({ page }) => {
  await signInAsAdministrator(page);
  await page.goto('/admin?section=rules');
  const all = page.getByRole('table', { name: 'All rules that were written' });
  await expect(all.getByRole('row')).toHaveCount(6);
  await page.getByRole('combobox', { name: 'Rule' }).selectOption('What must be equal');
  await page.getByRole('checkbox', { name: 'Category of service' }).uncheck();
  await page.getByRole('button', { name: 'Preview' }).click();
  const trial = page.getByRole('table', { name: 'What the change would do' });
  await expect(trial.getByRole('row', { name: /^Could move \d/ })).toBeVisible();
  await page.getByLabel('First day').fill('2099-01-01');
  await page.getByRole('button', { name: 'Write the rule' }).click();
  await expect(page.getByLabel('Source')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Source').fill('Order 12 of the department');
  await page.getByRole('button', { name: 'Write the rule' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Write the rule' }).click();
  const written = all.getByRole('row', { name: /What must be equal Will hold Subject and Class level/ });
  await expect(written).toContainText('Order 12 of the department');
  await expect(written).toContainText('Meera Sahay');
});

test('an administrator reads the statewide plan as tables and a map, downloads its rings, and prints it', async ({
  page,
}) => {
  const latest = planOf({});
  const board = { current: null, latest, history: [entryOf(latest)] };
  await page.route('**/api/admin/plans', (route) => route.fulfill({ json: board }));
  await page.route('**/api/admin/plans/*/rings.csv', (route) =>
    route.fulfill({
      body: 'ring,position\n1,1\n',
      contentType: 'text/csv',
      headers: { 'content-disposition': "attachment; filename*=UTF-8''rings.csv" },
    }),
  );
  await signInAsAdministrator(page);
  await page.goto('/admin?section=plan');
  const reach = page.getByRole('table', { name: 'What longer rings bring' });
  await expect(reach.getByRole('row', { name: 'Pairs only 900' })).toBeVisible();
  await expect(reach.getByRole('row', { name: 'Any length 6,480' })).toBeVisible();
  const map = page.getByRole('list', { name: 'The districts in the plan' });
  await expect(map.getByRole('listitem')).toHaveCount(38);
  await expect(map.getByText(/^Patna\. Could move: [\d,]+, Want to come: 12,040, /)).toBeAttached();
  await page.getByRole('radio', { name: 'Want to come' }).check({ force: true });
  await expect(map.getByText('12,040', { exact: true })).toBeVisible();
  const strata = page.getByRole('table', { name: 'Who can swap with one another' });
  await expect(strata.getByRole('row')).toHaveCount(11);
  await page.getByRole('button', { name: 'Show all 14 groups' }).click();
  await expect(strata.getByRole('row')).toHaveCount(15);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the rings (CSV)' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('rings.csv');
  expect(await readFile(await download.path(), 'utf8')).toBe('ring,position\n1,1\n');
  await toPaper(page);
  await expect(reach).toBeVisible();
  await expect(map).toBeVisible();
  await expect(strata.getByRole('row')).toHaveCount(15);
  expect(await whatIsLost(page)).toEqual({ overflow: 0, pressed: 0 });
});
