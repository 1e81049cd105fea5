import { lockTable } from './locks.ts';
import { joinTestApp, startTestApp, type TestApp } from './test-app.ts';

/** Two server processes on one database. */
export interface TwoServers {
  readonly first: TestApp;
  readonly second: TestApp;
  /** Stops both servers from following changes until the lock is released. Lists do not read the locked table. */
  readonly stopFollowers: () => ReturnType<typeof lockTable>;
  readonly close: () => Promise<void>;
}

/** Starts two server processes, and waits until their indexes are loaded. */
export async function startTwoServers(): Promise<TwoServers> {
  const first = await startTestApp();
  const second = await joinTestApp(first);
  for (const server of [first, second]) await server.graph.caughtUp();
  return {
    first,
    second,
    stopFollowers: () => lockTable('offer_changes_pruned', first.database, 'access exclusive'),
    close: async () => {
      await second.close();
      await first.close();
    },
  };
}
