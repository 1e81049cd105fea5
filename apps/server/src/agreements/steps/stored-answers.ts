import type { Transaction } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { WholeAgreement } from './locked-agreement.ts';

/** Stores a yes to a place, or deletes the stored yes after a no to that place. A member who leaves says no to it. */
export async function storeAnswer(
  transaction: Transaction<Database>,
  { members }: WholeAgreement,
  { by, answer }: { by: string; answer: 'yes' | 'no' },
  now: Date,
): Promise<void> {
  const to_block = members.find(({ user_id }) => user_id === by)?.to_block ?? '';
  if (answer === 'no') {
    await transaction
      .deleteFrom('remembered_yes')
      .where('user_id', '=', by)
      .where('to_block', '=', to_block)
      .execute();
    return;
  }
  await transaction
    .insertInto('remembered_yes')
    .values({ user_id: by, to_block, given_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'to_block']).doUpdateSet({ given_at: now }))
    .execute();
}
