import type { DaySpan } from '@mutual-transfer/domain/query-parameters';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
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

/** Offset of India from UTC, which has no daylight saving time. The embedded database may lack time zone names. */
export const INDIA_OFFSET = '5 hours 30 minutes';

/**
 * Returns the SQL condition that a time lies within the days of a span in India's time. A span without a start or end is unbounded there.
 */
export function isWithin(column: string | RawBuilder<unknown>, { from, to }: DaySpan): RawBuilder<SqlBool> {
  const moment = typeof column === 'string' ? sql.ref(column) : column;
  const since =
    from === undefined
      ? sql`true`
      : sql`${moment} >= ${from}::date::timestamp at time zone ${INDIA_OFFSET}::interval`;
  const until =
    to === undefined
      ? sql`true`
      : sql`${moment} < (${to}::date + 1)::timestamp at time zone ${INDIA_OFFSET}::interval`;
  return sql<SqlBool>`${since} and ${until}`;
}

/** Returns the last millisecond of a day (`YYYY-MM-DD`) in India's time. */
export function endOfDay(day: string): Date {
  return new Date(`${day}T23:59:59.999+05:30`);
}
