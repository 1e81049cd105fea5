import { planOf } from '@mutual-transfer/matching/clearing/plan';
import type { PlannedRing } from '@mutual-transfer/matching/clearing/plan-figures';
import { containsExcludedPair, type ExcludedPairs } from '@mutual-transfer/matching/excluded-pairs';
import type { GraphOffer } from '@mutual-transfer/matching/live/ring-graph';
import { sql, type Transaction } from 'kysely';
import { stratumOf } from '../matching/index/request-offer.ts';
import { outcomeOf, startThread } from '../matching/plans/plan-thread.ts';
import { endReadiness } from '../people/bound-requests.ts';
import type { Database } from '../platform/database/tables.ts';
import { readRules } from '../platform/rules.ts';
import type { WholeAgreement } from './lock-agreement.ts';

/** Input of a round's plan. */
export interface RoundGoal {
  maxRing: number;
  /** Probability of a yes for offers without a `probability` of their own. */
  survival: number;
  /** Pairs of teachers who must not be in one ring. */
  excluded: ExcludedPairs;
}

/** Rings of request ids. Each member takes the place of the next one. */
export type RequestRings = readonly (readonly string[])[];

/** Maximum number of offers that are planned on the main thread, in some tens of milliseconds. More are planned in a worker thread. */
const FEW = 150;

/** Plans the rings with the highest expected number of moved teachers. */
export function planReady(offers: readonly GraphOffer[], goal: RoundGoal): Promise<RequestRings> {
  if (offers.length <= FEW) return Promise.resolve(ringsOver(offers, goal));
  return outcomeOf(startThread(new URL('./plan-ready-worker.ts', import.meta.url), { offers, goal }));
}

/** Converts the plan to rings of requests: for each teacher the best-ranked offer that accepts the next member's place. */
export function ringsOver(offers: readonly GraphOffer[], goal: RoundGoal): RequestRings {
  const bestFirst = offers.toSorted((a, b) => (a.rank ?? 1) - (b.rank ?? 1));
  const byTeacher = Map.groupBy(bestFirst, ({ teacher }) => teacher);
  return plannedAround(offers, goal).flatMap(({ stratum, teachers }) => {
    const seats = teachers.map((teacher) =>
      (byTeacher.get(teacher) ?? []).filter((offer) => offer.stratum === stratum),
    );
    const chosen = seats.flatMap((mine, index) => {
      const next = seats[(index + 1) % seats.length]?.[0]?.from ?? '';
      return mine.find(({ to }) => to.includes(next))?.id ?? [];
    });
    return chosen.length === teachers.length ? [chosen] : [];
  });
}

/**
 * Returns rings without an excluded pair. The planner does not support excluded pairs: a ring that contains one is dropped, and its stratum
 * is planned again without one teacher of the pair.
 */
function plannedAround(offers: readonly GraphOffer[], goal: RoundGoal): PlannedRing[] {
  const [whole, broken] = planned(offers, goal);
  if (broken.length === 0) return whole;
  const strata = new Set(broken.map(({ stratum }) => stratum));
  const free = withoutTeachersOf(offers, whole).filter(({ stratum }) => strata.has(stratum));
  return [...whole, ...plannedWithout(free, goal)];
}

/**
 * Repeats the plan, each time without one teacher of every excluded pair in the last plan, until no ring contains such a pair. Then plans
 * with the teachers that were left out. Ends when leaving out either teacher of a pair adds no ring.
 */
function plannedWithout(offers: readonly GraphOffer[], goal: RoundGoal): PlannedRing[] {
  const found: PlannedRing[] = [];
  let free = offers;
  for (let side = 0; side < SIDES_OF_A_PAIR; ) {
    const more = plannedOnSide(free, goal, side);
    found.push(...more);
    free = withoutTeachersOf(free, more);
    side = more.length > 0 ? 0 : side + 1;
  }
  return found;
}

function plannedOnSide(offers: readonly GraphOffer[], goal: RoundGoal, side: number): PlannedRing[] {
  const [whole, broken] = planned(offers, goal);
  const waiting = new Set(broken.flatMap(({ teachers }) => oneOfEachPair(teachers, goal.excluded, side)));
  if (waiting.size === 0) return whole;
  const free = withoutTeachersOf(offers, whole).filter(({ teacher }) => !waiting.has(teacher));
  return [...whole, ...plannedOnSide(free, goal, side)];
}

function withoutTeachersOf(offers: readonly GraphOffer[], rings: readonly PlannedRing[]): GraphOffer[] {
  const placed = new Set(rings.flatMap(({ teachers }) => teachers));
  return offers.filter(({ teacher }) => !placed.has(teacher));
}

/** Returns the rings of a plan without an excluded pair, and those with one. */
function planned(
  offers: readonly GraphOffer[],
  { maxRing, survival, excluded }: RoundGoal,
): [whole: PlannedRing[], broken: PlannedRing[]] {
  const { rings } = planOf(offers, { maxRing, survival });
  const isBroken = ({ teachers }: PlannedRing) => containsExcludedPair(teachers, excluded);
  return [rings.filter((ring) => !isBroken(ring)), rings.filter(isBroken)];
}

const SIDES_OF_A_PAIR = 2;

/** Returns one teacher of each excluded pair: with `side` 0 the later one in the ring, with 1 the earlier one. */
function oneOfEachPair(teachers: readonly string[], excluded: ExcludedPairs, side: number): string[] {
  return teachers.filter((teacher, index) => {
    const others = side === 0 ? teachers.slice(0, index) : teachers.slice(index + 1);
    return others.some((other) => excluded.get(teacher)?.has(other) === true);
  });
}

/** Probability of a yes that a plan assumes until there are enough answers: of a teacher who is asked, and of one who can only object. */
export const USUAL_CHANCE = 0.9;
export const USUAL_CHANCE_OF_SILENCE = 0.98;
const LEAST_CHANCE = 0.5;
const MOST_CHANCE = 0.99;
/** Factor on the odds of a yes for each sign of it. */
const ODDS_OF_A_SIGN = 2;

/** Restricts a probability to the range that a plan may assume. */
export function plausible(chance: number): number {
  return Math.min(MOST_CHANCE, Math.max(LEAST_CHANCE, chance));
}

/**
 * Returns a function from a number of signs to the probability of a yes, given the mean probability of all teachers. Undefined if all
 * teachers have the same number of signs, so that the plan can treat them alike.
 */
export function chancesBySigns(
  signs: readonly number[],
  mean: number,
): ((signsOfOne: number) => number) | undefined {
  if (new Set(signs).size < 2) return undefined;
  const usual = signs.reduce((sum, one) => sum + one, 0) / signs.length;
  const odds = mean / (1 - mean);
  return (signsOfOne) => {
    const own = odds * ODDS_OF_A_SIGN ** (signsOfOne - usual);
    return plausible(own / (1 + own));
  };
}

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
