/** What a first page downloads; this file is long because it holds each screen to its budget, and what comes before the scripts. */
import { get } from 'node:http';
import type { Page } from '@playwright/test';
import { answerCaptcha, choose, newTeacher, password, picker, postByApi, signUp } from './people.ts';
import { expect, test } from './product.ts';

/** Scripts with the headers of their answers, in bytes as they travel; the public list may not pass 130,000. */
const budgets = { '/': 130_000, '/login': 133_000, '/register': 157_000 };
const budgetsSignedIn = { '/dashboard': 154_500, '/transfer-request': 180_000 };

const otherLanguage = { en: /\/hi-|\.woff2?/, hi: /\/en-/ };
const administration = /admin|plan|chart/;

test.describe('the first page of a visit costs little, and has nothing of the other language, on', () => {
  for (const [address, budget] of Object.entries(budgets)) {
    test(address, async ({ page, baseURL }) => {
      await expectWithin(budget, page, address, baseURL ?? '');
    });
  }
});

test('the first page of a visit costs little in Hindi too', async ({ page, product, context }) => {
  await context.addCookies([{ name: 'language', value: 'hi', url: product.address }]);
  await expectWithin(budgets['/'], page, '/', product.address, 'hi');
});

test('a list in Hindi names its blocks in Hindi from the first, and those of a district once one is chosen', async ({
  page,
  product,
  context,
}) => {
  const person = newTeacher(
    'Bina Kumari',
    { district: 'Patna', block: 'Danapur' },
    { district: 'Gaya', block: 'Amas' },
  );
  const { token } = await signUp(page, person);
  await postByApi(page, person, token);
  await page.evaluate(() => localStorage.clear());
  await context.addCookies([{ name: 'language', value: 'hi', url: product.address }]);
  const row = page.getByRole('row').filter({ hasText: person.name });
  const release = await holdScripts(page);
  // The server shows a list for a second to all who ask for it: until it holds the request.
  await expect(async () => {
    await page.goto('/?search=Bina', { waitUntil: 'domcontentloaded' });
    await expect(row).toContainText('दानापुर, पटना', { timeout: 3_000 });
  }).toPass();
  release();
  // The face of Devanagari comes when the page is hydrated.
  await expect(page.locator('body link[href*="devanagari"]')).toBeAttached();
  await page.getByText('फ़िल्टर', { exact: true }).click();
  await expect(row).toContainText('आमस, गया');
  await page.getByLabel('इच्छित ज़िला').selectOption('Gaya');
  await expect(page.getByLabel('इच्छित प्रखंड').getByRole('option', { name: 'आमस' })).toBeAttached();
  await page.getByRole('button', { name: /^दिखाएँ/ }).click();
  await expect(row).toContainText('आमस, गया');
});

test('the screens of a teacher cost little, and have nothing of the other language or of the administration', async ({
  page,
  baseURL,
  context,
}) => {
  const person = newTeacher(
    'Kiran Kumari',
    { district: 'Patna', block: 'Danapur' },
    { district: 'Gaya', block: 'Amas' },
  );
  const { token } = await signUp(page, person);
  await postByApi(page, person, token);
  for (const [address, budget] of Object.entries(budgetsSignedIn)) {
    await expectWithin(budget, await context.newPage(), address, baseURL ?? '');
  }
});

/** Keeps the page's scripts away. @returns what lets them come. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: scriptsMayCome, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scriptsMayCome;
    await route.continue();
  });
  return resolve;
}

/** Opens a page and adds up what came. */
async function expectWithin(
  budget: number,
  page: Page,
  address: string,
  origin: string,
  language: 'en' | 'hi' = 'en',
): Promise<void> {
  const fetched = new Set<string>();
  page.on('response', (response) => fetched.add(response.url()));
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  const urls = [...fetched];
  const own = urls.filter((url) => url.startsWith(origin));
  const sizes = await Promise.all(own.filter((url) => url.endsWith('.js')).map(travelledBytes));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(sizes.length).toBeGreaterThan(5);
  expect(total, `${total} bytes of scripts on ${address}`).toBeLessThanOrEqual(budget);
  expect(own.filter((url) => otherLanguage[language].test(url) || administration.test(url))).toEqual([]);
  expect(urls.filter((url) => !own.includes(url))).toEqual([]);
}

