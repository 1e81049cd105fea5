import { defineConfig } from '@playwright/test';

const phone = { width: 360, height: 640 };
const desk = { width: 1280, height: 800 };

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/prepare.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // Each journey file starts its own product. More workers than processors, because journeys also wait: for timers,
  // and for the network to be idle.
  workers: '150%',
  retries: 0,
  // A slow machine may take long; no journey asserts how long.
  timeout: 600_000,
  expect: { timeout: 60_000, toPass: { timeout: 120_000 } },
  reporter: [['list']],
  forbidOnly: process.env.CI !== undefined,
  projects: [
    { name: 'phone', use: { viewport: phone, hasTouch: true } },
    // Journeys through elements that differ between a desktop and a phone. All other journeys are the same on both.
    { name: 'desk', grep: /@desk/, use: { viewport: desk } },
  ],
  use: {
    // End before the journey, so that the report names the action.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // The service worker would serve files that a journey delays. Journeys about the service worker allow it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(process.env.BROWSER_PATH ? { executablePath: process.env.BROWSER_PATH } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
