import type { DaySpan } from '@mutual-transfer/domain/day-span';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** India's time before UTC, all year; the embedded database may know no names of time zones. */
export const INDIA_OFFSET = '5 hours 30 minutes';

/** That a moment lies within the days of the span, in India's time; an open end lets all through. */
export function isWithin(column: string, { from, to }: DaySpan): RawBuilder<SqlBool> {
  const moment = sql.ref(column);
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
