import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import { solveCaptcha } from '../apps/server/test/testing/factories.ts';
import { freePort } from '../apps/server/test/testing/processes/free-port.ts';
import { type ServerProcess, startServer } from '../apps/server/test/testing/processes/server-process.ts';
import { findBrowser } from '../scripts/programs.mjs';
import { medianOf } from './measure.ts';
import { columnsOf, publish, table, whole } from './report.ts';
import { until } from './until.ts';

/**
 * `npm run bench:screens`: the screens of the built product with demo data on a phone. Lighthouse's mobile preset; the heights of a
 * teacher's main screens, and how far their content moves while it loads; taps, keys and seconds of a new teacher's main job; times of a
 * visit on a slow line. `--only` measures one of `lighthouse`, `heights`, `main-job` and `slow-line`. A missed target is no failure, because times depend on the machine.
 */
const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
});
const runs = Number(options.runs);

const PHONE = { width: 360, height: 640 };
const SLOW_LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const SLOWDOWN = 4;
/** Lighthouse takes about twenty seconds for a page. */
const TIMEOUT_MS = 180_000;
const LARGEST_REPORT = 64 * 1024 * 1024;
/** A page stores its answers shortly after it has shown them. */
const STORED_AFTER_MS = 2_000;

/** Screen, and whether the browser is signed in as the demo teacher with the most data. */
interface Screen {
  name: string;
  path: string;
  language?: string;
  isSignedIn?: boolean;
}

const folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-bench-'));
const server = await startServer({ DATA_DIR: folder, DEMO: '1' });

/** Stores in a browser what an earlier visit would have stored. */
async function prepare(context: BrowserContext, { language, isSignedIn }: Omit<Screen, 'name' | 'path'>) {
  if (language) await context.addCookies([{ name: 'language', value: language, url: server.base }]);
  if (!isSignedIn) return;
  const session = await signIn(server);
  const tab = await context.newPage();
  await tab.goto(`${server.base}/robots.txt`);
  await tab.evaluate(({ token, user }) => {
    localStorage.setItem('token', token);
    localStorage.setItem('user', JSON.stringify(user));
  }, session);
  await tab.close();
}

/** Signs in with the login that the product printed at its start. */
async function signIn({ lines, call }: ServerProcess): Promise<{ token: string; user: object }> {
  const [, email, password] = /Teacher: (\S+) \/ (\S+)/.exec(lines.join('\n')) ?? [];
  const body = { email, password, ...(await solveCaptcha({ call })) };
  const response = await call({ method: 'POST', url: '/api/auth/login', body });
  if (response.statusCode !== 200)
    throw new Error(`The demo teacher could not sign in: ${response.statusCode}`);
  return response.json();
}

/** Runs the work in a new browser of a phone, with an empty cache. */
async function onPhone<Result>(
  visitor: Omit<Screen, 'name' | 'path'>,
  work: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  try {
    // The benchmark sends functions to the page as text, which the page's content security policy would block.
    const context = await browser.newContext({ viewport: PHONE, locale: 'en-IN', bypassCSP: true });
    context.setDefaultTimeout(TIMEOUT_MS);
    await prepare(context, visitor);
    return await work(context);
  } finally {
    await browser.close();
  }
}

/** Opens a tab on a line of 400 kbit/s with 400 ms for each answer, and a processor four times as slow. */
async function slowTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_LINE);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return page;
}

/** Parts of Lighthouse's report that are read. */
interface Report {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
}

async function lighthouse(): Promise<string> {
  const screens: Screen[] = [
    { name: '`/`', path: '/', language: 'en' },
    { name: '`/`, Hindi', path: '/', language: 'hi' },
    { name: '`/login`', path: '/login', language: 'en' },
    { name: '`/register`', path: '/register', language: 'en' },
    { name: '`/dashboard`, signed in', path: '/dashboard', language: 'en', isSignedIn: true },
  ];
  const scores = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
  /** Audits that explain the performance, with the decimals to show. */
  const audits = {
    'first-contentful-paint': ['FCP ms', 0],
    'largest-contentful-paint': ['LCP ms', 0],
    'total-blocking-time': ['TBT ms', 0],
    'cumulative-layout-shift': ['CLS', 3],
    'total-byte-weight': ['bytes', 0],
  } as const;
  installLighthouse();
  const rows = await Array.fromAsync(screens, async (screen) => {
    // Lighthouse occasionally misses the start of a page.
    const reports = await Array.fromAsync({ length: runs }, () =>
      reportOn(screen).catch(() => reportOn(screen)),
    );
    console.error(screen.name);
    const ofScores = Object.entries(scores).map(([name, target]) => {
      const median = Math.round(
        100 * medianOf(reports.map(({ categories }) => categories[name]?.score ?? 0)),
      );
      return `${median} ${median >= target ? 'reached' : '**missed**'}`;
    });
    const ofAudits = Object.entries(audits).map(([id, [, maximumFractionDigits]]) =>
      medianOf(reports.map((report) => report.audits[id]?.numericValue ?? Number.NaN)).toLocaleString('en', {
        maximumFractionDigits,
      }),
    );
    return [screen.name, ...ofScores, ...ofAudits];
  });
  const titles = Object.entries(scores).map(([name, target]) => `${name} ≥ ${target}`);
  return table(columnsOf('page', [...titles, ...Object.values(audits).map(([title]) => title)]), rows);
}

