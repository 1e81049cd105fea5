import type { Browser, Page } from '@playwright/test';
import { type NewTeacher, newTeacher, postByApi, signUp } from './people.ts';
import { expect, test } from './product.ts';

const danapur = { district: 'Patna', block: 'Danapur' };
const bodhGaya = { district: 'Gaya', block: 'Bodh Gaya' };
// Places that no other test asks about, because answers are cached for a minute.
const munger = { district: 'Munger', block: 'Jamalpur' };
const nawada = { district: 'Nawada', block: 'Hisua' };
const lauriya = { district: 'West Champaran', block: 'Lauriya' };
const halsi = { district: 'Lakhisarai', block: 'Halsi' };
const question = '/?mine=Gaya&wish=Patna&teach=Mathematics&level=6-8';

/** Creates teachers with a request each. */
async function teachers(browser: Browser, baseURL: string, people: readonly NewTeacher[]): Promise<void> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  for (const person of people) await postByApi(page, person, (await signUp(page, person)).token);
  await context.close();
}

async function ask(page: Page, mine: string, wish: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Your chances' });
  await form.getByLabel('I work in').selectOption(mine);
  await form.getByLabel('I want to go to').selectOption(wish);
  await form.getByLabel('I teach').selectOption('Mathematics');
  await form.getByLabel('Class level').selectOption('6-8');
  await form.getByRole('button', { name: 'Show my chances' }).click();
}

test('a visitor reads what the product is, what it costs and how to begin, and asks for their chances on the same page', async ({
  page,
  browser,
  product,
}) => {
  const people = Array.from({ length: 5 }, (_, number) =>
    newTeacher(`Swapper ${'ABCDE'.charAt(number)}`, nawada, munger),
  );
  await teachers(browser, product.address, people);
  await page.goto('/');
  const head = page.getByRole('region', { name: 'Find a teacher to swap places with' });
  await expect(head.getByText('For government school teachers in Bihar')).toBeVisible();
  await expect(head.getByText('There is no fee today.')).toBeVisible();
  await expect(head.getByRole('listitem')).toHaveText([
    'Say where you work and where you want to go.',
    'See who can swap with you, directly or in a ring.',
    'Talk, agree, and apply to the department together.',
  ]);
  await expect(head.getByRole('button')).toHaveCount(1);
  await expect(head.getByRole('link', { name: 'Create Account' })).toHaveAttribute('href', '/register');
  await expect(head.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
  await ask(page, munger.district, nawada.district);
  const numbers = head.getByRole('status').getByRole('listitem');
  await expect(numbers).toHaveText([
    /^\d+ teachers of your subject and classes want to come to Munger$/,
    /^\d+ of them work in Nawada$/,
  ]);
  for (const number of await numbers.allTextContents())
    expect(Number.parseInt(number, 10)).toBeGreaterThanOrEqual(people.length);
  await expect(page).toHaveURL(/mine=Munger/);
  await head.getByRole('link', { name: 'Create Account' }).click();
  await expect(page.getByRole('combobox', { name: 'Current district' })).toHaveValue('Munger');
  await expect(page.getByRole('combobox', { name: 'Desired district' })).toHaveValue('Nawada');
  await expect(page.getByLabel('Subject', { exact: false }).first()).toHaveValue('Mathematics');
});

test('the visitor’s question is answered without JavaScript', async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.address, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/?mine=Araria&wish=Arwal&teach=Music&level=1-5');
  const none =
    'No direct swap yet, and no ring found. Post a request: you get an alert as soon as one includes you.';
  await expect(page.getByText('want to come to Araria')).toBeVisible();
  await expect(page.getByText(none)).toBeVisible();
  await page.getByLabel('I teach').selectOption('Hindi');
  await page.getByRole('button', { name: 'Show my chances' }).click();
  await expect(page).toHaveURL(/teach=Hindi/);
  await expect(page.getByText('want to come to Araria')).toBeVisible();
  await context.close();
});

test('texts for visitors are never shown to members, even before hydration', async ({ page }) => {
  await signUp(page, newTeacher('Member Kumari', bodhGaya, danapur));
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Transfer Requests' })).toBeVisible();
  const head = page.getByText('Find a teacher to swap places with');
  await expect(head).toBeHidden();
  resolve();
  await expect(page.getByRole('link', { name: 'Your account: Member Kumari' })).toBeVisible();
  await expect(head).toHaveCount(0);
});

