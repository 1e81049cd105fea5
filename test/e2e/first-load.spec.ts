/**
 * First page of a visit: files, content before scripts, input before hydration. This file is long because each test
 * covers one moment of it.
 */
import type { Page } from '@playwright/test';
import { answerCaptcha, choose, newTeacher, password, picker, postByApi, signUp } from './people.ts';
import { expect, test } from './product.ts';

const otherLanguage = { en: /\/hi-|\.woff2?/, hi: /\/en-/ };
const administration = /admin|plan|chart/;

test.describe('the first page loads nothing of the other language, the administration or foreign hosts on', () => {
  for (const address of ['/', '/login', '/register']) {
    test(address, async ({ page, baseURL }) => {
      await expectOwnFilesOnly(page, address, baseURL ?? '');
    });
  }
});

test('the first page in Hindi loads nothing of English', async ({ page, product, context }) => {
  await context.addCookies([{ name: 'language', value: 'hi', url: product.address }]);
  await expectOwnFilesOnly(page, '/', product.address, 'hi');
});

test('a page preloads its texts and every script that a preloaded script imports', async ({ baseURL }) => {
  const catalogues = { '/': 'visitor', '/login': 'visitor', '/register': 'visitor', '/dashboard': 'member' };
  for (const [address, catalogue] of Object.entries(catalogues)) {
    const scripts = await preloadedScripts(`${baseURL}${address}`);
    const preloads = scripts.map(({ path }) => path);
    expect(preloads, address).toContainEqual(expect.stringMatching(`/en-${catalogue}-`));
    const imports = scripts.flatMap(({ source }) => importsOf(source));
    expect(imports.length).toBeGreaterThan(5);
    expect(
      imports.filter((path) => !preloads.includes(path)),
      address,
    ).toEqual([]);
  }
});

test('no first page preloads the validation library, which its forms load when they are used', async ({
  baseURL,
}) => {
  for (const address of ['/', '/login', '/register', '/dashboard', '/transfer-request']) {
    const scripts = await preloadedScripts(`${baseURL}${address}`);
    expect(scripts.length).toBeGreaterThan(5);
    expect(
      scripts.filter(({ source }) => source.includes('_zod')).map(({ path }) => path),
      address,
    ).toEqual([]);
  }
});

test('a list in Hindi shows Hindi names of blocks at once, and those of a district once it is selected', async ({
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
  const release = await delayScripts(page);
  // The server caches a list for a second, so retries until it contains the request.
  await expect(async () => {
    await page.goto('/?search=Bina', { waitUntil: 'domcontentloaded' });
    await expect(row).toContainText('दानापुर, पटना', { timeout: 3_000 });
  }).toPass();
  release();
  // The Devanagari font loads when the page is hydrated.
  await expect(page.locator('body link[href*="devanagari"]')).toBeAttached();
  await page.getByText('फ़िल्टर', { exact: true }).click();
  await expect(row).toContainText('आमस, गया');
  await page.getByLabel('इच्छित ज़िला').selectOption('Gaya');
  await expect(page.getByLabel('इच्छित प्रखंड').getByRole('option', { name: 'आमस' })).toBeAttached();
  await page.getByRole('button', { name: /^दिखाएँ/ }).click();
  await expect(row).toContainText('आमस, गया');
});

test('a teacher’s screens load nothing of the other language or the administration', async ({
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
  for (const address of ['/dashboard', '/transfer-request']) {
    await expectOwnFilesOnly(await context.newPage(), address, baseURL ?? '');
  }
});

/** Delays the page's scripts. @returns a function that lets them load. */
async function delayScripts(page: Page): Promise<() => void> {
  const { promise: scriptsMayCome, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scriptsMayCome;
    await route.continue();
  });
  return resolve;
}

/** Opens a page and checks the addresses of all files that it loads. */
async function expectOwnFilesOnly(
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
  expect(own.filter((url) => url.endsWith('.js')).length).toBeGreaterThan(5);
  expect(own.filter((url) => otherLanguage[language].test(url) || administration.test(url))).toEqual([]);
  expect(urls.filter((url) => !own.includes(url))).toEqual([]);
}

interface Script {
  path: string;
  source: string;
}

/** Returns the scripts that a page preloads. */
async function preloadedScripts(address: string): Promise<Script[]> {
  const html = await (await fetch(address)).text();
  const links = html.match(/<link[^>]+modulepreload[^>]*>/g) ?? [];
  const paths = links.flatMap((link) => /href="([^"]+)"/.exec(link)?.[1] ?? []);
  return Promise.all(
    paths.map(async (path) => ({ path, source: await (await fetch(new URL(path, address))).text() })),
  );
}

/** Returns the paths of the scripts that a script imports statically. */
function importsOf(source: string): string[] {
  return [...source.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].map(
    ([, name]) => `/assets/${name}`,
  );
}

test('the HTML of a page has a title, a description of the product, and Open Graph tags', async ({
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

test('a page contains its styles, and preloads the libraries with a Link header', async ({
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

test('the dashboard loads its data while the access check is running', async ({ page }) => {
  await signUp(
    page,
    newTeacher('Rekha Devi', { district: 'Patna', block: 'Danapur' }, { district: 'Gaya', block: 'Amas' }),
  );
  const early = page.waitForRequest((request) => request.url().includes('/api/dashboard'));
  await page.route('**/api/me', async (route) => {
    await early;
    await route.continue();
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome, Rekha Devi' })).toBeVisible();
});

test('lists of places load when a form is started', async ({ page }) => {
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

test('the profile form shows the saved places even if the reference data was loaded before it', async ({
  page,
}) => {
  await signUp(
    page,
    newTeacher('Anita Rai', { district: 'Patna', block: 'Danapur' }, { district: 'Gaya', block: 'Amas' }),
  );
  await page.goto('/account/profile');
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

test('if the validation module of a form fails to load, the API still validates', async ({ page }) => {
  await page.route('**/assets/form-checks-*.js', (route) => route.abort());
  await page.goto('/login');
  await expect(page.getByText(/What is/)).toBeVisible();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
});

test('text typed before hydration stays: a complete place is selected, a partial one is searched', async ({
  page,
}) => {
  const release = await delayScripts(page);
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

test('a click before hydration takes effect: the login signs in, the menu opens', async ({ page }) => {
  const person = newTeacher(
    'Sudha Kumari',
    { district: 'Patna', block: 'Danapur' },
    { district: 'Gaya', block: 'Amas' },
  );
  await signUp(page, person);
  await page.evaluate(() => localStorage.clear());
  const release = await delayScripts(page);
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
  const releaseAgain = await delayScripts(page);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(page.getByRole('button', { name: 'Close the menu' })).toHaveCount(0);
  releaseAgain();
  await expect(page.getByRole('button', { name: 'Close the menu' })).toBeVisible();
});

test('the dashboard sends one call for the screen, and one for the frame', async ({ page }) => {
  const person = newTeacher(
    'Savita Kumari',
    { district: 'Patna', block: 'Danapur' },
    { district: 'Gaya', block: 'Amas' },
  );
  const { token } = await signUp(page, person);
  await postByApi(page, person, token);
  // The previous page sends no more calls.
  await page.goto('about:blank');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(me|dashboard|auth|payment|alerts|announcements|agreements|seasons|requests)/.test(pathname))
      asked.push(pathname.replace(/[0-9a-f-]{36}/, 'ID'));
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome, Savita Kumari' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your Transfer Requests' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  // Advice has a call of its own.
  expect(asked.filter((path) => !path.endsWith('/advice')).toSorted()).toEqual(['/api/dashboard', '/api/me']);
});
