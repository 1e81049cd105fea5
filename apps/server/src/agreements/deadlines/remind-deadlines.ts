import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { createReminders } from '../../notices/create-reminders.ts';
import { findDue } from './near-deadlines.queries.ts';

/**
 * Hours before the deadline at which members without an answer are reminded. A proposal of the last hour gets no reminder, because its
 * members were just notified of it.
 */
const REMINDED_HOURS = [24, 1];

/** Reminds members without an answer twice: a day and an hour before the deadline. */
export async function remindOfDeadlines(db: Kysely<Database>, now: Date): Promise<void> {
  for (const [index, hours] of REMINDED_HOURS.entries()) {
    const nextHours = REMINDED_HOURS[index + 1] ?? 0;
    await createReminders(db, findDue({ hours, nextHours }, now), now);
  }
}
