import { compareNames } from '../interner.ts';
import { type Offer, requireRingLength, requireSurvival } from '../offer.ts';
import { type Bound, boundOfWorld } from './bound.ts';
import { tableOf } from './offer-table.ts';
import { exchangeRings, type PackedStratum, packStratum } from './pack-stratum.ts';
import { type RingObjective, type RingPacking, ringObjective } from './ring-packing.ts';
import { teacherName, type World, worldOf } from './stratum-graph.ts';

/** What to plan, and who hears of it. */
export interface PlanOptions {
  /** The most teachers a ring may have, 2 to 10. */
  readonly maxRing: number;
  /** The chance p that one member goes through, above 0 and at most 1; below 1 the plan maximises Σ k·pᵏ. Default 1. */
  readonly survival?: number;
  /**
   * The share of the usual work put into improving the rings once they are found, 0 to 1: most of the time of a plan
   * of some ten thousand offers. Default 1.
   */
  readonly effort?: number;
  /** Called often; the plan is given up when it answers false. */
  readonly onProgress?: (progress: PlanProgress) => boolean | undefined;
  /** The plan is given up at the next step after this is aborted. */
  readonly signal?: AbortSignal;
}

/** How far a plan is. `done` counts strata of the stage. */
export interface PlanProgress {
  readonly stage: 'bound' | 'rings' | 'exchange';
  readonly done: number;
  readonly strata: number;
}

/** Thrown by a plan that was given up. */
export class PlanCancelled extends Error {
  override name = 'PlanCancelled';
}

/** Figures of one stratum or of all; `bound`, `cappedBound`, `moved`, `pairsOnly` and `expectedMoves` are in teachers. */
export interface PlanFigures {
  /** Rows, and different teachers among them. */
  readonly offers: number;
  readonly teachers: number;
  /** The most that could move in rings of any length. */
  readonly bound: number;
  /** No rings of at most `maxRing` move more than this: the bound over wishes that such rings can hold. */
  readonly cappedBound: number;
  readonly moved: number;
  /** Σ k·pᵏ over the rings, with the `survival` of the options; the same as `moved` when that is 1. */
  readonly expectedMoves: number;
  /** What pairs alone would move. */
  readonly pairsOnly: number;
  /** Length → rings of that length; lengths without rings are left out. */
  readonly ringsByLength: Readonly<Record<string, number>>;
  /** moved / bound; 1 when nobody could move. */
  readonly share: number;
}

/** Figures of one stratum. */
export interface StratumFigures extends PlanFigures {
  readonly stratum: string;
}

/** What the plan does with one place. As many arrive as leave: rings keep every post filled. */
export interface PlaceFigures {
  readonly place: string;
  /** Rows of teachers posted here. */
  readonly offers: number;
  /** Teachers who leave, and as many who arrive. */
  readonly moved: number;
}

/** A ring of a plan: each teacher takes the next one's place, the last the first's. Starts at the smallest name. */
export interface PlannedRing {
  readonly stratum: string;
  readonly teachers: readonly string[];
}

/** A statewide plan. Rings are in the order of strata, then length, then names. */
export interface Plan extends PlanFigures {
  readonly maxRing: number;
  readonly survival: number;
  /** False where `bound` was not proved to be reached by any set of rings; see `bound.ts`. */
  readonly boundIsExact: boolean;
  readonly perStratum: readonly StratumFigures[];
  readonly perPlace: readonly PlaceFigures[];
  readonly rings: readonly PlannedRing[];
}

/**
 * The rings of at most `maxRing` teachers that move the most teachers found (or the most expected moves), each teacher
 * at most once. The same offers in any order give the same plan.
 *
 * @throws {RangeError} when an option is out of range.
 * @throws {PlanCancelled} when the plan was given up.
 */
export function planOf(offers: Iterable<Offer>, options: PlanOptions): Plan {
  const world = worldOf(tableOf(offers));
  return planOfWorld(world, boundForPlan(world, options), options);
}

/** The first stage of a plan, so that its time can be taken apart. */
export function boundForPlan(world: World, options: Pick<PlanOptions, 'onProgress' | 'signal'>): Bound {
  return boundOfWorld(world, reporter(world, options, 'bound'));
}

/** The second stage of a plan. */
export function planOfWorld(world: World, bound: Bound, options: PlanOptions): Plan {
  const survival = requireSurvival(options.survival ?? 1);
  const goal = ringObjective(requireRingLength(options.maxRing), survival);
  const strata = packedStrata(world, bound, goal, options);
  exchangeRings(strata, goal, options.effort ?? 1, reporter(world, options, 'exchange'));
  const movedAt = new Map<number, number>();
  const rings: PlannedRing[] = [];
  const perStratum = strata.map((packed, index) => {
    const named = namedRings(world, packed.packing, movedAt);
    for (const ring of named) rings.push(ring);
    return stratumFigures(packed, bound.strata[index]?.profit ?? 0, named, goal);
  });
  const sums = sumOf(perStratum, world.table.length, world.table.teachers.names.length, bound.moved);
  // Where teachers are tied, the strata's own bounds hold for the rows chosen for them only.
  const cappedBound = world.merged.tiedCount > 0 ? bound.moved : Math.min(bound.moved, sums.cappedBound);
  return {
    maxRing: options.maxRing,
    survival,
    ...sums,
    cappedBound,
    boundIsExact: bound.isExact,
    perStratum,
    perPlace: placeFigures(world, movedAt),
    rings,
  };
}

