import { compareNames } from '../interner.ts';
import { type Offer, requireRingLength, requireSurvival } from '../offer.ts';
import { type Bound, boundOfWorld } from './bound.ts';
import { deepen, deepenSmall } from './deep-stratum.ts';
import { RingObjective } from './objective.ts';
import { tableOf } from './offer-table.ts';
import { improveStrata, missingOf, type PackedStratum, packStratum } from './pack-stratum.ts';
import { pairsOfWorld } from './pairs.ts';
import {
  type PlaceFigures,
  type PlanFigures,
  type PlannedRing,
  placeFigures,
  type StratumFigures,
  stratumFigures,
  worldFigures,
} from './plan-figures.ts';
import { type ArcRing, RingPacking } from './ring-packing.ts';
import { teacherName, type World, worldOf } from './stratum-graph.ts';

/** What to plan, and who hears of it. */
export interface PlanOptions {
  /** The most teachers a ring may have, 2 to 10. */
  readonly maxRing: number;
  /** The chance p that one member goes through, above 0 and at most 1; below 1 the plan maximises Σ k·pᵏ. Default 1. */
  readonly survival?: number;
  /**
   * The share of the usual work put into improving the rings once they are found, 0 to 1: most of the time of a plan
   * of some ten thousand offers. With less than 1 small strata are not solved by column generation. Default 1.
   */
  readonly effort?: number;
  /** Goes on to the deep plan, which takes minutes: see `DeepOptions`. */
  readonly deep?: DeepOptions | undefined;
  /** Called often; the plan is given up when it answers false. */
  readonly onProgress?: (progress: PlanProgress) => boolean | undefined;
  /** The plan is given up at the next step after this is aborted. */
  readonly signal?: AbortSignal;
}

/** What is asked of the deep plan: every stratum by column generation, with a bound that tells how good it is. */
export interface DeepOptions {
  /** Times the usual work. The same effort gives the same plan. Default 1. */
  readonly effort?: number;
  /** Asked between steps of some seconds at most; the best plan so far is given when it answers true. */
  readonly isOver?: () => boolean;
}

/** How far a plan is. `done` counts strata of the stage. */
export interface PlanProgress {
  readonly stage: 'bound' | 'rings' | 'exchange' | 'deep';
  readonly done: number;
  readonly strata: number;
}

/** Thrown by a plan that was given up. */
export class PlanCancelled extends Error {
  override name = 'PlanCancelled';
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
  const pairsOf = pairsOfWorld(world);
  const strata = packedStrata(world, bound, pairsOf, options);
  improveStrata(strata, options.effort ?? 1, reporter(world, options, 'exchange'));
  if ((options.effort ?? 1) >= 1) solveSmallStrata(strata, reporter(world, options, 'exchange'));
  if (options.deep !== undefined) deepenStrata(strata, options.deep, reporter(world, options, 'deep'));
  if (world.merged.tiedCount > 0) notBelowPairs(strata, pairsOf);
  const movedAt = new Map<number, number>();
  const rings: PlannedRing[] = [];
  const perStratum = strata.map((packed, index) => {
    const named = namedRings(world, packed.packing, movedAt);
    for (const ring of named) rings.push(ring);
    return stratumFigures(packed, bound.relaxed[index]?.profit ?? 0, named);
  });
  return {
    maxRing: options.maxRing,
    survival: options.survival ?? 1,
    ...worldFigures(perStratum, world, bound.moved),
    boundIsExact: bound.isExact,
    perStratum,
    perPlace: placeFigures(world, movedAt),
    rings,
  };
}

function packedStrata(
  world: World,
  bound: Bound,
  pairsOf: readonly (readonly ArcRing[])[],
  options: PlanOptions,
): PackedStratum[] {
  const longest = requireRingLength(options.maxRing);
  const survival = requireSurvival(options.survival ?? 1);
  const report = reporter(world, options, 'rings');
  return world.strata.map((graph, index) => {
    const circulation = bound.strata[index];
    const relaxed = bound.relaxed[index];
    const capacity = bound.capacities[index];
    if (circulation === undefined || relaxed === undefined || capacity === undefined)
      throw new RangeError('The bound is of another world.');
    const objective = new RingObjective(graph, longest, survival);
    const pairs = pairsOf[index] ?? [];
    const packed = packStratum({ graph, objective, capacity, circulation, relaxed, pairs });
    report(index + 1);
    return longest === 2 && objective.byLength !== undefined ? pairsAlone(packed, pairs) : packed;
  });
}

function solveSmallStrata(strata: readonly PackedStratum[], report: (done: number) => void): void {
  strata.forEach((stratum, index) => {
    for (const _step of deepenSmall(stratum)) report(index);
  });
}

/** Missing teachers for each of which a stratum makes a step more in one turn. */
const MISSING_A_STEP = 25;

/** Deepens all strata in turns, those that miss most by more steps, so that the plan is good when it is ended early. */
function deepenStrata(
  strata: readonly PackedStratum[],
  { effort = 1, isOver = () => false }: DeepOptions,
  report: (done: number) => void,
): void {
  let open = strata.map((stratum) => ({ stratum, steps: deepen(stratum, effort) }));
  while (open.length > 0) {
    open = open.filter(({ stratum, steps }) => {
      const turns = 1 + Math.floor(missingOf(stratum) / MISSING_A_STEP);
      for (let turn = 0; turn < turns && !isOver(); turn++) {
        if (steps.next().done === true) return false;
        report(strata.length - open.length);
      }
      return true;
    });
    if (!isOver()) continue;
    for (const { steps } of open) steps.return();
    return;
  }
}

/** A stratum with the matching's pairs, which no other pairs of the world exceed. */
function pairsAlone(packed: PackedStratum, pairs: readonly ArcRing[]): PackedStratum {
  const packing = new RingPacking(packed.graph, packed.graph.capacity);
  packing.replace(pairs);
  const moved = 2 * pairs.length;
  return { ...packed, packing, cappedBound: moved, objectiveBound: packed.objective.total(pairs) };
}

/** Teachers with rows in several strata may make the pairs alone better than the rings around the rows chosen. */
function notBelowPairs(strata: readonly PackedStratum[], pairsOf: readonly (readonly ArcRing[])[]): void {
  const moves = strata.reduce((sum, { packing, objective }) => sum + objective.total(packing.rings), 0);
  const byPairs = strata.reduce(
    (sum, { objective }, index) => sum + objective.total(pairsOf[index] ?? []),
    0,
  );
  if (byPairs <= moves) return;
  strata.forEach((stratum, index) => {
    stratum.packing = new RingPacking(stratum.graph, stratum.graph.capacity);
    stratum.packing.replace(pairsOf[index] ?? []);
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
