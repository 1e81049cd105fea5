import { toPaper, whatIsLost } from './paper.ts';
import { newTeacher, postByApi, signUp } from './people.ts';
import { expect, test } from './product.ts';

const danapur = { district: 'Patna', block: 'Danapur' };
const bodhGaya = { district: 'Gaya', block: 'Bodh Gaya' };

test('a member reaches matches, agreements, alerts and the account from every page, and sees who is signed in', {
  tag: '@desk',
}, async ({ page, browser, product, viewport }) => {
  const isPhone = (viewport?.width ?? 0) < 900;
  const person = newTeacher('Sunita Barwala', bodhGaya, danapur);
  const { id } = await signUp(page, person);
  const context = await browser.newContext({ baseURL: product.address });
  const other = await context.newPage();
  const writer = newTeacher('Umesh Barwala', danapur, bodhGaya);
  const { token } = await signUp(other, writer);
  await other.request.post(`/api/alerts/${id}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { message: 'Shall we swap, madam?' },
  });
  await context.close();
  await page.goto('/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Your account: Sunita Barwala' })).toBeVisible();
  await expect(header.getByText('Sunita Barwala')).toBeInViewport();
  const bar = page.getByRole('navigation', { name: 'Shortcuts' });
  await (isPhone ? bar : header).getByRole('link', { name: 'Alerts (1 new)' }).click();
  await expect(page).toHaveURL(/\/alerts$/);
  await expect(page.getByText('Shall we swap, madam?')).toBeVisible();
  if (!isPhone) {
    await expect(bar).toBeHidden();
    await header.getByRole('link', { name: 'Your account: Sunita Barwala' }).click();
    await expect(page).toHaveURL(/\/account$/);
    return;
  }
  await expect(bar.getByRole('link', { name: 'Alerts (1 new)' })).toHaveAttribute('aria-current', 'page');
  await bar.getByRole('link', { name: 'Matches' }).click();
  await expect(page).toHaveURL(/tab=my/);
  await bar.getByRole('link', { name: 'Agreements' }).click();
  await expect(page).toHaveURL(/\/agreements$/);
  await bar.getByRole('link', { name: 'Me', exact: true }).click();
  await expect(page).toHaveURL(/\/account$/);
  await page.getByRole('main').getByRole('button', { name: 'हिंदी में पढ़ें' }).click();
  await expect(bar.or(page.getByRole('navigation', { name: 'शॉर्टकट' }))).toBeInViewport();
  await page.context().clearCookies({ name: 'language' });
});

test('each part of the account is a row with its own page, which older links still open', async ({
  page,
}) => {
  await signUp(page, newTeacher('Rambha Devi', bodhGaya, danapur));
  await page.goto('/account');
  for (const [title, part] of [
    ['What we send you', 'notices'],
    ['What others see of you', 'privacy'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: title }).click();
    await expect(page).toHaveURL(new RegExp(`/account/${part}$`));
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeInViewport();
    await page.getByRole('main').getByRole('link', { name: 'Your account' }).click();
  }
  await page.goto('/account/nothing');
  await expect(page).toHaveURL(/\/account$/);
});

test('places are shown and found in the script of the user’s language', async ({
  page,
  context,
  product,
}) => {
  await signUp(page, newTeacher('Sushila Devi', danapur, bodhGaya));
  await context.addCookies([{ name: 'language', value: 'hi', url: product.address }]);
  await page.goto('/account/profile');
  const district = page.getByRole('combobox', { name: 'वर्तमान ज़िला' });
  await expect(district).toHaveValue('पटना');
  await district.fill('darb');
  await page.getByRole('option', { name: 'दरभंगा' }).click();
  await expect(district).toHaveValue('दरभंगा');
});

test('sent messages stay readable, and received messages are paginated', async ({
  page,
  browser,
  product,
}) => {
  const person = newTeacher('Writer Kumari', bodhGaya, danapur);
  const { token } = await signUp(page, person);
  const context = await browser.newContext({ baseURL: product.address });
  const { id } = await signUp(await context.newPage(), newTeacher('Reader Kumar', danapur, bodhGaya));
  await context.close();
  await page.request.post(`/api/alerts/${id}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { message: 'I wrote this to you.' },
  });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'All alerts' }).click();
  await page.getByRole('link', { name: 'Sent' }).click();
  const card = page.getByRole('article').filter({ hasText: 'I wrote this to you.' });
  await expect(card.getByRole('heading', { name: 'Alert to Reader Kumar' })).toBeVisible();
  await expect(card.getByText('Not read yet')).toBeVisible();
});

