import type { Transaction } from 'kysely';
import type { Database } from '../../database/tables.ts';

/**
 * Returns the teachers for whom "accept for me" may answer a proposal. For a proposal of a round these are all teachers. For a proposal of
 * a verified teacher these are the teachers for whom it has not answered this proposer before; for an unverified proposer there are none.
 *
 * @param proposer null for a round.
 */
export async function findAnswerable(
  transaction: Transaction<Database>,
  userIds: readonly string[],
  proposer: string | null,
): Promise<ReadonlySet<string>> {
  if (proposer === null) return new Set(userIds);
  if (!(await isVerified(transaction, proposer))) return new Set();
  const answered = await transaction
    .selectFrom('agreement_members')
    .innerJoin('agreements', 'agreements.id', 'agreement_id')
    .select('user_id')
    .where('proposed_by', '=', proposer)
    .where('user_id', 'in', userIds)
    .where('is_accepted_for_me', '=', true)
    .execute();
  return new Set(userIds.filter((userId) => !answered.some(({ user_id }) => user_id === userId)));
}

async function isVerified(transaction: Transaction<Database>, userId: string): Promise<boolean> {
  const user = await transaction
    .selectFrom('users')
    .select('verified_at')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user !== undefined && user.verified_at !== null;
}