const lighthouseFolder = join(import.meta.dirname, 'lighthouse');

/** Installs Lighthouse, which has its own packages and lock file, so that starting and testing the product does not need it. */
function installLighthouse(): void {
  if (existsSync(join(lighthouseFolder, 'node_modules/lighthouse'))) return;
  const parameters = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', parameters, { cwd: lighthouseFolder, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Runs Lighthouse once, in a new browser. It connects to a debugging port, and opens its tab in the default context. */
async function reportOn(screen: Screen): Promise<Report> {
  const port = await freePort();
  const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', `--remote-debugging-port=${port}`];
  const context = await chromium.launchPersistentContext('', { executablePath: findBrowser(), args });
  try {
    await prepare(context, screen);
    const cli = join(lighthouseFolder, 'node_modules/lighthouse/cli/index.js');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [cli, `${server.base}${screen.path}`, `--port=${port}`, '--output=json', '--quiet'],
      { maxBuffer: LARGEST_REPORT, timeout: TIMEOUT_MS },
    );
    // The part of Lighthouse's report that is read here.
    const found = JSON.parse(stdout) as Report;
    if (found.runtimeError) throw new Error(`${screen.name}: ${found.runtimeError.message}`);
    return found;
  } finally {
    await context.close();
  }
}

/** Parts of a screen whose distance from its top is measured. */
const parts: Record<string, (page: Page) => Locator> = {
  news: (page) => page.locator('#own-news'),
  readiness: (page) => page.getByRole('switch'),
  odds: (page) => page.getByText(/What can I do to get to|के लिए क्या कर सकते हैं/),
  'first match': (page) =>
    page.locator(':is([aria-labelledby=found], [aria-labelledby=matches]) > ul article'),
  'first ring': (page) => page.locator('[aria-labelledby=rings] article'),
};

async function heights(): Promise<string> {
  const screens = [
    { name: 'result of posting', path: '' },
    { name: 'My matches', path: '/?tab=my' },
    { name: 'My matches: rings', path: '/?tab=my&found=rings' },
    { name: 'dashboard', path: '/dashboard' },
    { name: 'agreements', path: '/agreements' },
    { name: 'account', path: '/account' },
  ];
  const shifting = [
    { name: 'login', path: '/login', isSignedIn: false },
    { name: 'dashboard', path: '/dashboard', isSignedIn: true },
    { name: 'My matches', path: '/?tab=my', isSignedIn: true },
  ];
  const rows = await Array.fromAsync(['en', 'hi'], (language) =>
    onPhone({ language, isSignedIn: true }, (context) =>
      Array.fromAsync(screens, async ({ name, path }) => {
        const page = await context.newPage();
        await (path === '' ? openResult(page) : page.goto(`${server.base}${path}`));
        await page.waitForLoadState('networkidle');
        await page.waitForFunction(() => document.querySelector('[class*=skeleton]') === null);
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        const tops = await Promise.all(Object.values(parts).map((part) => topOf(part(page).first())));
        await page.close();
        const inScreens = [height, ...tops].map((pixels) =>
          pixels === undefined ? '–' : (pixels / PHONE.height).toFixed(1),
        );
        return [`${name} (${language})`, ...inScreens];
      }),
    ),
  );
  const moved = await Array.fromAsync(shifting, ({ name, path, isSignedIn }) =>
    onPhone({ isSignedIn }, async (context) => {
      const page = await slowTab(context);
      await page.goto(`${server.base}${path}`);
      // The calls of a screen follow its scripts, with pauses between them in which the network is idle.
      if (isSignedIn) await page.getByRole('article').first().waitFor();
      await page.waitForLoadState('networkidle');
      return [name, (await layoutShift(page)).toFixed(3)];
    }),
  );
  const columns = columnsOf('screen', ['whole screen', ...Object.keys(parts)]);
  const tables = [
    table(columns, rows.flat()),
    table(columnsOf('first screen', ['letters', 'news ends', 'main action ends']), await firstScreens()),
    table(columnsOf('screen', ['layout shift']), moved),
  ];
  return tables.join('\n\n');
}

