import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

/** A slow machine may take long; no test asserts how long. */
const times = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
};

const server = {
  ...times,
  root: 'apps/server',
  globalSetup: [fileURLToPath(new URL('apps/server/test/testing/global-setup.ts', import.meta.url))],
};

/**
 * Tests that register a language for their whole process, or count executions or calls of code that no earlier test has loaded.
 * All other files of the server may share a process, which loads the server's modules once.
 */
const inOwnProcess = [
  'test/third-language.test.ts',
  'test/input/linear-texts.test.ts',
  'src/admin/imports/shared-employee-id.test.ts',
];

/** Tests that only compute: files may share a process. */
const computed = { ...times, include: ['src/**/*.test.ts'], isolate: false };

const { BROWSER_PATH } = process.env;
const browserOptions = {
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  ...(BROWSER_PATH === undefined ? {} : { executablePath: BROWSER_PATH }),
};

/** Libraries that are optimised before the first test: discovering one later would reload the page during a test. */
const componentLibraries = [
  'react',
  'react/jsx-dev-runtime',
  'react-dom/client',
  'react-router',
  '@tanstack/query-persist-client-core',
  '@tanstack/react-query',
  '@tabler/icons-react',
  'downshift',
  'zod',
  'vitest-browser-react',
];

export default defineConfig({
  test: {
    // The default leaves one processor to the watcher, which is half of a machine with two processors.
    maxWorkers: '100%',
    projects: [
      { test: { ...computed, name: 'domain', root: 'packages/domain' } },
      { test: { ...computed, name: 'matching', root: 'packages/matching' } },
      { test: { ...computed, name: 'demo', root: 'packages/demo' } },
      {
        test: {
          ...server,
          name: 'server',
          include: ['{src,test}/**/*.test.ts'],
          exclude: ['test/**/*.fault.test.ts', ...inOwnProcess],
          isolate: false,
          setupFiles: [fileURLToPath(new URL('apps/server/test/testing/each-file.ts', import.meta.url))],
        },
      },
      { test: { ...server, name: 'server-isolated', include: inOwnProcess } },
      // Tests that kill, suspend and disconnect real processes.
      {
        test: {
          ...server,
          name: 'faults',
          include: ['test/**/*.fault.test.ts'],
          testTimeout: 300_000,
        },
      },
      {
        test: {
          ...times,
          name: 'web',
          root: 'apps/web',
          include: ['{src,worker}/**/*.test.ts', 'src/**/*.test.tsx'],
          exclude: ['**/*.component.test.tsx'],
        },
      },
      // Components in a real browser, which `npm test` finds in the same way as for the journeys.
      {
        optimizeDeps: { include: componentLibraries },
        test: {
          ...times,
          name: 'components',
          root: 'apps/web',
          include: ['src/**/*.component.test.tsx'],
          setupFiles: ['empty-storage.ts', 'fonts.ts'].map((name) =>
            fileURLToPath(new URL(`apps/web/src/testing/${name}`, import.meta.url)),
          ),
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 360, height: 640 },
            provider: playwright({ launchOptions: browserOptions }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      { test: { ...times, name: 'house', root: '.', include: ['test/*.test.ts'] } },
    ],
  },
});
