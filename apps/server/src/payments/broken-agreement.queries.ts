import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';

/** Returns the latest agreement of a teacher that broke before its papers were submitted. */
export function findBrokenAgreement(
  db: Kysely<Database>,
  userId: string | null,
): Promise<{ id: string; ended_at: Date | null } | undefined> {
  return db
    .selectFrom('agreement_members')
    .innerJoin('agreements', 'agreements.id', 'agreement_id')
    .select(['agreements.id', 'ended_at'])
    .where('user_id', '=', userId)
    .where('agreements.state', '=', 'broken')
    .where('submitted_at', 'is', null)
    .orderBy('ended_at', 'desc')
    .executeTakeFirst();
}
