import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, chromium } from '@playwright/test';
import type { Page } from './pages.ts';
import { keepSession, type RunningProduct } from './running-product.ts';

const cli = join(import.meta.dirname, 'node_modules/lighthouse/cli/index.js');
/** Timeout in milliseconds; a page takes about twenty seconds. */
const TIMEOUT_MS = 180_000;
const LARGEST_REPORT = 64 * 1024 * 1024;

/** Figures read from a report: scores from 0 to 100, times in milliseconds, bytes as transferred. */
export interface Figures {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly blocked: number;
  readonly shift: number;
  readonly scriptBytes: number;
}

/** One run: its figures, and the audits that reduced its score, as `id: title`. */
export interface Run {
  readonly figures: Figures;
  readonly complaints: readonly string[];
}

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

interface Report {
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<Record<string, Category>>;
  readonly audits: Readonly<Record<string, Audit>>;
}

/**
 * Runs Lighthouse's mobile preset on a page, in a browser with an empty cache. Retries once, because Lighthouse
 * occasionally misses the start of a page.
 * @throws {Error} if both attempts fail.
 */
export async function measure(product: RunningProduct, page: Page, browserPath: string): Promise<Run> {
  try {
    return await measureOnce(product, page, browserPath);
  } catch (error) {
    console.warn('Measured once more:', error);
    return measureOnce(product, page, browserPath);
  }
}

async function measureOnce(product: RunningProduct, page: Page, browserPath: string): Promise<Run> {
  const profile = await mkdtemp(join(tmpdir(), 'mutual-transfer-browser-'));
  try {
    const context = await openBrowser(profile, browserPath);
    try {
      await prepare(context, product, page);
      return runOf(await reportOn(`${product.address}${page.path}`, profile));
    } finally {
      await context.close();
    }
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
}

function openBrowser(profile: string, executablePath: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    executablePath,
    // Lighthouse connects to a debugging port, in addition to Playwright's own pipe.
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--remote-debugging-port=0'],
  });
}

/** Sets the language and the session as after an earlier visit. Lighthouse changes neither. */
async function prepare(context: BrowserContext, product: RunningProduct, page: Page): Promise<void> {
  await context.addCookies([{ name: 'language', value: page.language, url: product.address }]);
  if (page.isSignedIn) await keepSession(context, product);
}

async function reportOn(url: string, profile: string): Promise<Report> {
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

function runOf({ categories, audits }: Report): Run {
  const score = (name: string) => Math.round((categories[name]?.score ?? Number.NaN) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const requests = audits['network-requests']?.details?.items ?? [];
  const figures: Figures = {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    blocked: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    scriptBytes: requests
      .filter(({ resourceType }) => resourceType === 'Script')
      .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
  };
  const missing = Object.entries(figures).filter(([, figure]) => Number.isNaN(figure));
  if (missing.length > 0) throw new Error(`Not measured: ${missing.map(([name]) => name).join(', ')}`);
  const weighed = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
  );
  const complaints = [...new Set(weighed)].flatMap((id) => {
    const audit = audits[id];
    return audit?.score != null && audit.score < 0.9 ? [`${id}: ${audit.title}`] : [];
  });
  return { figures, complaints };
}
