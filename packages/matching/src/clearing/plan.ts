import { assertProbability, type Offer, requireRingLength } from '../offer.ts';
import { type Bound, boundOfWorld } from './bounds/bound.ts';
import { deepen } from './deep/deep-stratum.ts';
import { improveWithinWork } from './deep/improve-within-work.ts';
import type { IsOver } from './deep/master.ts';
import { breakTies } from './deep/tie-breaking.ts';
import { compareRings, namedRings } from './files/naming.ts';
import { fixedByStratum } from './fixed-figures.ts';
import { moveGroupsTogether } from './packing/groups.ts';
import { RingObjective } from './packing/objective.ts';
import { improveStrata, missingOf, type PackedStratum, packStratum } from './packing/pack-stratum.ts';
import { keptRings, ringKey } from './packing/retained-rings.ts';
import { type ArcRing, RingPacking } from './packing/ring-packing.ts';
import { pairsOfWorld } from './pairs/pairs.ts';
import {
  type PlaceFigures,
  type PlannedRing,
  placeFigures,
  type StratumFigures,
  stratumFigures,
  type WorldFigures,
  worldFigures,
} from './plan-figures.ts';
import {
  clockOf,
  LEAVE_FOR,
  type PlanOptions,
  type PlanProgress,
  reporter,
  requireLeaveFor,
} from './plan-options.ts';
import { Preference } from './preference.ts';
import { reasonsByTeacher, type TeacherReason } from './reasons.ts';
import type { NamedRing } from './strata/named-rings.ts';
import { tableOf } from './strata/offer-table.ts';
import { type World, worldOf } from './strata/stratum-graph.ts';

/** Statewide plan. Rings are sorted by stratum, then length, then names. */
export interface Plan extends WorldFigures {
  maxRing: number;
  survival: number;
  /** False if no set of rings was proved to attain `bound`; see `bound.ts`. */
  boundIsExact: boolean;
  perStratum: readonly StratumFigures[];
  perPlace: readonly PlaceFigures[];
  rings: readonly PlannedRing[];
  /** Rings of the previous plan: `possible` counts those that the offers still allow, `kept` those that this plan contains. */
  previous: { possible: number; kept: number };
  /** Reason for each teacher, sorted by name; only with `explain`. */
  reasons?: readonly TeacherReason[];
}

/**
 * Computes rings of at most `maxRing` teachers that move the most teachers found (or the most expected moves), each teacher at most once.
 * The order of the offers does not matter.
 *
 * @param options `fixed`: rings that the plan contains in any case, such as open proposals.
 * @throws {RangeError} if an option is out of range.
 * @throws {PlanCancelled} if the plan was cancelled.
 */
export function planOf(
  offers: Iterable<Offer>,
  { fixed, ...options }: PlanOptions & { fixed?: readonly NamedRing[] },
): Plan {
  const world = worldOf(tableOf(offers), fixed);
  return planOfWorld(world, boundForPlan(world, options), options);
}

/** Computes the bound: the first stage of a plan, separate so that it can be timed. */
export function boundForPlan(world: World, options: Pick<PlanOptions, 'onProgress' | 'signal'>): Bound {
  return boundOfWorld(world, reporter(world.strata.length, options, 'bound'));
}

/** Computes the plan within a bound: the second stage of a plan. */
export function planOfWorld(world: World, bound: Bound, options: PlanOptions): Plan {
  const strata = solvedStrata(world, bound, options);
  const fixed = fixedByStratum(world, options);
  const movedRows: number[] = [];
  const rings: PlannedRing[] = [];
  const perStratum = strata.map((packed, index) => {
    const named = namedRings(world, packed);
    const own = fixed[index] ?? { rings: [], rows: [], moved: 0, expectedMoves: 0, objective: 0 };
    const all = [...own.rings, ...named.rings].sort(compareRings);
    for (const ring of all) rings.push(ring);
    for (const row of [...own.rows, ...named.rows]) movedRows.push(row);
    return stratumFigures(packed, bound.relaxed[index]?.profit ?? 0, all, own);
  });
  const movedFixed = fixed.reduce((sum, { moved }) => sum + moved, 0);
  return {
    maxRing: options.maxRing,
    survival: options.survival ?? 1,
    ...worldFigures(perStratum, world, bound.moved + movedFixed),
    boundIsExact: bound.isExact,
    perStratum,
    perPlace: placeFigures(world, movedRows),
    rings,
    previous: countRetained(strata),
    ...(options.explain === true ? { reasons: reasonsByTeacher(world, strata, movedRows) } : {}),
  };
}

