import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { createReminders, type FindDue } from '../notices/create-reminders.ts';

/** Number of viewers within 24 hours from which the owner of a contact is notified. */
const MANY_VIEWERS = 10;
/** Minimum days between two such notices. */
const PAUSE_DAYS = 7;

/** Notifies teachers whose contact many others saw within a day: they can hide it, and it may be a sign of harvesting. */
export async function remindOfContactViews(db: Kysely<Database>, now: Date): Promise<void> {
  const findDue: FindDue = async (transaction, atMost) => {
    const { rows } = await sql<{ seen_id: string; viewers: number }>`
      select seen_id, count(distinct viewer_id)::int as viewers from contact_views
      where seen_at > ${now}::timestamptz - interval '24 hours'
      group by seen_id having count(distinct viewer_id) >= ${MANY_VIEWERS} and not exists (
        select from alerts where to_user_id = seen_id and kind = 'contact_seen_often'
          and created_at > ${now}::timestamptz - make_interval(days => ${PAUSE_DAYS}))
      order by seen_id limit ${atMost}`.execute(transaction);
    return rows.map(({ seen_id, viewers }) => ({
      recipientId: seen_id,
      content: { kind: 'contact_seen_often', viewers },
    }));
  };
  await createReminders(db, findDue, now);
}
