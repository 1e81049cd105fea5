import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { freePort } from '../apps/server/test/testing/processes/free-port.ts';
import { findBrowser } from '../scripts/browser.mjs';
import { medianOf } from './measure/figures.ts';
import { readOptions } from './options.ts';
import { publish } from './report/documentation.ts';
import { columnsOf, table } from './report/table.ts';
import { type DemoProduct, type Visitor, withDemoProduct } from './servers/demo-product.ts';

/**
 * `npm run bench:lighthouse [-- --write]`: runs Lighthouse's mobile preset on the built product, several times per page.
 * Prints the table of medians; `--write` puts it into docs/performance/screens.md. A missed target is reported but is no
 * failure, because scores depend on the machine. A failed measurement is a failure.
 */
const { runs, write } = readOptions({ runs: [5, 1, 25], write: false });
/** A page takes about twenty seconds. */
const TIMEOUT_MS = 180_000;
const LARGEST_REPORT = 64 * 1024 * 1024;
const folder = join(import.meta.dirname, 'lighthouse');

/** Page, opened in a new browser with an empty cache. */
interface Page extends Visitor {
  readonly name: string;
  readonly path: string;
}

const pages: readonly Page[] = [
  { name: '`/`', path: '/', language: 'en' },
  { name: '`/`, Hindi', path: '/', language: 'hi' },
  { name: '`/login`', path: '/login', language: 'en' },
  { name: '`/register`', path: '/register', language: 'en' },
  { name: '`/dashboard`, signed in', path: '/dashboard', language: 'en', isSignedIn: true },
];

/** Parts of Lighthouse's report that are read. */
interface Report {
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

/** Scores with their targets. */
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
const report = await withDemoProduct(measureAll);
await publish('lighthouse', report, write);

/** Installs Lighthouse, which has its own packages and lock file, so that starting and testing the product does not need it. */
function installLighthouse(): void {
  if (existsSync(join(folder, 'node_modules/lighthouse'))) return;
  console.info('Installing Lighthouse …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const parameters = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync(npm, parameters, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Runs the measurements one after the other, because concurrent runs would slow each other down. */
async function measureAll(product: DemoProduct): Promise<string> {
  const rows = await Array.fromAsync(pages, async (page) => {
    const reports = await Array.fromAsync({ length: runs }, async (_, run) => {
      // Lighthouse occasionally misses the start of a page.
      const found = await measure(product, page).catch(() => measure(product, page));
      console.info(`${page.name}, run ${run + 1}: performance ${scoreIn(found, 'performance')}`);
      return found;
    });
    return [page.name, ...cellsOf(reports)];
  });
  const ofScores = Object.entries(scores).map(([name, target]) => `${name} ≥ ${target}`);
  return table(columnsOf('page', [...ofScores, ...Object.values(audits).map(([title]) => title)]), rows);
}

/** Returns the medians of the scores and audits. */
function cellsOf(reports: readonly Report[]): string[] {
  const ofScores = Object.entries(scores).map(([name, target]) => {
    const median = medianOf(reports.map((each) => scoreIn(each, name)));
    return `${median} ${median >= target ? 'reached' : '**missed**'}`;
  });
  const ofAudits = Object.entries(audits).map(([id, [, maximumFractionDigits]]) => {
    const median = medianOf(reports.map((each) => each.audits[id]?.numericValue ?? Number.NaN));
    return median.toLocaleString('en', { maximumFractionDigits });
  });
  return [...ofScores, ...ofAudits];
}

function scoreIn({ categories }: Report, name: string): number {
  const score = categories[name]?.score;
  if (score == null) throw new Error(`Not measured: ${name}`);
  return Math.round(score * 100);
}

async function measure({ address, prepare }: DemoProduct, page: Page): Promise<Report> {
  // Lighthouse connects to a debugging port, in addition to Playwright's own pipe, and opens its tab in the browser's
  // default context.
  const port = await freePort();
  const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', `--remote-debugging-port=${port}`];
  const context = await chromium.launchPersistentContext('', { executablePath: findBrowser(), args });
  try {
    await prepare(context, page);
    return await reportOn(`${address}${page.path}`, port);
  } finally {
    await context.close();
  }
}

async function reportOn(url: string, port: number): Promise<Report> {
  const cli = join(folder, 'node_modules/lighthouse/cli/index.js');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [cli, url, `--port=${port}`, '--output=json', '--quiet', '--no-enable-error-reporting'],
    { maxBuffer: LARGEST_REPORT, timeout: TIMEOUT_MS },
  );
  // The part of Lighthouse's report that is read here.
  const found = JSON.parse(stdout) as Report;
  if (found.runtimeError) throw new Error(`${url}: ${found.runtimeError.message}`);
  return found;
}
