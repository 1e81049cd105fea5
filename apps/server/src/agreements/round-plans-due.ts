import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { stratumOf } from '../offers/known-offer.ts';
import type { WholeAgreement } from './held-agreement.ts';

/** Has the willing members of a failed proposal planned again with all others who are ready, while its round runs. */
export async function planAgain(
  transaction: Transaction<Database>,
  { round_id, subject, class_range, category }: WholeAgreement,
  now: Date,
): Promise<void> {
  if (round_id === null) return;
  await transaction
    .insertInto('round_plans_due')
    .columns(['round_id', 'stratum', 'due_at'])
    .expression((from) =>
      from
        .selectFrom('rounds')
        .select((row) => [
          'rounds.id',
          row.val(stratumOf(subject, class_range, category)).as('stratum'),
          row.val(now).as('due_at'),
        ])
        .where('rounds.id', '=', round_id)
        .where('rounds.state', '=', 'running'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
