import type { Locator, Page } from '@playwright/test';
import { readOptions } from './options.ts';
import { publish } from './report/documentation.ts';
import { columnsOf, table } from './report/table.ts';
import { type OnPhone, phoneSize, throttle, withPhones } from './servers/phones.ts';

/**
 * `npm run bench:screens [-- --write]`: height of a teacher's main screens on a phone of 360 × 640, and how far down the best news, the
 * readiness, the odds, the first match and the first ring are, in screens of 640 px; then how far the content of a screen moves while it
 * loads on a slow line. Prints a table each; `--write` puts them into docs/performance/screens.md.
 */
interface Screen {
  readonly name: string;
  readonly open: (page: Page, address: string) => Promise<unknown>;
}

const screens: readonly Screen[] = [
  { name: 'result of posting', open: openResult },
  { name: 'My matches', open: at('/?tab=my') },
  { name: 'My matches: rings', open: at('/?tab=my&found=rings') },
  { name: 'dashboard', open: at('/dashboard') },
  { name: 'agreements', open: at('/agreements') },
  { name: 'account', open: at('/account') },
];

/** Parts of a screen, with the locator of each. */
const parts: Readonly<Record<string, (page: Page) => Locator>> = {
  news: (page) => page.locator('#own-news'),
  readiness: (page) => page.getByRole('switch'),
  odds: (page) => page.getByText(/What can I do to get to|के लिए क्या कर सकते हैं/),
  'first match': (page) =>
    page.locator(':is([aria-labelledby=found], [aria-labelledby=matches]) > ul article'),
  'first ring': (page) => page.locator('[aria-labelledby=rings] article'),
};

/** Screens whose layout shift on a slow line is measured. */
const shifting: readonly (Screen & { readonly isSignedIn: boolean })[] = [
  { name: 'login', open: at('/login'), isSignedIn: false },
  { name: 'dashboard', open: at('/dashboard'), isSignedIn: true },
  { name: 'My matches', open: at('/?tab=my'), isSignedIn: true },
];

const { write } = readOptions({ write: false });
const report = await withPhones(async (onPhone) => {
  const rows = await Array.fromAsync(['en', 'hi'], (language) => rowsOf(onPhone, language));
  const heights = table(columnsOf('screen', ['whole screen', ...Object.keys(parts)]), rows.flat());
  const moved = table(columnsOf('screen', ['layout shift']), await shiftsOf(onPhone));
  return `${heights}\n\n${moved}`;
});
await publish('screens', report, write);

function rowsOf(onPhone: OnPhone, language: string): Promise<string[][]> {
  return onPhone({ language, isSignedIn: true }, ({ context, address }) =>
    Array.fromAsync(screens, async ({ name, open }) => {
      const page = await context.newPage();
      await open(page, address);
      const heights = await heightsIn(page);
      await page.close();
      return [`${name} (${language})`, ...heights.map(inScreens)];
    }),
  );
}

/** Returns the height of the page, then the distance of each part from its top, in pixels. */
async function heightsIn(page: Page): Promise<(number | undefined)[]> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('[class*=skeleton]') === null);
  const tops = await Promise.all(Object.values(parts).map((part) => topOf(part(page).first())));
  return [await page.evaluate(() => document.documentElement.scrollHeight), ...tops];
}

/**
 * Returns the distance of the part from the top of the page in pixels; undefined if the part is missing or invisible.
 */
async function topOf(part: Locator): Promise<number | undefined> {
  return (await part.count()) === 0 ? undefined : (await part.boundingBox())?.y;
}

function shiftsOf(onPhone: OnPhone): Promise<string[][]> {
  return Array.fromAsync(shifting, async ({ name, open, isSignedIn }) => {
    const shift = await onPhone({ isSignedIn }, async ({ context, address }) => {
      const page = await context.newPage();
      await throttle(page);
      await open(page, address);
      // The calls of a screen follow its scripts, with pauses between them in which the network is idle.
      if (isSignedIn) await page.getByRole('article').first().waitFor();
      await page.waitForLoadState('networkidle');
      return layoutShift(page);
    });
    return [name, shift.toFixed(3)];
  });
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
  return pixels === undefined ? '–' : (pixels / phoneSize.height).toFixed(1);
}

function at(path: string): Screen['open'] {
  return (page, address) => page.goto(`${address}${path}`);
}

/** Opens the result of posting for the teacher's own requests. The page reads them from the state of the history entry. */
async function openResult(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/account`);
  const posted = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` };
    const answer = await fetch('/api/requests/my', { headers });
    // Body of the product's answer.
    const { requests } = (await answer.json()) as { requests: { status: string }[] };
    return requests.filter(({ status }) => status === 'active').slice(0, 1);
  });
  await page.goto(`${address}/transfer-request`);
  await page.evaluate((usr) => history.replaceState({ usr, key: 'result' }, ''), { posted });
  await page.reload();
}
