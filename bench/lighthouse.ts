import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { findBrowser } from '../scripts/browser.mjs';
import { medianOf } from './measure/figures.ts';
import { readOptions } from './options.ts';
import { publish } from './report/documentation.ts';
import { columnsOf, table } from './report/table.ts';
import { type DemoProduct, withDemoProduct } from './servers/demo-product.ts';

/**
 * `npm run bench:lighthouse [-- --write]`: runs Lighthouse's mobile preset on the built product, five times per page.
 * Prints the table of medians; `--write` puts it into docs/performance.md. A missed target is reported but is no
 * failure, because scores depend on the machine. A failed measurement is a failure.
 */
const RUNS = 5;
/** A page takes about twenty seconds. */
const TIMEOUT_MS = 180_000;
const LARGEST_REPORT = 64 * 1024 * 1024;
const folder = join(import.meta.dirname, 'lighthouse');

/** Page, opened in a new browser with an empty cache. */
interface Page {
  readonly name: string;
  readonly path: string;
  readonly language: 'en' | 'hi';
  readonly isSignedIn?: true;
}

const pages: readonly Page[] = [
  { name: '`/`', path: '/', language: 'en' },
  { name: '`/`, Hindi', path: '/', language: 'hi' },
  { name: '`/login`', path: '/login', language: 'en' },
  { name: '`/register`', path: '/register', language: 'en' },
  { name: '`/dashboard`, signed in', path: '/dashboard', language: 'en', isSignedIn: true },
];

interface Audit {
  readonly title: string;
  readonly score: number | null;
  readonly numericValue?: number;
  readonly details?: {
    readonly items?: readonly { readonly resourceType?: string; readonly transferSize?: number }[];
  };
}

interface Category {
  readonly score: number | null;
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
}

/** Report of Lighthouse. */
interface Report {
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<Record<string, Category>>;
  readonly audits: Readonly<Record<string, Audit>>;
}

interface Column {
  readonly title: string;
  readonly read: (report: Report) => number | undefined;
  /** Least score; a figure without a target only explains another one. */
  readonly target?: number;
  readonly decimals?: number;
}

const columns: readonly Column[] = [
  { title: 'performance ≥ 98', read: score('performance'), target: 98 },
  { title: 'accessibility 100', read: score('accessibility'), target: 100 },
  { title: 'best practices 100', read: score('best-practices'), target: 100 },
  { title: 'SEO 100', read: score('seo'), target: 100 },
  { title: 'FCP ms', read: audit('first-contentful-paint') },
  { title: 'LCP ms', read: audit('largest-contentful-paint') },
  { title: 'TBT ms', read: audit('total-blocking-time') },
  { title: 'CLS', read: audit('cumulative-layout-shift'), decimals: 3 },
  { title: 'scripts, bytes', read: scriptBytes },
];

const { write } = readOptions({ write: false });
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

async function measureAll(product: DemoProduct): Promise<string> {
  const browserPath = findBrowser();
  const rows: string[][] = [];
  for (const page of pages) rows.push(await rowOf(product, page, browserPath));
  const titles = columns.map(({ title }) => title);
  return table(columnsOf('page', titles), rows);
}

/** Runs the measurements one after the other, because concurrent runs would slow each other down. */
async function rowOf(product: DemoProduct, page: Page, browserPath: string): Promise<string[]> {
  const runs: number[][] = [];
  for (let run = 1; run <= RUNS; run += 1) {
    const figures = await measure(product, page, browserPath);
    console.info(`${page.name}, run ${run}: performance ${figures[0]}`);
    runs.push(figures);
  }
  return [
    page.name,
    ...columns.map((column, index) =>
      cellOf(
        column,
        runs.map((run) => run[index] ?? 0),
      ),
    ),
  ];
}

function cellOf({ decimals = 0, target }: Column, figures: readonly number[]): string {
  const median = medianOf(figures);
  const text = median.toLocaleString('en', { maximumFractionDigits: decimals });
  if (target === undefined) return text;
  return `${text} ${median >= target ? 'reached' : '**missed**'}`;
}

/**
 * Runs Lighthouse on a page. Retries once, because Lighthouse occasionally misses the start of a page.
 * @returns the figure of each column.
 * @throws {Error} if both attempts fail.
 */
async function measure(product: DemoProduct, page: Page, browserPath: string): Promise<number[]> {
  try {
    return await measureOnce(product, page, browserPath);
  } catch (error) {
    console.warn('Measured once more:', error);
    return measureOnce(product, page, browserPath);
  }
}

async function measureOnce(product: DemoProduct, page: Page, executablePath: string): Promise<number[]> {
  const profile = await mkdtemp(join(tmpdir(), 'mutual-transfer-browser-'));
  // Lighthouse connects to a debugging port, in addition to Playwright's own pipe.
  const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--remote-debugging-port=0'];
  try {
    const context = await chromium.launchPersistentContext(profile, { executablePath, args });
    try {
      // As after an earlier visit. Lighthouse changes neither.
      await context.addCookies([{ name: 'language', value: page.language, url: product.address }]);
      if (page.isSignedIn) await product.keepSession(context);
      return figuresIn(await reportOn(`${product.address}${page.path}`, profile));
    } finally {
      await context.close();
    }
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
}

async function reportOn(url: string, profile: string): Promise<Report> {
  const cli = join(folder, 'node_modules/lighthouse/cli/index.js');
  const [port = ''] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [cli, url, `--port=${port}`, '--output=json', '--quiet', '--no-enable-error-reporting'],
    { maxBuffer: LARGEST_REPORT, timeout: TIMEOUT_MS },
  );
  const report = JSON.parse(stdout) as Report;
  if (report.runtimeError) throw new Error(`${url}: ${report.runtimeError.message}`);
  return report;
}

/** Prints the audits that reduced a score. */
function figuresIn(report: Report): number[] {
  const weighed = Object.values(report.categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
  );
  for (const id of new Set(weighed)) {
    const found = report.audits[id];
    if (found?.score != null && found.score < 0.9) console.info(`  ${id}: ${found.title}`);
  }
  return columns.map(({ title, read }) => {
    const figure = read(report);
    if (figure === undefined) throw new Error(`Not measured: ${title}`);
    return figure;
  });
}

function score(category: string): Column['read'] {
  return ({ categories }) => {
    const found = categories[category]?.score;
    return found == null ? undefined : Math.round(found * 100);
  };
}

function audit(id: string): Column['read'] {
  return ({ audits }) => audits[id]?.numericValue;
}

function scriptBytes({ audits }: Report): number {
  return (audits['network-requests']?.details?.items ?? [])
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
}
