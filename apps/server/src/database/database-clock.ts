import type pg from 'pg';

const MEASURED_EVERY_MS = 10_000;

/**
 * The present moment by the clock of the database, which all server processes share: measured now and every ten seconds, and in
 * between counted on by a clock that cannot be set. A server process whose own clock is wrong, or is set while it runs, dates
 * nothing wrongly; while the database is away, time goes on as it was.
 */
export async function followDatabaseClock(pool: Pick<pg.Pool, 'query'>): Promise<() => Date> {
  let offset = await measure(pool);
  const again = async () => {
    offset = await measure(pool).catch(() => offset);
  };
  setInterval(() => void again(), MEASURED_EVERY_MS).unref();
  return () => new Date(performance.now() + offset);
}

/** What the database's clock is ahead of `performance.now()`, in milliseconds; the answer is taken to be half as old as its call. */
async function measure(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const asked = performance.now();
  const { rows } = await pool.query<{ moment: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as moment',
  );
  return (rows[0]?.moment ?? Date.now()) - (asked + performance.now()) / 2;
}
