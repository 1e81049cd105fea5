import { sql, type Transaction } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { endReadiness } from '../../members/bound-requests.ts';
import { stratumOf } from '../../offers/request-offer.ts';
import { readRules } from '../../rules/rules.queries.ts';
import type { WholeAgreement } from '../steps/locked-agreement.ts';

/** The value of `round_plans_due.stratum` that means every stratum. */
export const ALL_STRATA = '';

/**
 * Ends the readiness of members who said no to a proposal of a round, let its deadline pass, or left its agreement, so the next plan leaves
 * them out.
 */
export async function endUnwilling(
  transaction: Transaction<Database>,
  { round_id, reason, ended_by, silence_agrees, members }: WholeAgreement,
): Promise<void> {
  const isUnwilling = ({ user_id, answer }: WholeAgreement['members'][number]) =>
    answer === 'no' ||
    (user_id !== null && user_id === ended_by) ||
    (reason === 'deadline' && answer === 'open' && !silence_agrees);
  const requests = members.filter(isUnwilling).flatMap(({ request_id }) => request_id ?? []);
  if (round_id !== null) await endReadiness(transaction, requests);
}

/** Marks the stratum of a failed proposal as due for another plan in its round and in the season's round of the timetable, if running. */
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
        .where('rounds.state', '=', 'running')
        .where(sql<boolean>`(rounds.id = ${round_id} or (rounds.number is not null
          and rounds.season_id = (select season_id from rounds held where held.id = ${round_id})))`),
    )
    .onConflict((conflict) => conflict.columns(['round_id', 'stratum']).doUpdateSet({ due_at: now }))
    .execute();
}
