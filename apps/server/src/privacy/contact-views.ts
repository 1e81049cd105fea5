import { type Kysely, sql } from 'kysely';
import { daysBefore, deleteOldRows } from '../database/delete-old-rows.ts';
import type { Database } from '../database/tables.ts';

const RETENTION_DAYS = 90;
const ADDRESS_RETENTION_DAYS = 2;

/** Deletes views older than 90 days, and the addresses of views older than two days. */
export async function pruneContactViews(db: Kysely<Database>, now: Date): Promise<void> {
  const start = daysBefore(now, RETENTION_DAYS);
  await deleteOldRows(db, 'contact_views', 'seen_at', start);
  await db
    .updateTable('contact_views')
    .set({ address: null })
    .where('address', 'is not', null)
    .where('opened_at', '<', daysBefore(now, ADDRESS_RETENTION_DAYS))
    .execute();
  await deleteOldRows(db, 'contact_refusals', 'day', sql<Date>`${start}::timestamptz::date`);
}
