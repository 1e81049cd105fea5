import { districts } from '@mutual-transfer/domain/reference/places';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';

export async function countBy(
  db: Kysely<Database>,
  column: 'desired_district' | 'from_district',
): Promise<number[]> {
  const rows = await db
    .selectFrom('requests')
    .select([column, sql<number>`count(*)::int`.as('requests')])
    .where('listed', '=', true)
    .groupBy(column)
    .execute();
  const counts = new Map(rows.map((row) => [row[column], row.requests]));
  return districts.map(({ code }) => counts.get(code) ?? 0);
}
