import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** How often sessions waited for a lock that another session held. */
export interface LockWaits {
  /** How often the sessions were looked at. */
  readonly looks: number;
  /** At how many looks at least one waited. */
  readonly waiting: number;
  /** How many waited at once, at most. */
  readonly most: number;
}

const LOOKED_EVERY = 20;

/** Looks at the sessions of the database while something goes on. */
export async function watchLocks<Result>(
  observer: pg.Client,
  during: () => Promise<Result>,
): Promise<{ result: Result; locks: LockWaits }> {
  const seen: number[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      seen.push(await countWaiting(observer));
      await pause(LOOKED_EVERY);
    }
  })();
  const result = await during().finally(() => {
    isOver = true;
  });
  await watching;
  const waiting = seen.filter((count) => count > 0).length;
  return { result, locks: { looks: seen.length, waiting, most: Math.max(0, ...seen) } };
}

async function countWaiting(observer: pg.Client): Promise<number> {
  const { rows } = await observer.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}
