import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';
import { type Visitor, withDemoProduct } from './demo-product.ts';

const BYTES_A_SECOND = 400_000 / 8;
const LATENCY_MS = 400;
const SLOWDOWN = 4;
const TIMEOUT_MS = 120_000;

/** Phone with an empty cache. */
interface Phone {
  readonly context: BrowserContext;
  /** Address of a product with demo data. */
  readonly address: string;
}

/** Runs some work with the new phone of a visitor, 360 × 640. */
export type OnPhone = <Result>(visitor: Visitor, work: (phone: Phone) => Promise<Result>) => Promise<Result>;

/** Width and height of a phone in CSS pixels. */
export const phoneSize = { width: 360, height: 640 };

/** Starts a product with demo data and a browser, and stops both after the work. */
export function withPhones<Result>(work: (onPhone: OnPhone) => Promise<Result>): Promise<Result> {
  return withDemoProduct(async ({ address, prepare }) => {
    const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
    const onPhone: OnPhone = async (visitor, use) => {
      // Benchmarks send functions to the page as text, which the page's content security policy would block.
      const context = await browser.newContext({ viewport: phoneSize, locale: 'en-IN', bypassCSP: true });
      context.setDefaultTimeout(TIMEOUT_MS);
      try {
        await prepare(context, visitor);
        return await use({ context, address });
      } finally {
        await context.close();
      }
    };
    return work(onPhone).finally(() => browser.close());
  });
}

/** Throttles a page: 400 kbit/s, 400 ms latency per response, a processor four times as slow. */
export async function throttle(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_A_SECOND,
    uploadThroughput: BYTES_A_SECOND,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}
