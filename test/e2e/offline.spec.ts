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
import { expectStored, storedIn, wordsIn } from './stored.ts';

test.use({ serviceWorkers: 'allow' });

const warisaliganj = { district: 'Nawada', block: 'Warisaliganj' };
const jhajha = { district: 'Jamui', block: 'Jhajha' };

const wordsOf = (people: readonly NewTeacher[]) =>
  people.flatMap(({ name, phone, email }) => [name, phone, email]);

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

test('without a connection every tab of the bottom bar opens, and a member reads what was loaded last, with its time and without names', async ({
  page,
  line,
  context,
}) => {
  const first = newTeacher('Ranjana Kumari', warisaliganj, jhajha);
  const second = newTeacher('Deepak Mahto', jhajha, warisaliganj);
  const { own, other, ownRequest, otherRequest } = await twoWhoMatch(page, first, second);
  const write = await page.request.post(`/api/alerts/${own.id}`, {
    headers: { authorization: `Bearer ${other.token}` },
    data: { message: 'Shall we swap our schools?', sendForReview: false },
  });
  expect(write.status()).toBe(201);
  const response = await page.request.post('/api/agreements', {
    headers: { authorization: `Bearer ${own.token}` },
    data: { requests: [ownRequest, otherRequest] },
  });
  expect(response.status()).toBe(201);
  await context.addCookies([{ name: 'language', value: 'en', url: line.address }]);
  await page.goto('/dashboard');
  await expect(page.getByRole('article').filter({ hasText: first.name }).first()).toBeVisible();
  const bar = page
    .getByRole('navigation')
    .filter({ has: page.getByRole('link', { name: 'Me', exact: true }) });
  await bar.getByRole('link', { name: 'Agreements' }).click();
  await page.getByRole('heading', { level: 3 }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'You have said yes' })).toBeVisible();
  await bar.getByRole('link', { name: 'Alerts' }).click();
  await expect(page.getByText('Shall we swap our schools?').first()).toBeVisible();
  await expectScreensStored(page);
  await expectStored(page, 'Shall we swap our schools?');
  expect(wordsIn(await storedIn(page), wordsOf([first]))).toEqual([]);

  line.cut();
  const note = page.getByText('No connection at the moment. You see what was loaded on');
  const match = page.getByRole('article').filter({ hasText: 'Warisaliganj' }).first();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome, Deepak Mahto' })).toBeVisible();
  await expect(match).toBeVisible();
  await expect(note).toBeVisible();
  await expect(page.getByText(first.name)).toHaveCount(0);
  // Only the dashboard, the agreements and the alerts were opened before: the files of all tabs are stored nevertheless.
  await bar.getByRole('link', { name: 'Matches' }).click();
  await expect(page.getByRole('alert').getByText('No connection at the moment.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('alert').getByText('No connection at the moment.')).toBeVisible();
  await bar.getByRole('link', { name: 'Agreements' }).click();
  await page.getByRole('heading', { level: 3 }).getByRole('link').click();
  const room = page.getByRole('heading', { name: 'Warisaliganj, Nawada' });
  await expect(room).toBeVisible();
  await page.reload();
  await expect(room).toBeVisible();
  await expect(note).toBeVisible();
  await expect(page.getByRole('button', { name: 'No, I do not want it' })).toHaveCount(0);
  await bar.getByRole('link', { name: 'Alerts' }).click();
  await expect(page.getByText('Shall we swap our schools?').first()).toBeVisible();
  await page.reload();
  await expect(page.getByText('Shall we swap our schools?').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Answer/ })).toHaveCount(0);
  await bar.getByRole('link', { name: 'Me', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();

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
  await expect(page.getByRole('article').filter({ hasText: first.name }).first()).toBeVisible();
  await expect(note).toHaveCount(0);
});

test('the stored frames have the chosen language and colours', async ({ page, line }) => {
  await signUp(page, newTeacher('Sabita Devi', warisaliganj, jhajha));
  await page.goto('/dashboard');
  await expectScreensStored(page);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('button', { name: 'Dark colours' }).click();
  await page.getByRole('button', { name: 'हिंदी में पढ़ें' }).click();
  const storedFrame = () => page.evaluate(async () => (await caches.match('/?tab=my'))?.text());
  await expect.poll(storedFrame).toMatch(/<html[^>]* lang="hi"/);
  line.cut();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: /Sabita Devi/ })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
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
  expect(wordsIn(await storedIn(page), [...wordsOf([person]), `${line.address}/api/`])).toEqual([]);
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

  async function storeMuch(page: Page, people: readonly [NewTeacher, NewTeacher]) {
    await twoWhoMatch(page, ...people);
    await page.goto('/dashboard');
    await expectScreensStored(page);
    await expectStored(page, `${people[1].name} wants to live with the family.`);
  }

  test('after the logout, also without a connection', async ({ page, line }) => {
    const people = [other(), person()] as const;
    await storeMuch(page, people);
    line.cut();
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect.poll(async () => wordsIn(await storedIn(page), wordsOf(people))).toEqual([]);
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
    await expectStored(page, 'dashboard');
    expect(wordsIn(await storedIn(page), wordsOf(people))).toEqual([]);
  });
});

