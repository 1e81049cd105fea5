import { type Browser, type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import { findBrowser } from '../scripts/browser.mjs';
import { throttle } from './measure/slow-line.ts';
import { readOptions } from './options.ts';
import { writeDocumentation } from './report/documentation.ts';
import { columnsOf, table } from './report/table.ts';
import { type DemoProduct, withDemoProduct } from './servers/demo-product.ts';

/**
 * `npm run bench:screens [-- --write]`: height of a teacher's main screens on a phone of 360 × 640, and how far down the best news, the
 * readiness, the odds, the first match and the first ring are, in screens of 640 px; then how far the content of a screen moves while it
 * loads on a slow line. Prints a table each; `--write` puts them into docs/performance.md.
 */
const [WIDTH, HEIGHT] = [360, 640];

interface Screen {
  readonly name: string;
  readonly open: (page: Page, address: string) => Promise<unknown>;
}

const screens: readonly Screen[] = [
  { name: 'result of posting', open: openResult },
  { name: 'My matches', open: (page, address) => page.goto(`${address}/?tab=my`) },
  { name: 'My matches: rings', open: (page, address) => page.goto(`${address}/?tab=my&found=rings`) },
  { name: 'dashboard', open: (page, address) => page.goto(`${address}/dashboard`) },
  { name: 'agreements', open: (page, address) => page.goto(`${address}/agreements`) },
  { name: 'account', open: (page, address) => page.goto(`${address}/account`) },
];

/** Parts of a screen, and where the first of each is. */
const parts: Readonly<Record<string, (page: Page) => Locator>> = {
  news: (page) => page.locator('#own-news'),
  readiness: (page) => page.getByRole('switch'),
  odds: (page) => page.getByText(/How could|कैसे पहुँचें/),
  'first match': (page) =>
    page.locator(':is([aria-labelledby=found], [aria-labelledby=matches]) > ul article'),
  'first ring': (page) => page.locator('[aria-labelledby=rings] article'),
};

/** Screens whose layout shift on a slow line is measured. */
const shifting: readonly (Screen & { readonly isSignedIn: boolean })[] = [
  { name: 'login', open: (page, address) => page.goto(`${address}/login`), isSignedIn: false },
  { name: 'dashboard', open: (page, address) => page.goto(`${address}/dashboard`), isSignedIn: true },
  { name: 'My matches', open: (page, address) => page.goto(`${address}/?tab=my`), isSignedIn: true },
];

const { write } = readOptions({ write: false });
const report = await withDemoProduct(measureAll);
console.info(`\n${report}`);
if (write) await writeDocumentation('screens', report);

async function measureAll(product: DemoProduct): Promise<string> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  try {
    const rows: string[][] = [];
    for (const language of ['en', 'hi']) rows.push(...(await rowsOf(browser, product, language)));
    const heights = table(columnsOf('screen', ['whole screen', ...Object.keys(parts)]), rows);
    const moved = table(columnsOf('screen', ['layout shift']), await shiftsOf(browser, product));
    return `${heights}\n\n${moved}`;
  } finally {
    await browser.close();
  }
}

async function rowsOf(browser: Browser, product: DemoProduct, language: string): Promise<string[][]> {
  const context = await browser.newContext({ viewport: { width: WIDTH, height: HEIGHT } });
  try {
    await product.keepSession(context);
    await context.addCookies([{ name: 'language', value: language, url: product.address }]);
    const rows: string[][] = [];
    for (const screen of screens) rows.push(await rowOf(context, product, screen, language));
    return rows;
  } finally {
    await context.close();
  }
}

async function rowOf(
  context: BrowserContext,
  { address }: DemoProduct,
  { name, open }: Screen,
  language: string,
): Promise<string[]> {
  const page = await context.newPage();
  await open(page, address);
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('[class*=skeleton]') === null);
  const tops = await Promise.all(Object.values(parts).map((part) => topOf(part(page).first())));
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.close();
  return [`${name} (${language})`, ...[whole, ...tops].map(inScreens)];
}

/** Returns the distance from the top of the page in pixels. Undefined if it is not there or not visible. */
async function topOf(part: Locator): Promise<number | undefined> {
  return (await part.count()) === 0 ? undefined : (await part.boundingBox())?.y;
}

async function shiftsOf(browser: Browser, product: DemoProduct): Promise<string[][]> {
  const rows: string[][] = [];
  for (const { name, open, isSignedIn } of shifting) {
    const context = await browser.newContext({ viewport: { width: WIDTH, height: HEIGHT } });
    if (isSignedIn) await product.keepSession(context);
    const page = await context.newPage();
    await throttle(page);
    await open(page, product.address);
    // The calls of a screen follow its scripts, with pauses between them in which the network is idle.
    if (isSignedIn) await page.getByRole('article').first().waitFor();
    await page.waitForLoadState('networkidle');
    rows.push([name, (await layoutShift(page)).toFixed(3)]);
    await context.close();
  }
  return rows;
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

function inScreens(pixels: number | undefined): string {
  return pixels === undefined ? '–' : (pixels / HEIGHT).toFixed(1);
}

/** Opens the result of posting for the teacher's own requests. The page reads them from the state of the history entry. */
async function openResult(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/account`);
  const posted = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` };
    const answer = await fetch('/api/requests/my', { headers });
    const { requests } = (await answer.json()) as { requests: { status: string }[] };
    return requests.filter(({ status }) => status === 'active').slice(0, 1);
  });
  await page.goto(`${address}/transfer-request`);
  await page.evaluate((usr) => history.replaceState({ usr, key: 'result' }, ''), { posted });
  await page.reload();
}
