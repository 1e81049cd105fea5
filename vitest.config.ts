import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'domain', root: 'packages/domain', include: ['src/**/*.test.ts'] } },
      { test: { name: 'matching', root: 'packages/matching', include: ['src/**/*.test.ts'] } },
      { test: { name: 'demo', root: 'packages/demo', include: ['src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          root: 'apps/server',
          include: ['src/**/*.test.ts'],
          globalSetup: [fileURLToPath(new URL('apps/server/src/testing/global-setup.ts', import.meta.url))],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'web', root: 'apps/web', include: ['src/**/*.test.ts', 'src/**/*.test.tsx'] } },
      { test: { name: 'house', root: '.', include: ['test/*.test.ts'] } },
    ],
  },
});