/** News and main action of a screen. Both are wanted above the end of the first screen. */
const firsts: Record<string, { path: string; isSignedIn: boolean; news: string; action: string }> = {
  landing: {
    path: '/',
    isSignedIn: false,
    news: '#visitor-title',
    action: 'main form[method=get] button[type=submit]',
  },
  dashboard: {
    path: '/dashboard',
    isSignedIn: true,
    news: 'section[aria-labelledby=waiting] p',
    action: 'section[aria-labelledby=waiting] a',
  },
  'My matches': {
    path: '/?tab=my',
    isSignedIn: true,
    news: 'main [class*=note] p, main h2',
    action: 'main [class*=main]:is(a, button)',
  },
};

/** Where news and main action end, in screens, with letters of usual size and half as large again. */
async function firstScreens(): Promise<string[][]> {
  const cases = Object.entries(firsts).flatMap(([name, first]) =>
    ['en', 'hi'].flatMap((language) => [100, 150].map((letters) => ({ name, language, letters, ...first }))),
  );
  return Array.fromAsync(cases, ({ name, language, letters, path, isSignedIn, news, action }) =>
    onPhone({ language, isSignedIn }, async (context) => {
      const page = await context.newPage();
      await page.goto(`${server.base}${path}`);
      await page.locator(action).first().waitFor();
      await page.addStyleTag({ content: `html { font-size: ${letters}% !important }` });
      const ends = await Promise.all([news, action].map((part) => endOf(page.locator(part).first())));
      return [
        `${name} (${language})`,
        `${letters} %`,
        ...ends.map((end) => (end === undefined ? '–' : (end / PHONE.height).toFixed(2))),
      ];
    }),
  );
}

/** Returns the distance of the part's end from the top of the page in pixels; undefined if the part is invisible. */
async function endOf(part: Locator): Promise<number | undefined> {
  const box = await part.boundingBox();
  return box === null ? undefined : box.y + box.height;
}

/** Returns the distance of the part from the top of the page in pixels; undefined if the part is missing or invisible. */
async function topOf(part: Locator): Promise<number | undefined> {
  return (await part.count()) === 0 ? undefined : (await part.boundingBox())?.y;
}

