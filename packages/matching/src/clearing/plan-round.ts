import { containsExcludedPair, type ExcludedPairs } from '../excluded-pairs.ts';
import type { Offer } from '../offer.ts';
import { randomFrom } from '../random.ts';
import { planOf } from './plan.ts';
import type { PlannedRing } from './plan-figures.ts';

/** Offer that a round may plan with, such as that of a ready teacher's request. */
export interface RoundOffer extends Offer {
  id: string;
  /** True if the teacher has a proven phone or a verification. */
  isProven: boolean;
}

/** Input of a round's plan. */
export interface RoundGoal {
  maxRing: number;
  /** Probability of a yes for offers without a `probability` of their own. */
  survival: number;
  /** Pairs of teachers who must not be in one ring. */
  excluded: ExcludedPairs;
  /** Groups, as `groupKey` writes them, that must not be proposed again. */
  ended: ReadonlySet<string>;
  /** Seed of the lots that decide between teachers with equal chances. */
  seed: number;
  /** See `PlanOptions`. */
  effort?: number;
}

/** Rings of ids of offers. Each member takes the place of the next one. */
export type RequestRings = readonly (readonly string[])[];

/** Names a group of teachers, whatever the order of its members and the requests by which they are in it. */
export function groupKey(teachers: readonly string[]): string {
  return teachers.toSorted().join(' ');
}

/**
 * Plans the rings with the highest expected number of moved teachers: first among teachers who are proven, then among all who are left. Age
 * decides nothing; equal chances are decided by lot. Of a teacher's offers that accept the place, the best-ranked one is in the ring.
 */
export function planRound(offers: readonly RoundOffer[], goal: RoundGoal): RequestRings {
  const lots = drawLots(offers, goal.seed);
  const first = plannedAround(
    offers.filter(({ isProven }) => isProven),
    { ...goal, lots },
  );
  const rest = plannedAround(withoutTeachersOf(offers, first), { ...goal, lots });
  const byTeacher = Map.groupBy(
    offers.toSorted((a, b) => (a.rank ?? 1) - (b.rank ?? 1)),
    ({ teacher }) => teacher,
  );
  return [...first, ...rest].flatMap(({ stratum, teachers }) => {
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

/** Names by which the planner knows the teachers. It decides ties by names, and ids of accounts are in the order of their age. */
interface Lots {
  lotOf: ReadonlyMap<string, string>;
  teacherOf: ReadonlyMap<string, string>;
}

function drawLots(offers: readonly RoundOffer[], seed: number): Lots {
  const random = randomFrom(seed);
  const teachers = [...new Set(offers.map(({ teacher }) => teacher))].toSorted();
  for (let last = teachers.length - 1; last > 0; last--) {
    const drawn = Math.floor(random() * (last + 1));
    [teachers[last], teachers[drawn]] = [teachers[drawn] ?? '', teachers[last] ?? ''];
  }
  const digits = String(teachers.length).length;
  const named = teachers.map((teacher, lot): [string, string] => [
    teacher,
    String(lot).padStart(digits, '0'),
  ]);
  return { lotOf: new Map(named), teacherOf: new Map(named.map(([teacher, lot]) => [lot, teacher])) };
}

type Drawn = RoundGoal & { lots: Lots };

/**
 * Returns rings that may be proposed. The planner does not know which rings may not: such a ring is dropped, and its stratum is planned
 * again without one of its teachers.
 */
function plannedAround(offers: readonly RoundOffer[], goal: Drawn): PlannedRing[] {
  const [whole, broken] = planned(offers, goal);
  if (broken.length === 0) return whole;
  const strata = new Set(broken.map(({ stratum }) => stratum));
  const free = withoutTeachersOf(offers, whole).filter(({ stratum }) => strata.has(stratum));
  return [...whole, ...plannedWithout(free, goal)];
}

const SIDES_OF_A_PAIR = 2;

/**
 * Repeats the plan, each time without one teacher of every excluded pair and ended group in the last plan, until none is left. Then plans
 * with the teachers that were left out. Ends when leaving out either teacher of a pair, or any one of a group, adds no ring.
 */
function plannedWithout(offers: readonly RoundOffer[], goal: Drawn): PlannedRing[] {
  const found: PlannedRing[] = [];
  let free = offers;
  const sides = goal.ended.size > 0 ? Math.max(SIDES_OF_A_PAIR, goal.maxRing) : SIDES_OF_A_PAIR;
  for (let side = 0; side < sides; ) {
    const more = plannedOnSide(free, goal, side);
    found.push(...more);
    free = withoutTeachersOf(free, more);
    side = more.length > 0 ? 0 : side + 1;
  }
  return found;
}

function plannedOnSide(offers: readonly RoundOffer[], goal: Drawn, side: number): PlannedRing[] {
  const [whole, broken] = planned(offers, goal);
  const waiting = new Set(broken.flatMap(({ teachers }) => leftOut(teachers, goal, side)));
  if (waiting.size === 0) return whole;
  const free = withoutTeachersOf(offers, whole).filter(({ teacher }) => !waiting.has(teacher));
  return [...whole, ...plannedOnSide(free, goal, side)];
}

function withoutTeachersOf(offers: readonly RoundOffer[], rings: readonly PlannedRing[]): RoundOffer[] {
  const placed = new Set(rings.flatMap(({ teachers }) => teachers));
  return offers.filter(({ teacher }) => !placed.has(teacher));
}

/** Returns the rings of a plan that may be proposed, and those that may not. */
function planned(
  offers: readonly RoundOffer[],
  { maxRing, survival, excluded, ended, effort, lots: { lotOf, teacherOf } }: Drawn,
): [whole: PlannedRing[], broken: PlannedRing[]] {
  const drawn = offers.map(({ waitingSince: _age, teacher, ...offer }) => ({
    ...offer,
    teacher: lotOf.get(teacher) ?? '',
  }));
  const { rings } = planOf(drawn, { maxRing, survival, ...(effort === undefined ? {} : { effort }) });
  const named = rings.map((ring) => ({
    ...ring,
    teachers: ring.teachers.map((lot) => teacherOf.get(lot) ?? ''),
  }));
  const isBroken = ({ teachers }: PlannedRing) =>
    containsExcludedPair(teachers, excluded) || ended.has(groupKey(teachers));
  return [named.filter((ring) => !isBroken(ring)), named.filter(isBroken)];
}

/**
 * Returns one teacher of each excluded pair in a ring: with an even `side` the later one, with an odd one the earlier one. Of an ended
 * group without such a pair, the one at the position `side`.
 */
function leftOut(teachers: readonly string[], { excluded }: RoundGoal, side: number): string[] {
  const ofPairs = teachers.filter((teacher, index) => {
    const others = side % SIDES_OF_A_PAIR === 0 ? teachers.slice(0, index) : teachers.slice(index + 1);
    return others.some((other) => excluded.get(teacher)?.has(other) === true);
  });
  return ofPairs.length > 0 ? ofPairs : teachers.slice(side % teachers.length).slice(0, 1);
}
