import type { Page } from '@playwright/test';
import {
  answerCaptcha,
  choose,
  fillFirstSteps,
  newTeacher,
  openCard,
  picker,
  postByApi,
  sendRegistration,
  signIn,
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

test('login: every field is asked for; a wrong password shows the server’s sentence and another question', async ({
  page,
}) => {
  const person = newTeacher('Archana Kumari', bodhGaya, danapur);
  await signUp(page, person);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await expect(page.getByText(question)).toBeVisible();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Please fill in this field.')).toHaveCount(3);
  const captcha = page.waitForResponse('**/api/auth/captcha');
  await signIn(page, person.email, 'not the password');
  await captcha;
  await expect(page.getByText('Invalid email or password.')).toBeVisible();
  await expect(page.getByLabel('Your answer')).toHaveValue('');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await failOnce(page, /\/api\/auth\/login$/);
  await answerCaptcha(page);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Login failed')).toBeVisible();
  await answerCaptcha(page);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Invalid email or password.')).toBeVisible();
});

test('a forgotten password asks for the email first, then says how long it takes', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByText(question)).toBeVisible();
  const forgot = page.getByRole('button', { name: 'Forgot Password?' });
  await forgot.click();
  await expect(
    page.getByText('Please enter your email address first, then click on "Forgot Password?"'),
  ).toBeVisible();
  await page.getByLabel('Email').fill('not an address');
  await forgot.click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await page.getByLabel('Email').fill('sita@example.com');
  await forgot.click();
  await expect(page.getByText(/up to seven days/)).toBeVisible();
  const draft = page.getByRole('dialog').getByRole('link', { name: 'Open the mail' });
  await expect(draft).toHaveAttribute('href', /^mailto:[^?]+\?subject=[^&]+&body=.*sita%40example\.com/);
});

test('registration: passwords that differ block it, and blocks wait for their district', async ({ page }) => {
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
  expect(calls).toBe(0);
});

test('registration that fails shows the error, keeps the input, and asks another question', async ({
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

test('a request that cannot be posted shows the error and keeps the input; a double click posts once', async ({
  page,
}) => {
  await signUp(page, newTeacher('Chandni Gupta', { district: 'Araria', block: 'Forbesganj' }, danapur));
  await page.goto('/transfer-request');
  const submit = page.getByRole('button', { name: 'Submit Request' });
  await submit.click();
  await expect(page.getByText('Please fill in this field.')).toHaveCount(2);
  await page.getByLabel('Reason').fill('My mother is ill.');
  await page.getByLabel('Additional information').fill('I can move at once.');
  await failOnce(page, /\/api\/requests$/);
  await submit.click();
  await expect(page.getByText('Failed to create transfer request')).toBeVisible();
  await expect(page.getByLabel('Reason')).toHaveValue('My mother is ill.');
  await submit.dblclick();
  await expect(page.getByRole('heading', { name: 'Request Submitted Successfully!' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page.getByRole('link', { name: 'View All Requests (1)' })).toBeVisible();
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

test('privacy that is not saved and an alert that is not sent show the error and keep the input', async ({
  page,
}) => {
  const person = newTeacher('Ekta Kumari', bodhGaya, danapur);
  const other = newTeacher('Firoz Alam', danapur, bodhGaya);
  await postByApi(page, other, (await signUp(page, other)).token);
  await postByApi(page, person, (await signUp(page, person)).token);
  await page.goto('/privacy-management');
  await page.getByLabel('Hide my name').check();
  await failOnce(page, /\/privacy$/);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Failed to update privacy settings. Please try again.')).toBeVisible();
  await expect(page.getByLabel('Hide my name')).toBeChecked();
  await page.goto('/?tab=my');
  const card = page.getByRole('article').filter({ hasText: other.name });
  await openCard(card);
  await card.getByRole('button', { name: 'Send alert' }).click();
  await card.getByLabel('Your message').fill('Shall we swap?');
  await failOnce(page, /\/api\/alerts\//);
  await card.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(card.getByText('Failed to send alert')).toBeVisible();
  await expect(card.getByLabel('Your message')).toHaveValue('Shall we swap?');
});

test('the ten best of many matches are shown first and then the others, and the list has numbered pages', async ({
  page,
  viewport,
}) => {
  const far = { district: 'Kishanganj', block: 'Thakurganj' };
  const near = { district: 'Buxar', block: 'Rajpur' };
  for (const number of Array.from({ length: 12 }).keys()) {
    const other = newTeacher(`Teacher ${String.fromCodePoint(65 + number)}`, near, far);
    await postByApi(page, other, (await signUp(page, other)).token);
  }
  const person = newTeacher('Gayatri Devi', far, near);
  await postByApi(page, person, (await signUp(page, person)).token);
  await page.goto('/?tab=my');
  await expect(page.getByText('Showing top 10 matches out of 12 total.')).toBeVisible();
  const matches = page.locator('section').filter({ hasText: 'Showing top 10 matches' });
  await expect(matches.getByRole('article')).toHaveCount(10);
  await page.getByRole('button', { name: 'Show more matches' }).click();
  await expect(page.getByRole('article').filter({ hasText: /Teacher [A-L]/ })).toHaveCount(12);
  await expect(page.getByText('Showing top')).toHaveCount(0);
  await page.goto('/');
  const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^(Page )?\d+$/ });
  await expect(pages.first()).toBeVisible();
  expect(await pages.count()).toBeLessThanOrEqual((viewport?.width ?? 0) < 900 ? 3 : 5);
});

test('a security check that fails to load is only logged, and can be requested again', async ({ page }) => {
  await page.route('**/api/auth/captcha', (route) => route.fulfill({ status: 503, json: {} }));
  // The first security check of a visit comes with the page; the browser requests later ones.
  await page.goto('/register');
  await page.getByRole('link', { name: 'Sign in' }).last().click();
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute('**/api/auth/captcha');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText(question)).toBeVisible();
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
  await expect(page.getByText('There is no connection right now.')).toBeVisible();
  const menu = page.getByRole('button', { name: 'Open the menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: 'हिंदी में पढ़ें' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'There is no connection right now.' }).first(),
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

test('the Back key goes through the steps of the registration, and keeps the input', async ({ page }) => {
  await page.goto('/login');
  const person = newTeacher('Poonam Sinha', danapur, bodhGaya);
  await fillFirstSteps(page, person);
  await page.goBack();
  await expect(page.getByText('Step 3 of 4')).toBeFocused();
  await expect(page.getByLabel('Full name')).toHaveValue(person.name);
  await page.goBack();
  await expect(page.getByRole('combobox', { name: 'Subject' })).toHaveValue('Mathematics');
  await page.reload();
  await expect(page.getByText('Step 2 of 4')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText('Step 1 of 4')).toBeFocused();
  await page.goForward();
  await page.goForward();
  await expect(page.getByLabel('Full name')).toHaveValue(person.name);
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/login$/);
});
