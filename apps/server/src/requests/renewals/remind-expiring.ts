import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables/schema.ts';
import { createReminders } from '../../notices/create-reminders.ts';
import { findDue } from './expiring.queries.ts';

/** Days before the expiry of a request at which its teacher is asked if they still look. */
const REMINDED_DAYS = [14, 3];

/**
 * Asks the teachers whose requests expire in 14 and in 3 days if they still look, once each. A renewed request has a new expiry and is
 * asked about again.
 */
export async function remindOfExpiry(db: Kysely<Database>, now: Date): Promise<void> {
  for (const [index, days] of REMINDED_DAYS.entries()) {
    const nextDays = REMINDED_DAYS[index + 1] ?? 0;
    await createReminders(db, findDue({ days, nextDays }, now), now);
  }
}
