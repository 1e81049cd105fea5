import {
  planRound,
  type RequestRings,
  type RoundGoal,
  type RoundOffer,
} from '@mutual-transfer/matching/clearing/plan-round';
import { sql, type Transaction } from 'kysely';
import { stratumOf } from '../matching/index/request-offer.ts';
import { computeApart } from '../matching/plans/plan-process.ts';
import { endReadiness } from '../people/bound-requests.ts';
import type { Database } from '../platform/database/tables.ts';
import { readRules } from '../platform/rules.ts';
import type { WholeAgreement } from './lock-agreement.ts';

/** Maximum number of offers that are planned on the main thread, in some tens of milliseconds. More are planned in a child process. */
const FEW = 150;

/** Plans the rings with the highest expected number of moved teachers. */
export function planReady(offers: readonly RoundOffer[], goal: RoundGoal): Promise<RequestRings> {
  if (offers.length <= FEW) return Promise.resolve(planRound(offers, goal));
  return computeApart(new URL('./plan-ready-worker.ts', import.meta.url), { offers, goal });
}

/** Returns the seed of a round's lots. The last digits of a UUIDv7 are random. */
export function seedOfRound(id: string): number {
  return Number.parseInt(id.slice(-8), 16);
}

/** The value of `round_plans_due.stratum` that means every stratum. */
export const ALL_STRATA = '';

/**
 * Ends the readiness of members who said no to a proposal of a round, let its deadline pass, or left its agreement, so the next plan leaves
 * them out.
 */
export async function endUnwilling(
  transaction: Transaction<Database>,
  { round_id, reason, ended_by, members }: WholeAgreement,
): Promise<void> {
  const isUnwilling = ({ user_id, answer, consent_id }: WholeAgreement['members'][number]) =>
    answer === 'no' ||
    (user_id !== null && user_id === ended_by) ||
    (reason === 'deadline' && answer === 'open' && consent_id === null);
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
