import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import { createReminders, type FindDue } from '../notices/create-reminders.ts';
import { findSeenOften } from './seen-often.queries.ts';

/** Notifies teachers whose contact many others saw within a day: they may want to hide it, and many views may be a sign of harvesting. */
export async function remindOfContactViews(db: Kysely<Database>, now: Date): Promise<void> {
  const findDue: FindDue = async (transaction, atMost) => {
    const rows = await findSeenOften(transaction, atMost, now);
    return rows.map(({ seen_id, viewers }) => ({
      recipientId: seen_id,
      content: { kind: 'contact_seen_often', viewers },
    }));
  };
  await createReminders(db, findDue, now);
}
