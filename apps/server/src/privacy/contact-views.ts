import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/tables/schema.ts';

const RETENTION_DAYS = 90;
const ADDRESS_RETENTION_DAYS = 2;

/** Deletes views older than 90 days, and the addresses of views older than two days. */
export async function pruneContactViews(db: Kysely<Database>, now: Date): Promise<void> {
  const start = sql<Date>`${now}::timestamptz - make_interval(days => ${RETENTION_DAYS})`;
  await db.deleteFrom('contact_views').where('seen_at', '<', start).execute();
  await db
    .updateTable('contact_views')
    .set({ address: null })
    .where('address', 'is not', null)
    .where(
      'opened_at',
      '<',
      sql<Date>`${now}::timestamptz - make_interval(days => ${ADDRESS_RETENTION_DAYS})`,
    )
    .execute();
  await db.deleteFrom('contact_refusals').where('day', '<', sql<Date>`(${start})::date`).execute();
}
