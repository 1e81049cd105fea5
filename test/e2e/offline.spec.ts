/** Features without a connection. This file is long because it cuts the line in the middle of every action of a member. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { type Line, NEWER, test } from './line.ts';
import {
  expectScreensStored,
  type NewTeacher,
  newTeacher,
  openAlertForm,
  password,
  postByApi,
  signIn,
  signUp,
  twoWhoMatch,
} from './people.ts';
import { expect } from './product.ts';

test.use({ serviceWorkers: 'allow' });

// Timers of up to ten seconds run in sequence until the screens are cached and the queue is sent.
test.describe.configure({ timeout: 600_000 });

const warisaliganj = { district: 'Nawada', block: 'Warisaliganj' };
const jhajha = { district: 'Jamui', block: 'Jhajha' };

/** Returns the addresses that this browser has cached for the signed-in person. */
function storedAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const requests = (await caches.has('own')) ? await (await caches.open('own')).keys() : [];
    return requests.map(({ url }) => new URL(url).pathname);
  });
}

/** Returns, for each cached list of alerts or agreements and each room, whether this load of the page requested it. */
function answersOfThisLoad(page: Page): Promise<boolean[]> {
  return page.evaluate(async () => {
    const own = await caches.open('own');
    const stored = (await own.keys()).filter(({ url }) => /agreements\/(one|1)|alerts\/en\/page/.test(url));
    const answers = await Promise.all(stored.map(async (request) => (await own.match(request))?.json()));
    return answers.map((answer) => (answer as { load: number }).load === performance.timeOrigin);
  });
}

async function expectStored(page: Page, beginning: string): Promise<void> {
  await expect
    .poll(async () => (await storedAddresses(page)).some((path) => path.startsWith(beginning)))
    .toBe(true);
}

/** Returns the addresses and contents of everything in Cache Storage, and the names of the databases. */
function everythingStored(page: Page) {
  return page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const addresses: string[] = [];
    const contents: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        addresses.push(new URL(request.url).pathname);
        contents.push((await (await cache.match(request))?.text()) ?? '');
      }
    }
    return { databases, addresses, content: contents.join('\n') };
  });
}

/** Expects that nothing about these people, and no response of the API, is stored. */
async function expectNothingStoredOf(page: Page, people: readonly NewTeacher[]): Promise<void> {
  const { databases, addresses, content } = await everythingStored(page);
  expect(databases).toEqual([]);
  expect(addresses.filter((address) => address.startsWith('/api/'))).toEqual([]);
  for (const word of people.flatMap(({ name, phone, email }) => [name, phone, email]))
    expect(content).not.toContain(word);
}

