import type { DaySpan } from '@mutual-transfer/domain/day-span';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

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
