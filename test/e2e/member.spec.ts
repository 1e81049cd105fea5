import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { choose, type NewTeacher, newTeacher, openCard, password, postByApi, signUp } from './people.ts';
import { expect, test } from './product.ts';

const danapur = { district: 'Patna', block: 'Danapur' };
/** Two places that no other journey swaps. */
const katoria = { district: 'Banka', block: 'Katoria' };
const jhajha = { district: 'Jamui', block: 'Jhajha' };
const bodhGaya = { district: 'Gaya', block: 'Bodh Gaya' };

/** Creates two teachers who can swap places, each on a separate page. */
async function pair(browser: Browser, baseURL: string, names: readonly [string, string]) {
  const member = async (person: NewTeacher) => {
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    const { token } = await signUp(page, person);
    await postByApi(page, person, token);
    return { page, person, token };
  };
  const first = await member(newTeacher(names[0], bodhGaya, danapur));
  const second = await member(newTeacher(names[1], danapur, bodhGaya));
  const close = async () => {
    for (const { page } of [first, second]) await page.context().close();
  };
  return { first, second, close };
}

const cardOf = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name }).first();

test('a teacher sends an alert to a match, who reads and hides it', async ({ browser, product }) => {
  const { first, second, close } = await pair(browser, product.address, ['Geeta Kumari', 'Manoj Paswan']);
  await first.page.goto('/dashboard');
  const card = cardOf(first.page, second.person.name);
  await openCard(card);
  await card.getByRole('button', { name: 'Send alert' }).click();
  const form = card.getByRole('form', { name: `Alert to ${second.person.name}` });
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form.getByText('Please write a message.')).toBeVisible();
  await form.getByLabel('Your message').fill('Shall we swap? I can move in June.');
  await form.getByRole('button', { name: 'Send' }).dblclick();
  await expect(card.getByText('Alert sent successfully')).toBeVisible();

  await second.page.goto('/dashboard');
  const panel = second.page.getByRole('region', { name: 'Alerts' });
  await expect(panel.getByText('1 new')).toBeVisible();
  const alert = cardOf(second.page, 'Shall we swap? I can move in June.');
  await openCard(alert);
  await expect(alert.getByText(first.person.phone)).toBeVisible();
  await expect(alert.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute(
    'href',
    new RegExp(`text=${encodeURIComponent(`Namaste, I am ${second.person.name}.`)}`),
  );
  await alert.getByRole('button', { name: `Answer: ${first.person.name}` }).click();
  await alert.getByLabel('Your message').fill('Yes, in June.');
  await alert.getByRole('button', { name: 'Send' }).click();
  await expect(alert.getByText('Alert sent successfully')).toBeVisible();
  await alert.getByRole('button', { name: 'Mark as read' }).click();
  await expect(panel.getByText('1 new')).toBeHidden();
  await alert.getByRole('button', { name: 'Hide' }).click();
  await expect(panel.getByText('Hidden', { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Hide Alerts' }).click();
  await expect(alert).toBeHidden();
  await panel.getByRole('button', { name: 'Unhide Alerts' }).click();
  await expect(alert).toBeVisible();
  await close();
});

test('the hidden fields of a request are changed on the dashboard and the privacy screen, and are hidden everywhere', async ({
  browser,
  product,
}) => {
  const { first, second, close } = await pair(browser, product.address, ['Rekha Sinha', 'Ajay Thakur']);
  await first.page.goto('/dashboard');
  const own = cardOf(first.page, first.person.name);
  await openCard(own);
  await expect(own.getByText('Nothing is hidden')).toBeVisible();
  await own.getByRole('button', { name: 'Privacy Settings' }).click();
  await expect(own.getByRole('button', { name: 'Save' })).toBeHidden();
  await own.getByLabel('Hide my phone').check();
  await own.getByRole('button', { name: 'Save' }).click();
  await expect(own.getByText('Privacy settings updated successfully!')).toBeVisible();
  await expect(own.getByText('Privacy settings updated successfully!')).toBeHidden();
  await expect(own.getByText('Hidden: phone')).toBeVisible();

  await first.page.getByRole('link', { name: /Privacy Active/ }).click();
  await expect(first.page).toHaveURL(/\/privacy-management$/);
  await first.page.getByLabel('Hide my name').check();
  await first.page.getByRole('button', { name: 'Save' }).click();
  await expect(first.page.getByText('Privacy settings updated successfully!')).toBeVisible();
  await first.page.goto('/privacy-management?request=0190a000-0000-7000-8000-000000000000');
  await expect(first.page.getByText('Request ID not found')).toBeVisible();

  await second.page.goto('/?tab=my');
  const match = second.page.getByRole('article').filter({ hasText: first.person.email });
  await expect(match.getByText('Perfect Match')).toBeVisible();
  await expect(match.getByRole('heading', { name: 'Hidden' })).toBeVisible();
  expect(await match.textContent()).not.toContain(first.person.phone);
  expect(await match.textContent()).not.toContain(first.person.name);
  await close();
});

test('a teacher changes the status of a request, and deletes it after a confirmation', async ({ page }) => {
  const person = newTeacher('Lalita Kumari', katoria, jhajha);
  const { token } = await signUp(page, person);
  await postByApi(page, person, token);
  await page.goto('/dashboard');
  const own = cardOf(page, person.name);
  await openCard(own);
  await own.getByRole('button', { name: 'A swap is agreed' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'A swap is agreed' }).click();
  await expect(page.getByText('Your request is up to date: Pending.')).toBeVisible();
  await own.getByRole('button', { name: 'It fell through' }).click();
  await expect(page.getByText('Your request is up to date: Active.')).toBeVisible();
  await own.getByRole('button', { name: 'Renew for 180 days' }).click();
  await expect(page.getByText(/^Renewed until/)).toBeVisible();
  await own.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await expect(
    dialog.getByText('Are you sure you want to delete this transfer request? This action cannot be undone.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(own).toBeVisible();
  await own.getByRole('button', { name: 'Delete' }).click();
  // The list at the same address may be fetched again meanwhile.
  const requests = '**/api/requests/*';
  await page.route(requests, (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  );
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByText('Failed to delete transfer request. Please try again.')).toBeVisible();
  await page.unroute(requests);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Transfer request deleted successfully')).toBeVisible();
  await expect(page.getByText('You have not posted')).toBeVisible();
});

test('a teacher whose transfer is complete states the new place', async ({ page }) => {
  const person = newTeacher('Sarita Kumari', katoria, jhajha);
  const { token } = await signUp(page, person);
  await postByApi(page, person, token);
  await page.goto('/?tab=my');
  const own = cardOf(page, 'Has something changed?');
  await openCard(own);
  await own.getByRole('button', { name: 'A swap is agreed' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'A swap is agreed' }).click();
  await own.getByRole('button', { name: 'I have moved' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('combobox', { name: 'New block' })).toHaveValue('Jhajha');
  await dialog.getByRole('button', { name: 'I have moved' }).click();
  await expect(page.getByText('Your request is up to date: Completed.')).toBeVisible();
  await page.goto('/account/profile');
  await expect(page.getByRole('combobox', { name: 'Current posting block' })).toHaveValue('Jhajha');
});

test('a teacher who has moved changes the posting, and the active request follows', async ({ page }) => {
  const person = newTeacher('Asha Verma', bodhGaya, danapur);
  const { token } = await signUp(page, person);
  await postByApi(page, person, token);
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Your profile' }).click();
  await page.getByRole('link', { name: 'Edit: Your profile' }).click();
  await expect(page.getByRole('textbox', { name: 'School name' })).toHaveValue(person.schoolName);
  await page.getByRole('textbox', { name: 'School name' }).fill('Kanya Madhya Vidyalaya');
  await choose(page, 'Current posting block', 'Amas');
  await page.getByLabel('Mobile number').fill('12345');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByLabel('Mobile number')).toBeFocused();
  await page.getByLabel('Mobile number').fill(person.phone);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Your changes have been saved.')).toBeVisible();
  await page.goto('/dashboard');
  await openCard(cardOf(page, person.name));
  await expect(cardOf(page, person.name).getByText('Amas, Gaya')).toBeVisible();
});

test('a teacher changes the password, downloads the data, and erases the account', async ({ page }) => {
  const person = newTeacher('Kiran Bala', bodhGaya, danapur);
  await signUp(page, person);
  await page.goto('/account/password');
  const change = page.getByRole('region', { name: 'Change password' });
  await change.getByLabel('Current password').fill(password);
  await change.getByLabel(/^New password(?! again)/).fill('a loud mango orchard');
  await change.getByLabel('New password again').fill('a loud mango');
  await change.getByRole('button', { name: 'Change password' }).click();
  await expect(change.getByText('New passwords do not match')).toBeVisible();
  await change.getByLabel('New password again').fill('a loud mango orchard');
  await change.getByRole('button', { name: 'Change password' }).click();
  await expect(change.getByText('Your password has been changed.')).toBeVisible();

  await page.goto('/account/data');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain(person.email);

  const missing: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 404) missing.push(response.url());
  });
  await page.goto('/account/delete');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill('not it');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(dialog.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Current password').fill('a loud mango orchard');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText('Your account has been deleted.')).toBeVisible();
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login$/);
  expect(missing).toEqual([]);
});

test('logging out ends the session here and on the server, and leads to the start page', async ({ page }) => {
  const { token } = await signUp(page, newTeacher('Usha Rani', bodhGaya, danapur));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Usha Rani' })).toBeVisible();
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const ended = page.waitForResponse('**/api/auth/logout');
  await page.getByRole('button', { name: 'Logout' }).click();
  expect((await ended).ok()).toBe(true);
  await expect(page.getByRole('heading', { level: 1, name: 'Transfer Requests' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  const profile = await page.request.get('/api/auth/profile', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(profile.status()).toBe(401);
});

test('the input and data of one person are not shown to the next in the same tab', async ({
  page,
  context,
}) => {
  const logOut = async () => {
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
  };
  const first = newTeacher('Madhuri Sinha', bodhGaya, danapur);
  const other = newTeacher('Naresh Rai', danapur, bodhGaya);
  await postByApi(page, other, (await signUp(page, other)).token);
  await signUp(page, first);
  await page.goto('/transfer-request');
  await page.getByLabel('Reason').fill('A private matter of mine.');
  await page.getByRole('link', { name: 'Mutual Transfer' }).click();
  await expect(page.getByText('I can move at the end of the term.').first()).toBeAttached();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await logOut();
  await expect(page.getByText('I can move at the end of the term.')).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await context.setOffline(false);
  await signUp(page, newTeacher('Ritu Raj', bodhGaya, danapur));
  await page.goto('/transfer-request');
  await expect(page.getByLabel('Reason')).toHaveValue('');
});

test('a response that arrives after logging out does not sign in again', async ({ page }) => {
  await signUp(page, newTeacher('Pratima Devi', bodhGaya, danapur));
  await page.goto('/account/password');
  const change = page.getByRole('region', { name: 'Change password' });
  await change.getByLabel('Current password').fill(password);
  await change.getByLabel(/^New password(?! again)/).fill('a late mango orchard');
  await change.getByLabel('New password again').fill('a late mango orchard');
  const { promise: isLetThrough, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route('**/api/auth/password', async (route) => {
    await isLetThrough;
    await route.continue();
  });
  await change.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  const late = page.waitForResponse('**/api/auth/password');
  letThrough();
  await late;
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});