test('a reader without scripts finds the title of a page, what the product is, and the preview of a link', async ({
  baseURL,
}) => {
  for (const [language, locale] of [
    ['en', 'en_IN'],
    ['hi', 'hi_IN'],
  ]) {
    for (const address of ['/', '/login', '/register', '/dashboard']) {
      const headers = { cookie: `language=${language}` };
      const html = await (await fetch(`${baseURL}${address}`, { headers })).text();
      expect(html, address).toMatch(/<title>[^<]+ · [^<]+<\/title>/);
      for (const name of ['description', 'og:title', 'og:description', 'og:type', 'og:site_name']) {
        expect(html, `${name} of ${address}`).toMatch(
          new RegExp(`<meta content="[^"]+" (name|property)="${name}"`),
        );
      }
      expect(html).toContain(`<meta content="${locale}" property="og:locale"`);
    }
  }
});

test('a page brings its style sheet, and names the file of the libraries before it begins', async ({
  page,
  baseURL,
}) => {
  for (const address of ['/', '/dashboard']) {
    const answer = await fetch(`${baseURL}${address}`);
    expect(answer.headers.get('link')).toMatch(/^<\/assets\/vendor-[\w-]+\.js>; rel=modulepreload$/);
    await page.goto(address, { waitUntil: 'networkidle' });
    const styles = await page.evaluate(() =>
      performance.getEntriesByType('resource').filter(({ name }) => /style-.*\.css/.test(name)),
    );
    expect(styles).toEqual([]);
    await expect(page.locator('head > style')).toHaveCount(1);
    await expect(page.getByRole('banner')).toHaveCSS('position', 'sticky');
  }
});

test('the dashboard asks for what it shows while it is checked who may see it', async ({ page }) => {
  await signUp(
    page,
    newTeacher('Rekha Devi', { district: 'Patna', block: 'Danapur' }, { district: 'Gaya', block: 'Amas' }),
  );
  const early = ['/api/requests/my', '/api/alerts', '/api/auth/profile'].map((path) =>
    page.waitForRequest((request) => request.url().includes(path)),
  );
  await page.route('**/api/payment/status', async (route) => {
    await Promise.all(early);
    await route.continue();
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome, Rekha Devi' })).toBeVisible();
});

test('what was asked early and is not needed is read to its end, and keeps no connection', async ({
  page,
}) => {
  await signUp(
    page,
    newTeacher('Sarita Devi', { district: 'Patna', block: 'Danapur' }, { district: 'Gaya', block: 'Amas' }),
  );
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome, Sarita Devi' })).toBeVisible();
  // The status is cached now, so that no call takes the second answer.
  const isRead = page.waitForEvent('requestfinished', (request) => request.url().includes('/payment/status'));
  await page.reload();
  await isRead;
});

test('lists of places come when a form is begun', async ({ page }) => {
  const lists = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').filter(({ name }) => /api.reference/.test(name)),
    );
  await page.goto('/register', { waitUntil: 'networkidle' });
  expect(await lists()).toEqual([]);
  await page.getByLabel('School name').focus();
  await expect(page.getByRole('combobox', { name: 'Current district' })).toBeVisible();
  await choose(page, 'Current district', 'Gaya');
  await expect(picker(page, 'Current district')).toHaveValue('Gaya');
});

test('what is chosen is shown, also by a list that was there before the form', async ({ page }) => {
  await signUp(
    page,
    newTeacher('Anita Rai', { district: 'Patna', block: 'Danapur' }, { district: 'Gaya', block: 'Amas' }),
  );
  await page.goto('/account');
  await expect(page.getByRole('combobox', { name: 'Current posting block' })).toHaveValue('Danapur');
  await page.getByRole('link', { name: 'Mutual Transfer' }).click();
  await expect(page.getByRole('heading', { name: 'Transfer Requests' })).toBeVisible();
  await page.goBack();
  for (const [label, place] of [
    ['Current district', 'Patna'],
    ['Current posting block', 'Danapur'],
    ['Desired district', 'Gaya'],
    ['Desired block', 'Amas'],
  ] as const) {
    await expect(page.getByRole('combobox', { name: label })).toHaveValue(place);
  }
});

test('where the checks of a form cannot be fetched, the API checks alone', async ({ page }) => {
  await page.route('**/assets/form-checks-*.js', (route) => route.abort());
  await page.goto('/login');
  await expect(page.getByText(/What is/)).toBeVisible();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
});

/** How many bytes a file is on the way to a browser that reads Brotli, with the headers of its answer. */
function travelledBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      let bytes = response.rawHeaders.join('::').length;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(bytes));
    }).on('error', reject);
  });
}

