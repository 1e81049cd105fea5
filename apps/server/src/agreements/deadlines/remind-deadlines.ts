import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables/schema.ts';
import { createReminders } from '../../notices/create-reminders.ts';
import { findDue } from './near-deadlines.queries.ts';

/**
 * Hours before the deadline at which members without an answer are reminded. A proposal younger than that gets no reminder, because it was
 * just read.
 */
const REMINDED_HOURS = [24, 1];

/** Reminds members whose answer is needed a day before the deadline and an hour before it, once each. */
export async function remindOfDeadlines(db: Kysely<Database>, now: Date): Promise<void> {
  for (const [index, hours] of REMINDED_HOURS.entries()) {
    const nextHours = REMINDED_HOURS[index + 1] ?? 0;
    await createReminders(db, findDue({ hours, nextHours }, now), now);
  }
}
