import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { createReminders } from '../../notices/create-reminders.ts';
import { findDue } from './expiring.queries.ts';

/** Numbers of days before the expiry of a request at which its teacher is reminded. */
const REMINDED_DAYS = [14, 3];

/**
 * Asks teachers 14 and 3 days before a request expires whether they still look for a place. Each reminder is sent once per expiry, so a
 * renewed request causes new ones.
 */
export async function remindOfExpiry(db: Kysely<Database>, now: Date): Promise<void> {
  for (const [index, days] of REMINDED_DAYS.entries()) {
    const nextDays = REMINDED_DAYS[index + 1] ?? 0;
    await createReminders(db, findDue({ days, nextDays }, now), now);
  }
}