/** Opens the result of posting for the teacher's own requests. The page reads them from the state of the history entry. */
async function openResult(page: Page): Promise<void> {
  await page.goto(`${server.base}/account`);
  const posted = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` };
    const answer = await fetch('/api/requests/my', { headers });
    // Body of the product's answer.
    const { requests } = (await answer.json()) as { requests: { status: string }[] };
    return requests.filter(({ status }) => status === 'active').slice(0, 1);
  });
  await page.goto(`${server.base}/transfer-request`);
  await page.evaluate((usr) => history.replaceState({ usr, key: 'result' }, ''), { posted });
  await page.reload();
}

/** Returns the sum of the layout shifts since the start of the page, without those that follow an input. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          // TypeScript's DOM library lacks the fields of these entries.
          const entries = list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
          })[];
          resolve(entries.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0));
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        // Without a shift there is no entry, and the observer is not called.
        setTimeout(() => resolve(0), 1_000);
      }),
  );
}

declare global {
  interface Window {
    /** Queue of presses before hydration: `early-presses.tsx` of the web application. */
    earlyPresses?: object;
  }
}

/** Moment in the loading of a page, whose time since the start of the navigation is measured. */
interface Moment {
  name: string;
  path: string;
  targetMs: number;
  /** Member who has never opened the page on this device, or who has. A visitor if undefined. */
  member?: 'fresh' | 'returning';
  /** Runs in the page. Returns true from this moment on. */
  hasCome: () => boolean;
}

const moments: Moment[] = [
  {
    name: '`/` readable: the first request of the list is on the page',
    path: '/',
    targetMs: 2_000,
    hasCome: () =>
      document.querySelector('main tbody tr')?.checkVisibility() === true &&
      performance.getEntriesByName('first-contentful-paint').length > 0,
  },
  {
    name: '`/` usable: its question can be asked, and any other press is queued until hydration',
    path: '/',
    targetMs: 4_000,
    // A GET form works without scripts; an inline script queues the other presses.
    hasCome: () =>
      performance.getEntriesByName('first-contentful-paint').length > 0 &&
      window.earlyPresses !== undefined &&
      document
        .querySelector('main form[method=get] button[type=submit]:not(:disabled)')
        ?.checkVisibility() === true,
  },
  {
    name: '`/` hydrated: every press is answered at once',
    path: '/',
    targetMs: 4_000,
    // React marks an element once it listens to it.
    hasCome: () =>
      [...document.querySelectorAll('header button, main form button')].some((button) =>
        Object.keys(button).some((key) => key.startsWith('__reactProps')),
      ),
  },
  {
    name: '`/login` usable: the sum is there, the form can be filled in, and the press that sends it is queued',
    path: '/login',
    targetMs: 4_000,
    hasCome: () =>
      performance.getEntriesByName('first-contentful-paint').length > 0 &&
      window.earlyPresses !== undefined &&
      document.querySelector<HTMLButtonElement>('form button[type=submit]')?.disabled === false &&
      /\d+\s*[+−×-]\s*\d+/.test(document.querySelector('form')?.textContent ?? ''),
  },
  {
    name: '`/login` hydrated: the press that sends the form is answered at once',
    path: '/login',
    targetMs: 4_000,
    hasCome: () =>
      Object.keys(document.querySelector('form button[type=submit]') ?? {}).some((key) =>
        key.startsWith('__reactProps'),
      ) && /\d+\s*[+−×-]\s*\d+/.test(document.querySelector('form')?.textContent ?? ''),
  },
  {
    name: '`/dashboard`, signed in: the first match is on the page',
    path: '/dashboard',
    targetMs: 5_000,
    member: 'fresh',
    hasCome: () => document.querySelector('main article h3')?.checkVisibility() === true,
  },
  {
    name: '`/dashboard`, returning member: the last state of the first match is on the page',
    path: '/dashboard',
    targetMs: 2_000,
    member: 'returning',
    hasCome: () => document.querySelector('main article h3')?.checkVisibility() === true,
  },
  {
    name: '`/dashboard`, returning member: the server has confirmed the first match',
    path: '/dashboard',
    targetMs: 5_000,
    member: 'returning',
    hasCome: () =>
      document.querySelector('main article h3')?.checkVisibility() === true &&
      !document.querySelector('main')?.textContent?.includes('Names follow'),
  },
];

/** Seconds that a hand takes, estimated: for a tap, a list of which an entry is chosen, a key, and to read a screen. */
const BY_HAND = { tap: 1.1, list: 3.5, key: 0.35, screen: 4 };
const MOST_TAPS = 28;

/** Counts what a person does on the page, and when. */
class Hand {
  #done = { tap: 0, list: 0, key: 0, screen: 0 };
  readonly #start = performance.now();
  readonly rows: string[][] = [];
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  tap(selector: string): Promise<void> {
    this.#done.tap += 1;
    return this.page.locator(selector).first().tap();
  }

  async type(selector: string, text: string): Promise<void> {
    await this.tap(selector);
    this.#done.key += [...text].length;
    await this.page.keyboard.insertText(text);
  }

  /** Chooses an entry of a native list, which takes two taps. */
  async choose(selector: string, value: string): Promise<void> {
    this.#done.list += 1;
    await this.page.locator(selector).first().selectOption(value);
  }

  /** Opens the list of a picker, and chooses its first entry that names the place. */
  async pick(name: string, place: string): Promise<void> {
    await this.tap(`[name=${name}]`);
    await this.tap(`dialog[open] button:text-is("${place}")`);
  }

  reach(moment: string): void {
    this.#done.screen += 1;
    const { tap, list, key, screen } = this.#done;
    const hand = tap * BY_HAND.tap + list * BY_HAND.list + key * BY_HAND.key + screen * BY_HAND.screen;
    const seconds = ((performance.now() - this.#start) / 1_000).toFixed(1);
    this.rows.push([moment, String(this.taps), String(key), seconds, whole(hand)]);
  }

  get taps(): number {
    return this.#done.tap + 2 * this.#done.list;
  }
}

/** A new teacher with a phone in Hindi asks for the chances, registers, posts the wish and sees the result. */
async function mainJob(): Promise<string> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  try {
    const context = await browser.newContext({
      viewport: PHONE,
      locale: 'hi-IN',
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    await page.goto(`${server.base}/`, { waitUntil: 'networkidle' });
    const hand = new Hand(page);
    const asked = { mine: 'Darbhanga', wish: 'Muzaffarpur', teach: 'General Subject', level: '1-5' };
    for (const [name, value] of Object.entries(asked)) await hand.choose(`main [name=${name}]`, value);
    await hand.tap('main form[method=get] button[type=submit]');
    await page.locator('main a[href^="/register?"]').waitFor();
    hand.reach('chances seen');
    await hand.tap('main a[href^="/register?"]');
    await page.locator('[name=schoolName]').waitFor();
    hand.reach('registration open');
    await hand.type('[name=schoolName]', 'मध्य विद्यालय');
    await hand.pick('postingBlock', 'बहादुरपुर');
    await hand.pick('desiredBlock', 'कोई भी प्रखंड');
    await hand.choose('[name=category]', 'regular');
    await hand.tap('form[method=post] button[type=submit]');
    hand.reach('person');
    await hand.type('[name=name]', 'सुनीता कुमारी');
    await hand.type('[name=phone]', '9876501234');
    await hand.tap('form[method=post] button[type=submit]');
    hand.reach('login');
    await hand.type('[name=email]', 'sunita.kumari@example.com');
    for (const field of ['password', 'confirmPassword']) await hand.type(`[name=${field}]`, 'mango-9-lake');
    const question = page.getByText(/\d+\s*[+−-]\s*\d+/).last();
    const [, one, sign, other] = /(\d+)\s*([+−-])\s*(\d+)/.exec((await question.textContent()) ?? '') ?? [];
    const sum = sign === '+' ? Number(one) + Number(other) : Number(one) - Number(other);
    await hand.tap('[name=consent]');
    await hand.type('[name=captchaAnswer]', String(sum));
    await hand.tap('form[method=post] button[type=submit]');
    await page.waitForURL(/\/dashboard$/, { timeout: TIMEOUT_MS });
    await page.locator('section[aria-labelledby=wish] button').last().waitFor();
    hand.reach('first dashboard');
    await hand.tap('section[aria-labelledby=wish] button');
    await page.waitForURL(/\/transfer-request$/);
    await page.getByRole('tab').or(page.locator('[aria-labelledby=found]')).first().waitFor();
    hand.reach(
      `result seen, at most ${MOST_TAPS} taps: ${hand.taps <= MOST_TAPS ? 'reached' : '**missed**'}`,
    );
    const columns = columnsOf('until', ['taps', 'keys', 's by this script', 's by hand, estimated']);
    return table(columns, hand.rows);
  } finally {
    await browser.close();
  }
}

async function slowLine(): Promise<string> {
  const rows = await Array.fromAsync(moments, async (moment) => {
    const times = await Array.fromAsync({ length: runs }, () => timeOf(moment));
    const median = medianOf(times);
    console.error(`${moment.name}: ${times.map(whole).join(', ')} ms`);
    return [
      ...[moment.name, whole(moment.targetMs), whole(median)],
      `${whole(Math.min(...times))}, ${whole(Math.max(...times))}`,
      median <= moment.targetMs ? 'reached' : '**missed**',
    ];
  });
  const figures = ['target ms', 'median ms', 'fastest, slowest ms'];
  return table([...columnsOf('moment', figures), { title: '' }], rows);
}

/** Returns the milliseconds from the start of the navigation to the moment, by the page's clock. */
function timeOf({ member, path, hasCome }: Moment): Promise<number> {
  return onPhone({ isSignedIn: member !== undefined }, async (context) => {
    if (member === 'returning') await visitBefore(context, path);
    const page = await slowTab(context);
    await page.goto(`${server.base}${path}`, { waitUntil: 'commit' });
    // Reads the time in the page: a call from this process would be answered only after the page's next long task.
    const time = await page.waitForFunction(`(${hasCome})() && performance.now()`, undefined, {
      polling: 'raf',
    });
    return Number(await time.jsonValue());
  });
}

/** Opens the page on a fast line until the browser has stored its frame and the last state. The throttling does not apply to the service worker. */
async function visitBefore(context: BrowserContext, path: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${server.base}${path}`);
  await page.getByRole('article').first().waitFor();
  // `waitForFunction` would take the promise of an asynchronous function for `true`.
  await until(() => page.evaluate(async (frame) => (await caches.match(frame)) !== undefined, path));
  await page.waitForLoadState('networkidle');
  await pause(STORED_AFTER_MS);
  await page.close();
}

try {
  // The product computes its first plan right after its first start, which would distort the measurements.
  await until(async () => (await server.call({ url: '/api/plan' })).json<{ isPlanned: boolean }>().isPlanned);
  const measures = { lighthouse, heights, 'main-job': mainJob, 'slow-line': slowLine } as const;
  for (const [name, measure] of Object.entries(measures)) {
    if (!name.includes(options.only)) continue;
    await publish(name as keyof typeof measures, await measure(), options.write);
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