test('the Devanagari font loads on an English page only if the page contains Devanagari', async ({
  page,
}) => {
  const faces: string[] = [];
  page.on('request', (request) => {
    if (/\.woff2/.test(request.url())) faces.push(request.url());
  });
  // A machine with a Devanagari font would use it and fetch no file.
  await page.route('**/assets/devanagari-*.css', async (route) => {
    const response = await route.fetch();
    const [local, body] = [/local\([^)]*\),?/g, await response.text()];
    expect(body).toMatch(local);
    await route.fulfill({ response, body: body.replace(local, '') });
  });
  await page.goto('/login');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => true));
  expect(faces).toEqual([]);
  await page.getByLabel('Email').fill('सीता');
  await expect.poll(() => faces.length).toBeGreaterThan(0);
});

test('leaving unsaved privacy settings asks for confirmation', async ({ page }) => {
  const person = newTeacher('Tick Kumari', bodhGaya, danapur);
  const { token } = await signUp(page, person);
  await postByApi(page, person, token);
  await page.goto('/privacy-management');
  const tick = page.getByLabel('Hide my phone');
  await tick.check();
  await page.getByRole('link', { name: 'Mutual Transfer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(tick).toBeChecked();
  await page.getByRole('link', { name: 'Mutual Transfer' }).click();
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/privacy-management');
  await tick.check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Privacy settings updated successfully!')).toBeVisible();
  await page.getByRole('link', { name: 'Mutual Transfer' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('in print, a request and a match have no controls', async ({ page, browser, product }) => {
  const person = newTeacher('Paper Kumari', bodhGaya, danapur);
  const { token } = await signUp(page, person);
  await postByApi(page, person, token);
  const context = await browser.newContext({ baseURL: product.address });
  const other = await context.newPage();
  const partner = newTeacher('Paper Kumar', danapur, bodhGaya);
  await postByApi(other, partner, (await signUp(other, partner)).token);
  await context.close();
  await page.goto('/?tab=my');
  const match = page.getByRole('article').filter({ hasText: partner.email });
  await expect(match).toBeVisible();
  await toPaper(page);
  await expect(page.getByText(`${person.name} wants to live with the family.`)).toBeVisible();
  await expect(match.getByText('Danapur, Patna')).toBeVisible();
  await expect(match.getByText(partner.phone)).toBeVisible();
  expect(await whatIsLost(page)).toEqual({ overflow: 0, pressed: 0 });
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
});

test('the content fills most of a wide screen', async ({ page }) => {
  await page.setViewportSize({ width: 1900, height: 900 });
  await page.goto('/');
  const width = await page.getByRole('main').evaluate((main) => main.getBoundingClientRect().width);
  expect(width).toBeGreaterThan(1500);
});

test('the dashboard polls every 30 seconds, and not in a hidden tab', async ({ page }) => {
  const person = newTeacher('Poonam Singh', bodhGaya, danapur);
  const { token } = await signUp(page, person);
  const own = page.getByRole('article').filter({ hasText: person.name });
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(page.getByText('You have not posted a request yet.')).toBeVisible();
  await postByApi(page, person, token);
  // Real time passes meanwhile too, so half of the 30 seconds are left to a slow machine.
  await page.clock.runFor(15_000);
  await expect(own).toBeHidden();
  await page.clock.runFor(16_000);
  await expect(own).toBeVisible();
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/dashboard')) calls += 1;
  });
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.clock.runFor(61_000);
  expect(calls).toBe(0);
});
