import { type Offer, requireRingLength, requireSurvival } from '../offer.ts';
import { type Bound, boundOfWorld } from './bound.ts';
import { deepen, deepenSmall } from './deep-stratum.ts';
import { improveByRegions } from './fast-regions.ts';
import { fixedByStratum } from './fixed-figures.ts';
import { settleGroups } from './groups.ts';
import { keptRingsOf, ringKey } from './kept-rings.ts';
import type { NamedRing } from './named-rings.ts';
import { compareRings, namedRings } from './naming.ts';
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
import {
  clockOf,
  type DeepOptions,
  LEAVE_FOR,
  type PlanOptions,
  type PlanProgress,
  reporter,
  requireLeaveFor,
} from './plan-options.ts';
import { Preference } from './preference.ts';
import { reasonsOf, type TeacherReason } from './reasons.ts';
import { type ArcRing, RingPacking } from './ring-packing.ts';
import { type World, worldOf } from './stratum-graph.ts';
import { breakTies } from './tie-breaking.ts';

/** A statewide plan. Rings are in the order of strata, then length, then names. */
export interface Plan extends PlanFigures {
  readonly maxRing: number;
  readonly survival: number;
  /** False where `bound` was not proved to be reached by any set of rings; see `bound.ts`. */
  readonly boundIsExact: boolean;
  readonly perStratum: readonly StratumFigures[];
  readonly perPlace: readonly PlaceFigures[];
  readonly rings: readonly PlannedRing[];
  /** Rings of the plan before: how many are still possible, and how many of those this plan holds. */
  readonly previous: { readonly possible: number; readonly kept: number };
  /** By `explain`: why each teacher is moved or not, in the order of names. */
  readonly reasons?: readonly TeacherReason[];
}

/**
 * The rings of at most `maxRing` teachers that move the most teachers found (or the most expected moves), each teacher
 * at most once. The same offers in any order give the same plan.
 *
 * @param options `fixed`: rings that the plan holds in any case, such as open proposals.
 * @throws {RangeError} when an option is out of range.
 * @throws {PlanCancelled} when the plan was given up.
 */
export function planOf(
  offers: Iterable<Offer>,
  { fixed, ...options }: PlanOptions & { readonly fixed?: readonly NamedRing[] },
): Plan {
  const world = worldOf(tableOf(offers), fixed);
  return planOfWorld(world, boundForPlan(world, options), options);
}

/** The first stage of a plan, so that its time can be taken apart. */
export function boundForPlan(world: World, options: Pick<PlanOptions, 'onProgress' | 'signal'>): Bound {
  return boundOfWorld(world, reporter(world.strata.length, options, 'bound'));
}

/** The second stage of a plan. */
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
    previous: keptOf(strata),
    ...(options.explain === true ? { reasons: reasonsOf(world, strata, movedRows) } : {}),
  };
}

/** Every stratum packed: fast, then deep where that is asked for. */
function solvedStrata(world: World, bound: Bound, options: PlanOptions): readonly PackedStratum[] {
  const { effort = 1, deep } = options;
  const report = (stage: PlanProgress['stage']) => reporter(world.strata.length, options, stage);
  const pairsOf = pairsOfWorld(world);
  const strata = packedStrata(world, bound, pairsOf, options);
  improveStrata(strata, effort, report('exchange'));
  if (effort >= 1) solveSmallStrata(strata, report('exchange'));
  if (effort >= 1) improveByRegions(strata, () => report('exchange')(strata.length));
  if (deep !== undefined) deepenStrata(strata, deep, report('deep'));
  if (world.merged.tiedCount > 0) notBelowPairs(strata, pairsOf);
  settleGroups(world, strata);
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
  const survival = requireSurvival(options.survival ?? 1);
  const leaveFor = requireLeaveFor(options.leaveFor ?? LEAVE_FOR);
  const kept = keptRingsOf(world, options.previous ?? []);
  const report = reporter(world.strata.length, options, 'rings');
  return world.strata.map((graph, index) => {
    const circulation = bound.strata[index];
    const relaxed = bound.relaxed[index];
    const capacity = bound.capacities[index];
    if (circulation === undefined || relaxed === undefined || capacity === undefined)
      throw new RangeError('The bound is of another world.');
    const objective = new RingObjective(graph, longest, survival, options.weights);
    const preference = new Preference(objective, kept[index] ?? [], leaveFor);
    const pairs = pairsOf[index] ?? [];
    const packed = packStratum({ graph, preference, capacity, circulation, relaxed, pairs });
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
function deepenStrata(strata: readonly PackedStratum[], deep: DeepOptions, report: DeepReport): void {
  const isOver = clockOf(deep);
  const sums = new DeepSums(strata);
  let open = strata.map((stratum) => ({ stratum, steps: deepen(stratum, deep.effort ?? 1) }));
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

/** The objective and the bound of all strata, kept current stratum by stratum. */
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

/** A stratum with the matching's pairs, which no other pairs of the world exceed. */
function pairsAlone(packed: PackedStratum, pairs: readonly ArcRing[]): PackedStratum {
  const bounds = { cappedBound: 2 * pairs.length, objectiveBound: packed.objective.total(pairs) };
  if (packed.preference.compare(packed.packing.rings, pairs) > 0) return { ...packed, ...bounds };
  const packing = new RingPacking(packed.graph, packed.graph.capacity);
  packing.replace(pairs);
  return { ...packed, packing, ...bounds };
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

/** How many rings of the plan before are possible, and how many were kept. */
function keptOf(strata: readonly PackedStratum[]): Plan['previous'] {
  let [possible, kept] = [0, 0];
  for (const { preference, packing } of strata) {
    possible += preference.kept.length;
    if (preference.kept.length === 0) continue;
    const held = Map.groupBy(packing.rings, (ring) => ringKey(ring));
    for (const [key, same] of Map.groupBy(preference.kept, ({ ring }) => ringKey(ring)))
      kept += Math.min(same.length, held.get(key)?.length ?? 0);
  }
  return { possible, kept };
}
