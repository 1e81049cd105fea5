import type { BrowserContext } from '@playwright/test';
import { medianOf } from './measure/figures.ts';
import { readOptions } from './options.ts';
import { publish } from './report/documentation.ts';
import { columnsOf, table, whole } from './report/table.ts';
import { type OnPhone, throttle, withPhones } from './servers/phones.ts';
import { until } from './servers/until.ts';

/**
 * `npm run bench:slow-line [-- --write]`: duration of a visit on a slow line, with the browser's throttling: 400 kbit/s,
 * 400 ms latency per response, a processor four times as slow. Measures each moment several times from the start of the
 * navigation, in a browser with an empty cache, or for a returning member after an earlier visit on a fast line. The
 * throttling does not apply to the service worker, which serves that member's frame and scripts from its cache. Prints
 * the medians; `--write` puts them into docs/performance/screens.md.
 */

declare global {
  interface Window {
    /** Queue of presses before hydration: `early-presses.tsx` of the web application. */
    earlyPresses?: object;
  }
}

/** Moment in the loading of a page, whose time since the start of the navigation is measured. */
interface Moment {
  readonly name: string;
  readonly path: string;
  readonly targetMs: number;
  /** Member who has never opened the page on this device, or who has. A visitor if undefined. */
  readonly member?: 'fresh' | 'returning';
  /** Runs in the page. Returns true from this moment on. */
  readonly hasCome: () => boolean;
}

const moments: readonly Moment[] = [
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

const { runs, write } = readOptions({ runs: [5, 1, 25], write: false });
const report = await withPhones(async (onPhone) => {
  const rows = await Array.fromAsync(moments, (moment) => rowOf(onPhone, moment));
  const figures = ['target ms', 'median ms', 'fastest, slowest ms'];
  return table([...columnsOf('moment', figures), { title: '' }], rows);
});
await publish('slow-line', report, write);

async function rowOf(onPhone: OnPhone, moment: Moment): Promise<string[]> {
  const times = await Array.fromAsync({ length: runs }, () => timeOf(onPhone, moment));
  const median = medianOf(times);
  console.info(`${moment.name}: ${times.map(whole).join(', ')} ms`);
  return [
    moment.name,
    whole(moment.targetMs),
    whole(median),
    `${whole(Math.min(...times))}, ${whole(Math.max(...times))}`,
    median <= moment.targetMs ? 'reached' : '**missed**',
  ];
}

/** Returns the milliseconds from the start of the navigation to the moment, by the page's clock. */
function timeOf(onPhone: OnPhone, { member, path, hasCome }: Moment): Promise<number> {
  return onPhone({ isSignedIn: member !== undefined }, async ({ context, address }) => {
    if (member === 'returning') await visitBefore(context, address, path);
    const page = await context.newPage();
    await throttle(page);
    await page.goto(`${address}${path}`, { waitUntil: 'commit' });
    // Reads the time in the page: a call from this process would be answered only after the page's next long task.
    const time = await page.waitForFunction(`(${hasCome})() && performance.now()`, undefined, {
      polling: 'raf',
    });
    return Number(await time.jsonValue());
  });
}

/** Opens the page on a fast line until the browser has stored its frame and the last state. */
async function visitBefore(context: BrowserContext, address: string, path: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${address}${path}`);
  const isStored = async (frame: string) => {
    const pages = (await caches.keys()).find((name) => name.startsWith('pages-'));
    if (pages === undefined || !(await caches.has('own'))) return false;
    const cache = await caches.open(pages);
    const stored = (await (await caches.open('own')).keys()).map(({ url }) => new URL(url).pathname);
    return (
      // The worker stores the frames one after the other, and marks them as outdated until all are there.
      (await cache.match(frame)) !== undefined &&
      (await cache.match('/?tab=my')) !== undefined &&
      (await cache.match('/outdated')) === undefined &&
      ['my-requests', 'matches/', 'payment-status'].every((part) =>
        stored.some((address) => address.startsWith(`/stored/answers/${part}`)),
      )
    );
  };
  // `waitForFunction` would take the promise of an asynchronous function for `true`.
  await until(() => page.evaluate(isStored, path));
  await page.close();
}
