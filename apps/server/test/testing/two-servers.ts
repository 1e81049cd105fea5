import { lockTable } from './locks.ts';
import { joinTestApp, startTestApp, type TestApp } from './test-app.ts';

/** Two server processes on one database. */
export interface TwoServers {
  first: TestApp;
  second: TestApp;
  /**
   * Reads after changes that neither server has read. Lists do not read the table that is locked meanwhile. `through` answers writes at
   * once.
   */
  whileBehind: <Result>(
    changes: (through: TestApp) => Promise<unknown>,
    read: () => Promise<Result>,
  ) => Promise<Result>;
  close: () => Promise<void>;
}

/** Starts two server processes. */
export async function startTwoServers(): Promise<TwoServers> {
  const first = await startTestApp();
  const second = await joinTestApp(first);
  const through = await joinTestApp(first, { writeTimeoutMs: 0 });
  return {
    first,
    second,
    whileBehind: async (changes, read) => {
      const lock = await lockTable('offer_changes_pruned', first.database, 'access exclusive');
      try {
        await changes(through);
        return await read();
      } finally {
        await lock.release();
      }
    },
    close: async () => {
      for (const app of [through, second, first]) await app.close();
    },
  };
}
