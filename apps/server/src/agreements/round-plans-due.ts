import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { stratumOf } from '../offers/request-offer.ts';
import { readRules } from '../rules/read-rules.ts';
import type { WholeAgreement } from './locked-agreement.ts';

/** Every stratum, as `round_plans_due` has it. */
export const ALL_STRATA = '';

/** Who says no to a proposal of a round, or lets its deadline pass, is not ready any more: the next plan is without them. */
export async function endReadiness(
  transaction: Transaction<Database>,
  { round_id, reason, members }: WholeAgreement,
): Promise<void> {
  const isUnwilling = ({ answer }: WholeAgreement['members'][number]) =>
    answer === 'no' || (reason === 'deadline' && answer === 'open');
  const requests = members.filter(isUnwilling).flatMap(({ request_id }) => request_id ?? []);
  if (round_id === null || requests.length === 0) return;
  await transaction
    .updateTable('requests')
    .set({ ready_until: null, accept_for_me: false })
    .where('id', 'in', requests)
    .execute();
}

/** Has the willing members of a failed proposal planned again with all others who are ready, while its round runs. */
export async function planAgain(
  transaction: Transaction<Database>,
  agreement: WholeAgreement,
  now: Date,
): Promise<void> {
  const { round_id } = agreement;
  if (round_id === null) return;
  const stratum = stratumOf(agreement, await readRules(transaction, now));
  await transaction
    .insertInto('round_plans_due')
    .columns(['round_id', 'stratum', 'due_at'])
    .expression((from) =>
      from
        .selectFrom('rounds')
        .select((row) => ['rounds.id', row.val(stratum).as('stratum'), row.val(now).as('due_at')])
        .where('rounds.id', '=', round_id)
        .where('rounds.state', '=', 'running'),
    )
    .onConflict((conflict) => conflict.columns(['round_id', 'stratum']).doUpdateSet({ due_at: now }))
    .execute();
}
