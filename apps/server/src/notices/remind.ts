import { type Kysely, sql, type Transaction } from 'kysely';
import { advisoryLocks } from '../database/advisory-locks.ts';
import type { Database } from '../database/schema.ts';
import { createNotices, type NewNotice } from './create-notices.ts';

/** Finds at most so many notices that are due and were not created before. */
export type FindDue = (transaction: Transaction<Database>, atMost: number) => Promise<readonly NewNotice[]>;

const AT_ONCE = 500;

/** Creates notices that are due by the clock, one server after the other: each then sees what the one before created. */
export async function remind(db: Kysely<Database>, findDue: FindDue, now: Date): Promise<void> {
  let created: number;
  do {
    created = await db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${advisoryLocks.reminders})`.execute(transaction);
      const notices = await findDue(transaction, AT_ONCE);
      await createNotices(transaction, notices, now);
      return notices.length;
    });
  } while (created === AT_ONCE);
}