test('the product can be installed: its manifest is complete, and its icons have the stated sizes', async ({
  line,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-profile-'));
  // A persistent profile, because a private window cannot install apps.
  const context = await chromium.launchPersistentContext(folder, {
    ...(process.env.BROWSER_PATH ? { executablePath: process.env.BROWSER_PATH } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await context.newPage();
  await page.goto(line.address);
  const devtools = await context.newCDPSession(page);
  const { errors, data = '' } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
  const manifest = JSON.parse(data) as Record<string, unknown> & {
    icons: { src: string; sizes: string; type: string; purpose?: string }[];
  };
  expect(manifest).toMatchObject({ id: '/', scope: '/', display: 'standalone', start_url: '/dashboard' });
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  const touch = { src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png' };
  for (const { src, sizes } of [...manifest.icons, touch].filter(({ type }) => type === 'image/png')) {
    const picture = Buffer.from(await (await fetch(`${line.address}${src}`)).arrayBuffer());
    expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`, src).toBe(sizes);
  }
  await context.close();
  await rm(folder, { recursive: true, force: true });
});

test('without a connection a member reads the last loaded data, with its time', async ({
  page,
  line,
  context,
}) => {
  const first = newTeacher('Ranjana Kumari', warisaliganj, jhajha);
  const second = newTeacher('Deepak Mahto', jhajha, warisaliganj);
  const { own, ownRequest, otherRequest } = await twoWhoMatch(page, first, second);
  const response = await page.request.post('/api/agreements', {
    headers: { authorization: `Bearer ${own.token}` },
    data: { requests: [ownRequest, otherRequest] },
  });
  expect(response.status()).toBe(201);
  await context.addCookies([{ name: 'language', value: 'en', url: line.address }]);
  await page.goto('/dashboard');
  await expect(page.getByRole('article').filter({ hasText: first.name }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Agreements' }).click();
  await page.getByRole('heading', { level: 3 }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'You have said yes' })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Alerts' }).click();
  await expect(page.getByRole('heading', { name: 'Alerts', level: 1 })).toBeVisible();
  await expectScreensStored(page);
  await expectStored(page, '/stored/answers/alerts/en/page');
  for (const kind of ['matches', 'my-requests', 'agreements/one', 'agreements/1', 'payment-status'])
    await expectStored(page, `/stored/answers/${kind}`);

  line.cut();
  const note = page.getByText('No connection. You see what was loaded on');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome, Deepak Mahto' })).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: first.name }).first()).toBeVisible();
  await expect(note).toBeVisible();
  await page.goto('/?tab=my');
  await expect(page.getByRole('article').filter({ hasText: first.name }).first()).toBeVisible();
  await expect(note).toBeVisible();
  await page.goto('/agreements');
  await page.getByRole('heading', { level: 3 }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'You have said yes' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'You have said yes' })).toBeVisible();
  await expect(note).toBeVisible();
  // The page of the account was not opened before: its files are cached nevertheless.
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Me', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Alerts' }).click();
  await expect(page.getByRole('heading', { name: 'Alerts', level: 1 })).toBeVisible();

  await page.goto('/register');
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute(
    'href',
    `${line.address}/register`,
  );
  await page.getByRole('link', { name: 'Dashboard' }).last().click();
  await expect(page.getByRole('heading', { name: 'Welcome, Deepak Mahto' })).toBeVisible();

  line.mend();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome, Deepak Mahto' })).toBeVisible();
  await expect(note).toHaveCount(0);
  // The room, its list and the alerts were not opened on this visit, and fields of members may be hidden by now, so they are
  // requested again.
  await expect.poll(() => answersOfThisLoad(page)).toEqual([true, true, true]);
  line.cut();
  await page.getByRole('link', { name: 'Agreements' }).click();
  await page.getByRole('heading', { level: 3 }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'You have said yes' })).toBeVisible();
  line.mend();
});

test('the cached frames have the chosen language and colours, even without a connection', async ({
  page,
  line,
}) => {
  await signUp(page, newTeacher('Sabita Devi', warisaliganj, jhajha));
  await page.goto('/dashboard');
  await expectScreensStored(page);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('button', { name: 'Dark colours' }).click();
  await page.getByRole('button', { name: 'हिंदी में पढ़ें' }).click();
  const storedFrame = () => page.evaluate(async () => (await caches.match('/?tab=my'))?.text());
  await expect.poll(storedFrame).toMatch(/<html[^>]* lang="hi"/);
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/outdated')) === undefined))
    .toBe(true);
  line.hold('/dashboard');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: /Sabita Devi/ })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  line.mend();
  line.cut();
  await page.goto('/register');
  await expect(page.getByRole('heading', { name: 'इंटरनेट नहीं चल रहा है' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
  await page.getByRole('link', { name: 'डैशबोर्ड' }).last().click();
  await expect(page.getByRole('heading', { name: /Sabita Devi/ })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
});

test('a visitor without a connection sees an explanation, and the browser stores no personal data', async ({
  page,
  line,
}) => {
  const person = newTeacher('Kunal Prasad', warisaliganj, jhajha);
  const { token } = await signUp(page, person);
  await postByApi(page, person, token);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/?search=Kunal');
  await expect(page.getByText(person.name).first()).toBeVisible();
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/offline')) !== undefined))
    .toBe(true);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expectNothingStoredOf(page, [person]);
  expect(await storedAddresses(page)).toEqual([]);
  line.cut();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  line.mend();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Transfer Requests' })).toBeVisible();
});

test.describe('no personal data stays in the browser', () => {
  const person = () => newTeacher('Archana Bharti', jhajha, warisaliganj);
  const other = () => newTeacher('Mukesh Thakur', warisaliganj, jhajha);

  async function expectNothingOf(page: Page, people: readonly NewTeacher[]): Promise<void> {
    await expect.poll(() => page.evaluate(() => caches.has('own'))).toBe(false);
    await expectNothingStoredOf(page, people);
  }

  async function storeMuch(page: Page, people: readonly [NewTeacher, NewTeacher]) {
    await twoWhoMatch(page, ...people);
    await page.goto('/dashboard');
    await expectScreensStored(page);
    await expectStored(page, '/stored/answers/matches');
    expect((await everythingStored(page)).content).toContain(people[0].name);
  }

  test('after the logout, also without a connection', async ({ page, line }) => {
    const people = [other(), person()] as const;
    await storeMuch(page, people);
    line.cut();
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expectNothingOf(page, people);
    line.mend();
  });

  test('after another person signed in on the same phone', async ({ page }) => {
    const people = [other(), person()] as const;
    await storeMuch(page, people);
    const araria = { district: 'Araria', block: 'Araria' };
    const next = newTeacher('Chandan Ojha', araria, { district: 'Kishanganj', block: 'Kishanganj' });
    await signUp(page, next);
    await page.evaluate(() => localStorage.clear());
    await signIn(page, next.email, password);
    await expect(page.getByRole('heading', { name: 'Welcome, Chandan Ojha' })).toBeVisible();
    await expectStored(page, '/stored/answers/my-requests');
    await expectNothingStoredOf(page, people);
  });
});

test.describe('a write without a connection', () => {
  const text = 'I can move in April. Can you?';

  async function writeAlert(page: Page, name: string, words: string): Promise<void> {
    await openAlertForm(page, name);
    await page.getByLabel('Your message').fill(words);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
  }

  async function received(page: Page, token: string): Promise<string[]> {
    const answer = await page.request.get('/api/alerts?limit=20', {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await answer.json()) as { data: { alerts: { kind: string; message: string }[] } };
    return data.alerts.filter(({ kind }) => kind === 'message').map(({ message }) => message);
  }

  async function openDashboard(page: Page, name: string): Promise<void> {
    await page.goto('/dashboard');
    await expectScreensStored(page);
    await expectStored(page, '/stored/answers/matches');
    // The form loads with the first click; its scripts are cached by now.
    await expect(page.getByRole('heading', { name }).first()).toBeVisible();
  }

  test('an alert waits, even over a reload, and is sent once when the connection is back', async ({
    page,
    line,
  }) => {
    const first = newTeacher('Smita Sinha', warisaliganj, jhajha);
    const { other } = await twoWhoMatch(page, first, newTeacher('Alok Verma', jhajha, warisaliganj));
    await openDashboard(page, first.name);
    line.cut();
    // The page is opened again without a connection before the alert is written.
    await page.reload();
    await writeAlert(page, first.name, text);
    const waiting = page.getByRole('region', { name: 'Alert to Smita Sinha' });
    await expect(waiting).toContainText(text);
    await expect(waiting).toContainText('Waiting to be sent');
    await page.reload();
    await expect(waiting).toContainText(text);
    line.mend();
    // Simulates the browser's event; otherwise the next poll of the screen would notice.
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect.poll(() => received(page, other.token)).toEqual([text]);
    await expect(waiting).toHaveCount(0);

    // The previous alert is unread, so the next is refused and its text is stored.
    await openDashboard(page, first.name);
    line.cut();
    await writeAlert(page, first.name, 'Did you see my message?');
    await expect(waiting).toContainText('Waiting to be sent');
    line.mend();
    await page.reload();
    await expect(waiting).toContainText('It was not sent:');
    await expect(waiting).toContainText('Did you see my message?');
    await waiting.getByRole('button', { name: 'Do not send' }).click();
    await expect(waiting).toHaveCount(0);
    expect(await received(page, other.token)).toEqual([text]);
  });

  test('an alert whose response was lost is not sent again', async ({ page, line }) => {
    const first = newTeacher('Neelam Rani', warisaliganj, jhajha);
    const { other } = await twoWhoMatch(page, first, newTeacher('Gopal Das', jhajha, warisaliganj));
    await openDashboard(page, first.name);
    line.loseAnswersTo('POST', /^\/api\/alerts\//);
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/api/alerts/'),
    );
    await writeAlert(page, first.name, text);
    await sent;
    await expect.poll(() => received(page, other.token)).toEqual([text]);
    line.mend();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect.poll(() => received(page, other.token)).toEqual([text]);
    await expect(page.getByRole('region', { name: 'Alert to Neelam Rani' })).toHaveCount(0);
    await expect
      .poll(() => storedAddresses(page))
      .not.toContainEqual(expect.stringContaining('/kept/writes/'));
    expect(await received(page, other.token)).toEqual([text]);
  });

  test('an answer to a proposal is queued, and sent when the connection is back', async ({ page, line }) => {
    const first = newTeacher('Usha Gupta', warisaliganj, jhajha);
    const second = newTeacher('Manoj Tiwari', jhajha, warisaliganj);
    const { other, own, ownRequest, otherRequest } = await twoWhoMatch(page, first, second);
    const proposed = await page.request.post('/api/agreements', {
      headers: { authorization: `Bearer ${other.token}` },
      data: { requests: [otherRequest, ownRequest] },
    });
    const { _id } = (await proposed.json()) as { _id: string };
    await page.goto(`/agreements/${_id}`);
    await expectScreensStored(page);
    await expectStored(page, '/stored/answers/agreements/one');
    line.cut();
    await page.getByRole('button', { name: 'Yes, I agree' }).click();
    await expect(page.getByRole('region', { name: 'Your yes to a proposal' })).toContainText(
      'Waiting to be sent',
    );
    await expect(page.getByRole('button', { name: 'Yes, I agree' })).toHaveCount(0);
    line.mend();
    await page.reload();
    const state = async () => {
      const answer = await page.request.get(`/api/agreements/${_id}`, {
        headers: { authorization: `Bearer ${own.token}` },
      });
      return ((await answer.json()) as { state: string }).state;
    };
    await expect.poll(state).toBe('agreed');
    await expect(page.getByRole('region', { name: 'Your yes to a proposal' })).toHaveCount(0);
  });
});

/**
 * Types a request while the browser gets another build.
 * @returns the button that loads the new version.
 */
async function openFormAndUpdate(page: Page, line: Line) {
  await signUp(page, newTeacher('Lalita Soren', jhajha, warisaliganj));
  await page.goto('/transfer-request');
  await page.getByLabel('Reason').fill('My school is far away.');
  await expectScreensStored(page);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await line.update();
  await page.evaluate(() => {
    (window as { isOld?: boolean }).isOld = true;
  });
  await expectNewerWaiting(page);
  const offer = page.getByRole('button', { name: 'Load it' });
  await expect(offer).toBeVisible();
  return offer;
}

/**
 * Makes the browser check for a new version until one waits. Browsers check by themselves some time after a navigation, and Chromium
 * sometimes fails to start the new worker; the next check succeeds.
 */
async function expectNewerWaiting(page: Page): Promise<void> {
  const look = async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update().catch(() => undefined);
    return registration.waiting !== null;
  };
  await expect.poll(() => page.evaluate(look)).toBe(true);
}

async function expectLoadedAnew(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => (window as { isOld?: boolean }).isOld).catch(() => true))
    .toBe(undefined);
  await expect(page.getByLabel('Reason')).toHaveValue('My school is far away.');
}

test('a new version is loaded by a click, and form input survives it', async ({ page, line }) => {
  const offer = await openFormAndUpdate(page, line);
  expect(await page.evaluate(() => (window as { isOld?: boolean }).isOld)).toBe(true);
  await expect(page.getByLabel('Reason')).toHaveValue('My school is far away.');
  await offer.click();
  await expectLoadedAnew(page);
  await expect(offer).toHaveCount(0);
});

test('a new version is announced even while the old one has a call in flight', async ({ page, line }) => {
  const offer = await openFormAndUpdate(page, line);
  line.hold('/assets/held.js');
  const held = page.waitForRequest('**/assets/held.js');
  await page.evaluate(() => void fetch('/assets/held.js').catch(() => {}));
  await held;
  await offer.click();
  await expectLoadedAnew(page);
  line.mend();
  await expect(offer).toHaveCount(0);
});

/** Returns the name of the build that rendered the page. */
const buildOf = (page: Page) => page.evaluate(() => window.__reactRouterManifest?.version);

declare global {
  interface Window {
    __reactRouterManifest?: { readonly version: string };
  }
}

test('a member’s page comes from the cache, and a newer build replaces the page and the stored answers, but not a queued alert', async ({
  page,
  line,
}) => {
  const first = newTeacher('Kavita Rani', warisaliganj, jhajha);
  const { other } = await twoWhoMatch(page, first, newTeacher('Sunil Yadav', jhajha, warisaliganj));
  const welcome = page.getByRole('heading', { name: 'Welcome, Sunil Yadav' });
  await page.goto('/dashboard');
  await expectScreensStored(page);
  await expectStored(page, '/stored/answers/matches');

  line.hold('/dashboard');
  await page.goto('/dashboard');
  await expect(welcome).toBeVisible();
  const older = await buildOf(page);
  line.mend();
  line.hold(`/api/alerts/${other.id}`);
  await openAlertForm(page, first.name);
  await page.getByLabel('Your message').fill('Shall we swap?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  line.cut();
  const waiting = page.getByRole('region', { name: `Alert to ${first.name}` });
  await expect(waiting).toContainText('Waiting to be sent');
  line.mend();
  line.hold(`/api/alerts/${other.id}`);

  await line.update();
  await page.goto('/dashboard');
  expect(await buildOf(page)).toBe(older);
  await expectNewerWaiting(page);
  await expect(page.getByRole('button', { name: 'Load it' })).toBeVisible();
  await page.goto('/dashboard');
  await expect(welcome).toBeVisible();
  expect(await buildOf(page)).toBe(NEWER);
  await expect(waiting).toContainText('Waiting to be sent');
  const storedPages = () =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('pages-')));
  await expect.poll(storedPages).toEqual([`pages-${NEWER}`]);
  await expect.poll(() => buildsOfAnswers(page)).toEqual([NEWER]);
  await expectScreensStored(page);
  line.mend();
  line.hold('/dashboard');
  await page.goto('/dashboard');
  expect(await buildOf(page)).toBe(NEWER);
  await expect(waiting).toHaveCount(0);
});

/** Returns the builds that stored the answers in this browser. */
function buildsOfAnswers(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const own = await caches.open('own');
    const requests = (await own.keys()).filter(({ url }) => url.includes('/stored/answers/'));
    const answers = await Promise.all(requests.map(async (request) => (await own.match(request))?.json()));
    return [...new Set(answers.map(({ build }) => build as string))];
  });
}
