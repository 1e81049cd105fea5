import { newTeacher, picker, postByApi, signUp } from './people.ts';
import { expect, test } from './product.ts';

const bodhGaya = { district: 'Gaya', block: 'Bodh Gaya' };
const danapur = { district: 'Patna', block: 'Danapur' };

/** Link that seeks a teacher of mathematics, 6-8, from Bodh Gaya to Danapur; share-code.test.ts checks the code. */
const link = '/i/en/2gwi35';

test('a selected language is stored, and the page keeps its filters', async ({ page }) => {
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

test('filters are in the URL, and Back restores the previous ones', { tag: '@desk' }, async ({ page }) => {
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

test('protected screens lead to the login, and then back to the requested page', async ({ page }) => {
  await page.goto('/transfer-request');
  await expect(page).toHaveURL(/\/login$/);
});

test('an unknown address or link shows a page that says so, inside the frame', async ({ page }) => {
  for (const address of ['/no-such-page', '/i/en/zzzzzzzzzz']) {
    const response = await page.goto(address);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(
      'There is no such page',
    );
    await expect(page.getByRole('banner')).toBeVisible();
  }
});

test('the menu of a phone contains every link', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('link', { name: 'Register' })).toBeHidden();
});

test('a visitor filters the list by the map, and removes the filter again', async ({ page }) => {
  const person = newTeacher('Narendra Mandal', bodhGaya, danapur);
  const { token } = await signUp(page, person);
  await postByApi(page, person, token);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/?urgency=medium');
  await page.getByText('Map of the districts').click();
  const map = page.getByRole('list', { name: 'Map of the districts' });
  await map.getByRole('link', { name: /^Patna\. Want to come: [\d,]+, Want to leave: [\d,]+/ }).click();
  await expect(page).toHaveURL(/urgency=medium&district=Patna/);
  await expect(page.getByRole('row', { name: /Narendra Mandal/ })).toBeVisible();
  await map.getByRole('link', { name: /^Khagaria/ }).press('Enter');
  await expect(page).toHaveURL(/district=Khagaria/);
  await expect(page.getByText('No requests fit these filters.')).toBeVisible();
  await map.getByRole('link', { name: /^Khagaria/ }).click();
  await expect(page).not.toHaveURL(/district=/);
  await page.getByRole('radio', { name: 'Want to leave' }).check({ force: true });
  await map.getByRole('link', { name: /^Gaya\. / }).click();
  await expect(page).toHaveURL(/urgency=medium&fromDistrict=Gaya/);
  await expect(page.getByRole('row', { name: /Narendra Mandal/ })).toBeVisible();
  await map.getByRole('link', { name: /^Khagaria/ }).press('Enter');
  await expect(page.getByText('No requests fit these filters.')).toBeVisible();
  await map.getByRole('link', { name: /^Khagaria/ }).click();
  await expect(page).not.toHaveURL(/fromDistrict=/);
  await expect(page).toHaveURL(/urgency=medium/);
});

test('a visitor reads what the latest plan says', async ({ page }) => {
  await page.route('**/api/plan', (route) =>
    route.fulfill({
      json: {
        isPlanned: true,
        plannedAt: '2026-11-20T20:30:00.000Z',
        teachers: 12_345,
        maxRing: 10,
        moved: 4_321,
        movedInPairs: 900,
      },
    }),
  );
  await page.goto('/privacy-notice');
  await page.waitForLoadState('networkidle');
  await page.getByRole('link', { name: 'Mutual Transfer' }).click();
  await expect(
    page.getByText(
      'Of 12,345 teachers with a request, 4,321 could move in rings of up to 10; pairs alone would move 900. (Plan of 21 Nov 2026)',
    ),
  ).toBeVisible();
});

test('a shared link has a card for previews, and names no teacher', async ({ page }) => {
  const text = await (await page.request.get(link)).text();
  const property = (name: string) =>
    new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(text)?.[1] ?? '';
  expect(property('title')).toBe('One teacher is missing');
  expect(property('description')).toContain('Bodh Gaya, Gaya');
  expect(property('locale')).toBe('en_IN');
  const tags = [...text.matchAll(/<meta property="(og:[^"]*)"/g)].map(([, name]) => name);
  expect(tags).toEqual([...new Set(tags)]);
  const card = await page.request.get(property('image'));
  expect(card.headers()['content-type']).toBe('image/png');
  const hindi = await (await page.request.get('/i/hi/2gwi35')).text();
  expect(hindi).toContain('content="एक शिक्षक की कमी है"');
  expect((await page.request.get('/i/en/zzzzzzzzzz')).status()).toBe(404);
});

test('a teacher who opens a shared link finds the registration filled in, and is counted once', async ({
  page,
}) => {
  const visits: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/shares/visits')) visits.push(request.postData() ?? '');
  });
  const counted = page.waitForResponse((response) => response.url().endsWith('/api/shares/visits'));
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'One teacher is missing' })).toBeVisible();
  expect((await counted).status()).toBe(200);
  await page.reload();
  const question = page.getByRole('form', { name: 'Your chances' });
  const asked = await question.evaluate((form: HTMLFormElement) => [...new FormData(form).values()]);
  expect(asked).toEqual(['Gaya', 'Patna', 'Mathematics', '6-8']);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(/\/register\?.*by=2gwi35/);
  await expect(picker(page, 'Current district')).toHaveValue('Gaya');
  await expect(picker(page, 'Current posting block')).toHaveValue('Bodh Gaya');
  await expect(picker(page, 'Desired district')).toHaveValue('Patna');
  await expect(picker(page, 'Desired block')).toHaveValue('Danapur');
  expect(visits).toHaveLength(1);
});

test('the invitation on the dashboard shares the link with the card', async ({ page }) => {
  await signUp(page, newTeacher('Asha Rani', bodhGaya, danapur));
  await page.goto('/dashboard');
  const invitation = page.getByRole('region', { name: 'Invite other teachers' });
  await invitation.getByRole('heading').click();
  const whatsApp = invitation.getByRole('link', { name: 'WA: share on WhatsApp' });
  await expect(whatsApp).toHaveAttribute('href', /%2Fi%2Fen%2F0$/);
});
