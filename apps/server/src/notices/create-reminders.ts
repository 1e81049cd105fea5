import { type Kysely, sql, type Transaction } from 'kysely';
import { advisoryLocks } from '../database/advisory-locks.ts';
import type { Database } from '../database/tables.ts';
import { createNotices, type NewNotice } from './create-notices.ts';

/** Finds up to `atMost` reminders that are due by the clock and were not created before. */
export type FindDue = (transaction: Transaction<Database>, atMost: number) => Promise<readonly NewNotice[]>;

const BATCH = 500;

/** Creates the due reminders in batches, each under a lock, so that no process creates a reminder that another one has created. */
export async function createReminders(db: Kysely<Database>, findDue: FindDue, now: Date): Promise<void> {
  let mayBeMore: boolean;
  do {
    mayBeMore = await db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${advisoryLocks.reminders})`.execute(transaction);
      const notices = await findDue(transaction, BATCH);
      // A notice that repeats an unread one is not created, and would be found again.
      return (await createNotices(transaction, notices, now)) > 0 && notices.length === BATCH;
    });
  } while (mayBeMore);
}
