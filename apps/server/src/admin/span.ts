import type { Span } from '@mutual-transfer/domain/administration';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** That a moment lies within the days of the span, in India's time; an open end lets all through. */
export function isWithin(column: string, { from, to }: Span): RawBuilder<SqlBool> {
  const moment = sql.ref(column);
  const since =
    from === undefined ? sql`true` : sql`${moment} >= ${from}::date::timestamp at time zone 'Asia/Kolkata'`;
  const until =
    to === undefined ? sql`true` : sql`${moment} < (${to}::date + 1)::timestamp at time zone 'Asia/Kolkata'`;
  return sql<SqlBool>`${since} and ${until}`;
}