test('what is typed before the page is hydrated is kept: a place in full is chosen, a part of one is searched', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto('/register', { waitUntil: 'domcontentloaded' });
  await page.getByLabel('School name').fill('Rajkiya Madhya Vidyalaya');
  await picker(page, 'Current district').fill('gaya');
  await picker(page, 'Desired district').fill('pat');
  release();
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Patna']);
  await page.getByRole('option', { name: 'Patna' }).click();
  await expect(picker(page, 'Desired district')).toHaveValue('Patna');
  await expect(picker(page, 'Current district')).toHaveValue('Gaya');
  await expect(page.getByLabel('School name')).toHaveValue('Rajkiya Madhya Vidyalaya');
});

test('a press before the page is hydrated is kept: the login signs in, the menu opens', async ({ page }) => {
  const person = newTeacher(
    'Sudha Kumari',
    { district: 'Patna', block: 'Danapur' },
    { district: 'Gaya', block: 'Amas' },
  );
  await signUp(page, person);
  await page.evaluate(() => localStorage.clear());
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'domcontentloaded' });
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').first().fill(password);
  await answerCaptcha(page);
  const submit = page.getByRole('button', { name: 'Sign In' });
  await submit.click();
  await expect(submit).toHaveAttribute('data-busy', '');
  release();
  await expect(page.getByRole('heading', { name: 'Welcome, Sudha Kumari' })).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  const releaseAgain = await holdScripts(page);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(page.getByRole('button', { name: 'Close the menu' })).toHaveCount(0);
  releaseAgain();
  await expect(page.getByRole('button', { name: 'Close the menu' })).toBeVisible();
});

test('the dashboard’s first calls are made before its scripts have come, and each once', async ({ page }) => {
  const person = newTeacher(
    'Savita Kumari',
    { district: 'Patna', block: 'Danapur' },
    { district: 'Gaya', block: 'Amas' },
  );
  const { token } = await signUp(page, person);
  await postByApi(page, person, token);
  // The page before asks nothing any more.
  await page.goto('about:blank');
  const release = await holdScripts(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // What is unread stands in the header, and is asked for besides.
    if (pathname.startsWith('/api/') && pathname !== '/api/alerts/unread')
      asked.push(pathname.replace(/[0-9a-f-]{36}/, 'ID'));
  });
  const matches = page.waitForResponse(/\/matches\?limit=10$/);
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await matches;
  const first = [
    '/api/agreements',
    '/api/alerts',
    '/api/auth/profile',
    '/api/payment/status',
    '/api/requests/ID/matches',
    '/api/requests/my',
  ];
  expect(asked.toSorted()).toEqual(first);
  release();
  await expect(page.getByRole('heading', { name: 'Welcome, Savita Kumari' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your Transfer Requests' })).toBeVisible();
  expect(asked.filter((path) => first.includes(path)).toSorted()).toEqual(first);
});
