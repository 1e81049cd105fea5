import { planOf } from '@mutual-transfer/matching/clearing/plan';
import type { PlannedRing } from '@mutual-transfer/matching/clearing/plan-figures';
import { containsExcludedPair, type ExcludedPairs } from '@mutual-transfer/matching/excluded-pairs';
import type { GraphOffer } from '@mutual-transfer/matching/live/ring-graph';
import { outcomeOf, startThread } from '../../plans/computation/plan-thread.ts';

/** Input of a round's plan. */
export interface RoundGoal {
  readonly maxRing: number;
  /** Probability of a yes for offers without a `probability` of their own. */
  readonly survival: number;
  /** Pairs of teachers who must not be in one ring. */
  readonly excluded: ExcludedPairs;
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
