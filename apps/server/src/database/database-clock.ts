import type pg from 'pg';

const MEASURED_EVERY_MS = 10_000;

/**
 * Returns a clock that follows the clock of the database, which all server processes share. The offset is measured now and every ten
 * seconds, and a monotonic clock advances the time in between. A process whose own clock is wrong or is set therefore writes correct times.
 * While the database cannot be reached, the clock continues.
 */
export async function followDatabaseClock(pool: Pick<pg.Pool, 'query'>): Promise<() => Date> {
  let offset = await measure(pool);
  const again = async () => {
    offset = await measure(pool).catch(() => offset);
  };
  setInterval(() => void again(), MEASURED_EVERY_MS).unref();
  return () => new Date(performance.now() + offset);
}

/**
 * Returns the difference between the database clock and `performance.now()` in milliseconds. Assumes that the database read its clock in
 * the middle of the call.
 */
async function measure(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const asked = performance.now();
  const { rows } = await pool.query<{ moment: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as moment',
  );
  return (rows[0]?.moment ?? Date.now()) - (asked + performance.now()) / 2;
}