test('page 2 of the list shows its number, and is scrolled to the list', async ({
  page,
  browser,
  product,
}) => {
  const blocks = ['Amas', 'Atri', 'Belaganj', 'Fatehpur', 'Guraru', 'Imamganj', 'Khizarsarai', 'Manpur'];
  const people = [...blocks, 'Mohanpur', 'Sherghati', 'Wazirganj'].map((block) =>
    newTeacher(`Pager ${block}`, danapur, { district: 'Gaya', block }),
  );
  await teachers(browser, product.address, people);
  await page.goto(question);
  const second = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 2' });
  await second.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transfer Requests, page 2');
  await expect(page).toHaveTitle(/page 2/);
  await expect(page.getByText('Find a teacher to swap places with')).toHaveCount(0);
  const list = page.getByRole('region', { name: 'All Requests' });
  await expect(list.getByText(/· Page 2/)).toBeInViewport();
  await expect(list.getByRole('rowheader').first()).toBeInViewport();
});

test('links of the list have unique names', async ({ page, browser, product }) => {
  await teachers(browser, product.address, [
    newTeacher('Link One', danapur, bodhGaya),
    newTeacher('Link Two', danapur, { district: 'Gaya', block: 'Amas' }),
  ]);
  await page.goto('/');
  for (const opener of await page.getByRole('table').locator('summary').all()) await opener.press('Enter');
  const texts = await page.getByRole('row').getByRole('link').allTextContents();
  expect(texts.length).toBeGreaterThan(1);
  expect(new Set(texts).size).toBe(texts.length);
});

test('three requests fit a phone’s screen, a desktop shows them as a table, and a press shows the details', async ({
  page,
  browser,
  product,
}) => {
  const people = ['Ek', 'Do', 'Teen'].map((name) => newTeacher(`Row ${name}`, lauriya, halsi));
  await teachers(browser, product.address, people);
  await page.goto('/?fromBlock=Lauriya&fromDistrict=West+Champaran');
  const rows = page.getByRole('rowheader', { name: /^Row (Ek|Do|Teen)$/ }).locator('..');
  await expect(rows).toHaveCount(people.length);
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  // Height of a phone with 640 pixels minus the header and the bar of members.
  expect(heights.reduce((sum, height) => sum + height + 8, 0)).toBeLessThan(640 - 56 - 57);
  const [from, to] = [rows.first().getByRole('cell').nth(0), rows.first().getByRole('cell').nth(2)];
  const isOneLine = async () => (await from.boundingBox())?.y === (await to.boundingBox())?.y;
  expect(await isOneLine()).toBe(false);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(isOneLine).toBe(true);
  const reason = page.getByText('Row Do wants to live with the family.');
  await expect(reason).toBeHidden();
  await page
    .getByRole('row')
    .filter({ hasText: 'Row Do' })
    .click({ position: { x: 20, y: 12 } });
  await expect(reason).toBeVisible();
  await expect(page.getByRole('link', { name: /^Log in to see contact details.*Row Do/ })).toBeVisible();
});

test('each filter that is set can be removed alone, and a phone offers the filters in a sheet', async ({
  page,
}) => {
  await page.goto('/?district=Gaya&subject=Music&search=unheard');
  const chosen = page.getByRole('list', { name: 'Filters' });
  await expect(chosen.getByRole('listitem')).toHaveText(['“unheard”', 'To: Gaya', 'Music', 'Reset']);
  await chosen.getByRole('link', { name: 'Remove filter: “unheard”' }).click();
  await expect(page).toHaveURL(/\?district=Gaya&subject=Music$/);
  await expect(chosen.getByRole('link', { name: 'Remove filter: To: Gaya' })).toBeFocused();
  await chosen.getByRole('link', { name: 'Remove filter: Music' }).click();
  await expect(page).toHaveURL(/\?district=Gaya$/);
  await expect(chosen.getByRole('link', { name: 'Remove filter: To: Gaya' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(chosen).toBeHidden();
  await expect(page.getByRole('heading', { name: 'All Requests' })).toBeFocused();
  await page.getByText('Filters', { exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByLabel('Class level').selectOption('6-8');
  await expect(page.getByRole('search').getByLabel('Class level')).toHaveCount(1);
  await sheet.getByRole('button', { name: /^Show \(\d+\)$/ }).click();
  await expect(sheet).toBeHidden();
  await expect(chosen).toContainText('6-8 Upper Primary');
});
