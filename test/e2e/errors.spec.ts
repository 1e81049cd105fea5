import type { Page } from '@playwright/test';
import {
  answerCaptcha,
  choose,
  fillFirstSteps,
  newTeacher,
  picker,
  postByApi,
  sendRegistration,
  signUp,
} from './people.ts';
import { expect, test } from './product.ts';

const danapur = { district: 'Patna', block: 'Danapur' };
const bodhGaya = { district: 'Gaya', block: 'Bodh Gaya' };
const question = /What is \d+ [+-] \d+\?/;

/** Answers the next call of one kind with an empty server error. */
async function failOnce(page: Page, path: RegExp, json: object = {}) {
  await page.route(path, (route) => route.fulfill({ status: 500, json }), { times: 1 });
}

test('the registration is not sent with different passwords, and pickers of blocks are disabled without a district', async ({
  page,
}) => {
  const person = newTeacher('Rina Devi', bodhGaya, danapur);
  await page.goto('/register');
  await expect(page.getByLabel('School name')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Current district' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Desired district' })).toBeVisible();
  await expect(page.getByLabel('State')).toHaveValue('Bihar');
  await expect(page.getByLabel('State')).toHaveAttribute('readonly');
  const block = page.getByLabel('Current posting block');
  await expect(block.first()).toBeDisabled();
  await expect(picker(page, 'Desired block')).toBeDisabled();
  await choose(page, 'Desired district', 'Patna');
  await choose(page, 'Desired block', 'Danapur');
  await choose(page, 'Desired district', 'Gaya');
  await expect(picker(page, 'Desired block')).toHaveValue('');
  await choose(page, 'Current district', 'Gaya');
  await choose(page, 'Current posting block', 'Bodh Gaya');
  await choose(page, 'Current district', 'Patna');
  await expect(block.first()).toHaveValue('');
  await fillFirstSteps(page, person);
  await expect(page.getByText(question)).toBeVisible();
  const typed = page.getByLabel('Password', { exact: false }).first();
  await expect(typed).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: /^Show/ }).first().click();
  await expect(typed).toHaveAttribute('type', 'text');
  await typed.fill('one mango orchard');
  await page.getByLabel('Confirm password').fill('another mango orchard');
  let calls = 0;
  await page.route('**/api/auth/register', (route) => {
    calls += 1;
    return route.abort();
  });
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expect(page.getByText('Please read the notice and tick the box to go on.')).toBeVisible();
  expect(calls).toBe(0);
});

test('a failed registration shows the error, keeps the input, and asks another security question', async ({
  page,
}) => {
  const person = newTeacher('Babita Kumari', bodhGaya, danapur);
  await failOnce(page, /\/api\/auth\/register$/);
  await sendRegistration(page, person);
  await expect(page.getByText('Registration failed')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await expect(page.getByLabel('Your answer')).toHaveValue('');
  await answerCaptcha(page);
  await page.getByRole('button', { name: 'Create Account' }).dblclick();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('You have not posted')).toBeVisible();
});

test('lists that fail to load show the error, and lead to the login if the session ended', async ({
  page,
}) => {
  await page.route('**/api/requests/public*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/');
  await page.getByRole('searchbox', { name: 'Search' }).fill('Danapur');
  await expect(page.getByText('Unable to load transfer requests. Please try again later.')).toBeVisible();
  await page.unroute('**/api/requests/public*');
  await page.route('**/api/requests/public*', (route) =>
    route.fulfill({ status: 403, json: { message: 'Please log in to see this.', code: 'forbidden' } }),
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Go to Login' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await signUp(page, newTeacher('Durga Devi', bodhGaya, danapur));
  await page.route(/\/api\/requests(\/my)?(\?|$)/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/');
  await expect(page.getByText('Failed to fetch transfer requests')).toBeVisible();
  await page.getByRole('link', { name: 'My Requests & Matches' }).click();
  await expect(page.getByText('Failed to fetch your requests')).toBeVisible();
});

test('without a connection a form shows the error immediately, and keeps the input', async ({
  page,
  context,
}) => {
  await signUp(page, newTeacher('Hemlata Devi', bodhGaya, danapur));
  await page.goto('/transfer-request');
  await page.getByLabel('Reason').fill('My school is far away.');
  await page.getByLabel('Additional information').fill('I can move in April.');
  // Waits for what the page fetches after hydration.
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByText('There is no connection; what you typed is kept.')).toBeVisible();
  const menu = page.getByRole('button', { name: 'Open the menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: 'हिंदी में पढ़ें' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'There is no connection; what you typed is kept.' }).first(),
  ).toBeVisible();
  const opened = page.getByRole('button', { name: 'Close the menu' });
  if (await opened.isVisible()) await opened.click();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByRole('heading', { name: 'Request Submitted Successfully!' })).toBeVisible();
});

test('markup in user input is shown as text', async ({ page }) => {
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs += 1;
    return dialog.dismiss();
  });
  const [school, reason] = ['"><script>alert(2)</script>', '<img src=x onerror=alert(1)>'];
  const person = { ...newTeacher('Markup Kumari', bodhGaya, danapur), schoolName: school };
  await postByApi(page, person, (await signUp(page, person)).token, reason);
  for (const [address, text] of [
    ['/', reason],
    ['/dashboard', school],
    ['/?tab=my', reason],
  ] as const) {
    await page.goto(address);
    // In lists the reason is collapsed.
    await expect(page.getByText(text).first()).toBeAttached();
    await page.waitForLoadState('networkidle');
  }
  await page.evaluate(() => localStorage.clear());
  await page.goto('/');
  await expect(page.getByText(reason).first()).toBeAttached();
  expect(await page.locator('main img').count()).toBe(0);
  expect(dialogs).toBe(0);
});

test('the browser’s Back button goes through the steps of the registration, and keeps the input', async ({
  page,
}) => {
  await page.goto('/login');
  const person = newTeacher('Poonam Sinha', danapur, bodhGaya);
  await fillFirstSteps(page, person);
  await page.goBack();
  await expect(page.getByText('Step 2 of 3')).toBeFocused();
  await expect(page.getByLabel('Full name')).toHaveValue(person.name);
  await page.reload();
  await expect(page.getByText('Step 2 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText('Step 1 of 3')).toBeFocused();
  await expect(page.getByRole('combobox', { name: 'Subject' })).toHaveValue('Mathematics');
  await page.goForward();
  await expect(page.getByLabel('Full name')).toHaveValue(person.name);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/login$/);
});