function packedStrata(
  world: World,
  bound: Bound,
  goal: RingObjective,
  options: PlanOptions,
): PackedStratum[] {
  const report = reporter(world, options, 'rings');
  return world.strata.map((graph, index) => {
    const circulation = bound.strata[index];
    const capacity = bound.capacities[index];
    if (circulation === undefined || capacity === undefined)
      throw new RangeError('The bound is of another world.');
    const packed = packStratum(graph, capacity, circulation, goal);
    report(index + 1);
    return packed;
  });
}

/** Tells how many strata are done, and gives up when nobody wants to hear more. */
function reporter(
  world: World,
  { onProgress, signal }: Pick<PlanOptions, 'onProgress' | 'signal'>,
  stage: PlanProgress['stage'],
): (done: number) => void {
  const strata = world.strata.length;
  return (done) => {
    const goesOn = onProgress?.({ stage, done, strata }) !== false && signal?.aborted !== true;
    if (!goesOn) throw new PlanCancelled('The plan was cancelled.');
  };
}

/** Picks people last: on each arc those who waited longest. Counts who leaves each place of the table. */
function namedRings(
  world: World,
  { graph, rings }: RingPacking,
  movedAt: Map<number, number>,
): PlannedRing[] {
  const next = Int32Array.from(graph.rowStart);
  const named = rings.map((ring) => {
    const arcs = ring.filter((arc) => arc < graph.teacherArcCount);
    const teachers = arcs.map((arc) => {
      const place = graph.placeNumber[graph.tail[arc]];
      movedAt.set(place, (movedAt.get(place) ?? 0) + 1);
      return teacherName(world, graph.rows[next[arc]++]);
    });
    return { stratum: graph.name, teachers: fromSmallest(teachers) };
  });
  return named.sort(
    (a, b) => a.teachers.length - b.teachers.length || compareNames(a.teachers[0] ?? '', b.teachers[0] ?? ''),
  );
}

/** The same ring, told from its smallest name on. */
function fromSmallest(teachers: readonly string[]): string[] {
  const smallest = teachers.reduce(
    (best, name, index) => (compareNames(name, teachers[best] ?? '') < 0 ? index : best),
    0,
  );
  return [...teachers.slice(smallest), ...teachers.slice(0, smallest)];
}

function stratumFigures(
  { packing, pairsOnly, cappedBound }: PackedStratum,
  bound: number,
  rings: readonly PlannedRing[],
  { value }: RingObjective,
): StratumFigures {
  const ringsByLength: Record<string, number> = {};
  let moved = 0;
  let expectedMoves = 0;
  for (const { teachers } of rings) {
    ringsByLength[teachers.length] = (ringsByLength[teachers.length] ?? 0) + 1;
    moved += teachers.length;
    expectedMoves += value[teachers.length] ?? 0;
  }
  const { name: stratum, offers, teachers } = packing.graph;
  const share = shareOf(moved, bound);
  return {
    stratum,
    offers,
    teachers,
    bound,
    cappedBound,
    moved,
    expectedMoves,
    pairsOnly,
    ringsByLength,
    share,
  };
}

function sumOf(
  strata: readonly StratumFigures[],
  offers: number,
  teachers: number,
  bound: number,
): PlanFigures {
  const sum = (pick: (figures: StratumFigures) => number) =>
    strata.reduce((total, each) => total + pick(each), 0);
  const ringsByLength: Record<string, number> = {};
  for (const figures of strata) {
    for (const [length, count] of Object.entries(figures.ringsByLength)) {
      ringsByLength[length] = (ringsByLength[length] ?? 0) + count;
    }
  }
  const moved = sum((figures) => figures.moved);
  return {
    offers,
    teachers,
    bound,
    cappedBound: Math.min(
      bound,
      sum((figures) => figures.cappedBound),
    ),
    moved,
    expectedMoves: sum((figures) => figures.expectedMoves),
    pairsOnly: sum((figures) => figures.pairsOnly),
    ringsByLength,
    share: shareOf(moved, bound),
  };
}

function shareOf(moved: number, bound: number): number {
  return bound === 0 ? 1 : moved / bound;
}

function placeFigures(world: World, movedAt: ReadonlyMap<number, number>): PlaceFigures[] {
  const { table } = world;
  const offers = new Int32Array(table.places.names.length);
  for (const place of table.fromOf.view()) offers[place]++;
  return table.places.names
    .map((place, number) => ({ place, offers: offers[number], moved: movedAt.get(number) ?? 0 }))
    .sort((a, b) => compareNames(a.place, b.place));
}
