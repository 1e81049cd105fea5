import type { Page } from '@playwright/test';

const BYTES_A_SECOND = 400_000 / 8;
const LATENCY_MS = 400;
const SLOWDOWN = 4;

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