/** Packs and improves every stratum; then runs the deep stage if requested. */
function solvedStrata(world: World, bound: Bound, options: PlanOptions): readonly PackedStratum[] {
  const { effort = 1, deep } = options;
  const isOver = deep === undefined ? () => false : clockOf(deep);
  const report = (stage: PlanProgress['stage']) => reporter(world.strata.length, options, stage);
  const pairsOf = pairsOfWorld(world);
  const strata = packedStrata(world, bound, pairsOf, options);
  improveStrata(strata, effort, report('exchange'), isOver);
  const onStep = () => report('exchange')(strata.length);
  if (effort >= 1) improveWithinWork(strata, { isDeepNext: deep !== undefined, isOver, onStep });
  if (deep !== undefined) deepenStrata(strata, deep.effort ?? 1, { report: report('deep'), isOver });
  if (world.merged.tiedCount > 0) notBelowPairs(strata, pairsOf);
  moveGroupsTogether(world, strata);
  if (effort > 0) for (const stratum of strata) breakTies(stratum);
  return strata;
}

function packedStrata(
  world: World,
  bound: Bound,
  pairsOf: readonly (readonly ArcRing[])[],
  options: PlanOptions,
): PackedStratum[] {
  const longest = requireRingLength(options.maxRing);
  const survival = assertProbability(options.survival ?? 1);
  const leaveFor = requireLeaveFor(options.leaveFor ?? LEAVE_FOR);
  const retained = keptRings(world, options.previous ?? []);
  const report = reporter(world.strata.length, options, 'rings');
  return world.strata.map((graph, index) => {
    const circulation = bound.strata[index];
    const relaxed = bound.relaxed[index];
    const capacity = bound.capacities[index];
    if (circulation === undefined || relaxed === undefined || capacity === undefined)
      throw new RangeError('The bound is of another world.');
    const objective = new RingObjective(graph, longest, survival, options.weights);
    const preference = new Preference(objective, retained[index] ?? [], leaveFor);
    const pairs = pairsOf[index] ?? [];
    const packed = packStratum({ graph, preference, capacity, circulation, relaxed, pairs });
    report(index + 1);
    return longest === 2 && objective.byLength !== undefined ? pairsAlone(packed, pairs) : packed;
  });
}

/** Gap in teachers per additional step of a stratum in one turn. */
const MISSING_A_STEP = 25;

/** Deepens all strata in turns. Strata with a larger gap get more steps, so that the plan is good even if it ends early. */
function deepenStrata(
  strata: readonly PackedStratum[],
  effort: number,
  { report, isOver }: { report: DeepReport; isOver: IsOver },
): void {
  const sums = new DeepSums(strata);
  let open = strata.map((stratum) => ({ stratum, steps: deepen(stratum, { effort, isOver }) }));
  while (open.length > 0) {
    open = open.filter(({ stratum, steps }) => {
      const turns = 1 + Math.floor(missingOf(stratum) / MISSING_A_STEP);
      for (let turn = 0; turn < turns && !isOver(); turn++) {
        const isDone = steps.next().done === true;
        report(strata.length - open.length, sums.after(stratum));
        if (isDone) return false;
      }
      return true;
    });
    if (!isOver()) continue;
    for (const { steps } of open) steps.return();
    return;
  }
}

type DeepReport = (done: number, figures: { objective: number; objectiveBound: number }) => void;

/** Sums of objective and bound over all strata, updated stratum by stratum. */
class DeepSums {
  readonly #missing = new Map<PackedStratum, number>();
  #objective = 0;
  #bound = 0;
  readonly #bounds = new Map<PackedStratum, number>();

  constructor(strata: readonly PackedStratum[]) {
    for (const stratum of strata) this.after(stratum);
  }

  after(stratum: PackedStratum): { objective: number; objectiveBound: number } {
    const [bound, missing] = [stratum.objectiveBound, missingOf(stratum)];
    const [oldBound, oldMissing] = [this.#bounds.get(stratum) ?? 0, this.#missing.get(stratum) ?? 0];
    this.#bound += bound - oldBound;
    this.#objective += bound - missing - (oldBound - oldMissing);
    this.#bounds.set(stratum, bound);
    this.#missing.set(stratum, missing);
    return { objective: this.#objective, objectiveBound: this.#bound };
  }
}

/** Returns the stratum packed with the pairs of the maximum matching, which no other pairs exceed. */
function pairsAlone(packed: PackedStratum, pairs: readonly ArcRing[]): PackedStratum {
  const bounds = { cappedBound: 2 * pairs.length, objectiveBound: packed.objective.total(pairs) };
  if (packed.preference.compare(packed.packing.rings, pairs) > 0) return { ...packed, ...bounds };
  const packing = new RingPacking(packed.graph, packed.graph.capacity);
  packing.replace(pairs);
  return { ...packed, packing, ...bounds };
}

/** Falls back to the pairs alone if they move more: the choice of rows of teachers in several strata can make rings worse than pairs. */
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

/** Counts the rings of the previous plan that are possible and those that the plan contains. */
function countRetained(strata: readonly PackedStratum[]): Plan['previous'] {
  let [possible, kept] = [0, 0];
  for (const { preference, packing } of strata) {
    possible += preference.retained.length;
    if (preference.retained.length === 0) continue;
    const held = Map.groupBy(packing.rings, (ring) => ringKey(ring));
    for (const [key, same] of Map.groupBy(preference.retained, ({ ring }) => ringKey(ring)))
      kept += Math.min(same.length, held.get(key)?.length ?? 0);
  }
  return { possible, kept };
}
