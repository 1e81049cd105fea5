import { Worker } from 'node:worker_threads';
import { planOf } from '@mutual-transfer/matching/clearing/plan';
import type { PlannedRing } from '@mutual-transfer/matching/clearing/plan-figures';
import { type Apart, haveApart } from '@mutual-transfer/matching/excluded-pairs';
import type { KnownOffer } from '@mutual-transfer/matching/live/ring-graph';

/** What a round plans for. */
export interface RoundGoal {
  readonly maxRing: number;
  /** The chance that one teacher says yes. */
  readonly survival: number;
  /** Who is not to be brought together. */
  readonly apart: Apart;
}

/** Rings by the requests of their members, each taking the place of the next. */
export type RequestRings = readonly (readonly string[])[];

/** So many are planned within some tens of milliseconds; more on a thread of their own. */
const FEW = 150;

/** Plans rings over the offers that move the most teachers expected. */
export function planReady(offers: readonly KnownOffer[], goal: RoundGoal): Promise<RequestRings> {
  if (offers.length <= FEW) return Promise.resolve(ringsOver(offers, goal));
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./plan-ready-worker.ts', import.meta.url), {
      workerData: { offers, goal },
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread that plans a round ended without a plan.')));
  });
}

/** The plan as rings of requests: of a teacher's offers the one that accepts the next one's place. */
export function ringsOver(offers: readonly KnownOffer[], goal: RoundGoal): RequestRings {
  const byTeacher = Map.groupBy(offers, ({ teacher }) => teacher);
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
 * Rings in which no two teachers are apart. The planner knows no such pairs: a ring with one is not taken, and its stratum is
 * planned again without one of the pair.
 */
function plannedAround(offers: readonly KnownOffer[], goal: RoundGoal): PlannedRing[] {
  const [whole, broken] = planned(offers, goal);
  if (broken.length === 0) return whole;
  const strata = new Set(broken.map(({ stratum }) => stratum));
  const free = withoutTeachersOf(offers, whole).filter(({ stratum }) => strata.has(stratum));
  return [...whole, ...plannedWithout(free, goal)];
}

/**
 * Plans again and again until a plan brings no pair together, each time without one of each pair that the last one brought
 * together. Then those who waited come back; it ends when neither side of the pairs lets another ring come about.
 */
function plannedWithout(offers: readonly KnownOffer[], goal: RoundGoal): PlannedRing[] {
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

function plannedOnSide(offers: readonly KnownOffer[], goal: RoundGoal, side: number): PlannedRing[] {
  const [whole, broken] = planned(offers, goal);
  const waiting = new Set(broken.flatMap(({ teachers }) => oneOfEachPair(teachers, goal.apart, side)));
  if (waiting.size === 0) return whole;
  const free = withoutTeachersOf(offers, whole).filter(({ teacher }) => !waiting.has(teacher));
  return [...whole, ...plannedOnSide(free, goal, side)];
}

function withoutTeachersOf(offers: readonly KnownOffer[], rings: readonly PlannedRing[]): KnownOffer[] {
  const placed = new Set(rings.flatMap(({ teachers }) => teachers));
  return offers.filter(({ teacher }) => !placed.has(teacher));
}

/** The rings of a plan, and those of them in which two are apart. */
function planned(
  offers: readonly KnownOffer[],
  { maxRing, survival, apart }: RoundGoal,
): [whole: PlannedRing[], broken: PlannedRing[]] {
  const { rings } = planOf(offers, { maxRing, survival });
  const isBroken = ({ teachers }: PlannedRing) => haveApart(teachers, apart);
  return [rings.filter((ring) => !isBroken(ring)), rings.filter(isBroken)];
}

const SIDES_OF_A_PAIR = 2;

/** Of each two who are apart the one who comes later in the ring, or at the other side the earlier. */
function oneOfEachPair(teachers: readonly string[], apart: Apart, side: number): string[] {
  return teachers.filter((teacher, index) => {
    const others = side === 0 ? teachers.slice(0, index) : teachers.slice(index + 1);
    return others.some((other) => apart.get(teacher)?.has(other) === true);
  });
}