test.describe('a message or an answer that could not be sent', () => {
  const text = 'I can move in April. Can you?';
  const unsent = (page: Page) => page.getByText('Not sent yet.');
  const sendAgain = (page: Page) => page.getByRole('button', { name: 'Send again' }).click();

  async function writeAlert(page: Page, name: string): Promise<void> {
    await openAlertForm(page, name);
    await page.getByLabel('Your message').fill(text);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
  }

  async function received(page: Page, token: string): Promise<string[]> {
    const answer = await page.request.get('/api/alerts?limit=20', {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await answer.json()) as { data: { alerts: { kind: string; message: string }[] } };
    return data.alerts.filter(({ kind }) => kind === 'message').map(({ message }) => message);
  }

  test('stays in its form and is sent once, also after a reload', async ({ page, line }) => {
    const first = newTeacher('Smita Sinha', warisaliganj, jhajha);
    const { other } = await twoWhoMatch(page, first, newTeacher('Alok Verma', jhajha, warisaliganj));
    await page.goto('/dashboard');
    await expectScreensStored(page);
    // The server receives the message, but its answer is lost.
    line.loseAnswersTo('POST', /^\/api\/alerts\//);
    await writeAlert(page, first.name);
    await expect(unsent(page)).toBeVisible();
    await expect(page.getByLabel('Your message')).toHaveValue(text);
    await expect.poll(() => received(page, other.token)).toEqual([text]);
    line.cut();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Welcome, Alok Verma' })).toBeVisible();
    // Nothing can be done with an answer of an earlier visit.
    await expect(page.getByRole('button', { name: /^Send alert/ })).toHaveCount(0);
    line.mend();
    await page.reload();
    await openAlertForm(page, first.name);
    await expect(page.getByLabel('Your message')).toHaveValue(text);
    await expect(unsent(page)).toBeVisible();
    await sendAgain(page);
    await expect(page.getByText('Alert sent')).toBeVisible();
    expect(await received(page, other.token)).toEqual([text]);
  });

  test('reaches the other once the connection is back', async ({ page, line }) => {
    const first = newTeacher('Neelam Rani', warisaliganj, jhajha);
    const { other } = await twoWhoMatch(page, first, newTeacher('Gopal Das', jhajha, warisaliganj));
    await page.goto('/dashboard');
    await expectScreensStored(page);
    await openAlertForm(page, first.name);
    await page.getByLabel('Your message').fill(text);
    line.cut();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(unsent(page)).toBeVisible();
    line.mend();
    expect(await received(page, other.token)).toEqual([]);
    await sendAgain(page);
    await expect(page.getByText('Alert sent')).toBeVisible();
    expect(await received(page, other.token)).toEqual([text]);
  });

  test('to a proposal is sent once after a reload', async ({ page, line }) => {
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
    line.cut();
    await page.getByRole('button', { name: 'Yes, I agree' }).click();
    await expect(page.getByText('Your yes to this proposal')).toBeVisible();
    await expect(unsent(page)).toBeVisible();
    line.mend();
    await page.reload();
    await expect(page.getByText('Your yes to this proposal')).toBeVisible();
    await sendAgain(page);
    const state = async () => {
      const answer = await page.request.get(`/api/agreements/${_id}`, {
        headers: { authorization: `Bearer ${own.token}` },
      });
      return ((await answer.json()) as { state: string }).state;
    };
    await expect.poll(state).toBe('agreed');
    await expect(unsent(page)).toHaveCount(0);
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
  const offer = page.getByRole('button', { name: 'Load it' });
  await expectNewerStored(page);
  await expect(offer).toBeVisible();
  return offer;
}

/**
 * Makes the browser look for a new version until its files are stored. Browsers look by themselves some time after a navigation, and
 * Chromium sometimes fails to start the new worker; the next attempt succeeds.
 */
async function expectNewerStored(page: Page): Promise<void> {
  const look = async (newer: string) => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update().catch(() => undefined);
    return (await (await caches.open(`build-${newer}`)).match('/?tab=my')) !== undefined;
  };
  await expect.poll(() => page.evaluate(look, NEWER)).toBe(true);
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

test('a new version is loaded by a click even while the service worker has a call in flight', async ({
  page,
  line,
}) => {
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
    __reactRouterManifest?: { version: string };
  }
}

test('a newer build is opened at the next page, also without a connection, and replaces the last state', async ({
  page,
  line,
}) => {
  const first = newTeacher('Kavita Rani', warisaliganj, jhajha);
  await twoWhoMatch(page, first, newTeacher('Sunil Yadav', jhajha, warisaliganj));
  const welcome = page.getByRole('heading', { name: 'Welcome, Sunil Yadav' });
  await page.goto('/dashboard');
  await expectScreensStored(page);
  await expectStored(page, 'dashboard');
  const older = (await buildOf(page)) ?? '';
  await line.update();
  await page.goto('/dashboard');
  await expect(welcome).toBeVisible();
  expect(await buildOf(page)).toBe(NEWER);
  await expectNewerStored(page);
  await expect.poll(() => storedIn(page)).not.toContain(`"buster":"${older}"`);
  await expectStored(page, `"buster":"${NEWER}"`);
  line.cut();
  await page.goto('/dashboard');
  await expect(welcome).toBeVisible();
  expect(await buildOf(page)).toBe(NEWER);
});
