import { randomFrom } from '../../random.ts';
import { missingOf, type PackedStratum } from '../packing/pack-stratum.ts';
import type { ArcRing } from '../packing/ring-packing.ts';
import { ColumnGeneration } from './column-generation.ts';
import { dive } from './diving.ts';
import { enumerateRings } from './enumeration.ts';
import { type IsOver, RingMaster, type TreeLimits } from './master.ts';
import { type RegionEffort, RegionSearch } from './region-search.ts';

const EPSILON = 1e-6;
const SEED = 20_250_626;
/**
 * Maximum number of open arcs to solve a stratum as a whole; larger strata are solved region by region only, since their linear program
 * takes minutes.
 */
const MOST_ARCS_AT_ONCE = 2_600;
/** Maximum number of open arcs of a stratum that every plan solves, fast ones too: the linear program takes some tenths of a second. */
const MOST_ARCS_OF_FAST_PLAN = 1_200;
const MOST_ROUNDS = 400;
/** Pricing rounds between two steps. */
const ROUNDS_A_STEP = 5;
const ROUNDS_OF_DIVE = 2;
/** Parameters for solving a whole stratum: for each dive the share of rings that a step fixes, and the limits of branch and cut. */
interface AtOnce {
  dives: readonly number[];
  list: ListLimits;
}
/** Limits of branch and cut: maximum number of listed rings, and of the search tree. */
interface ListLimits extends TreeLimits {
  rings: number;
}
const DEEP_LIST: ListLimits = { rings: 2_500, nodes: 100, work: 120_000_000 };
const DEEP: AtOnce = { dives: [0.15, 0.05, 0.3], list: DEEP_LIST };
const FAST: AtOnce = { dives: [0.15], list: { rings: 200, nodes: 10, work: 10_000_000 } };
/** Passes over the regions of a stratum in a deep plan, in order. */
const REGIONS = [150, 250, 500, 500].map(
  (teachers): RegionEffort => ({ teachers, pricingRounds: 40, roundsOfDive: 2, shares: [0.15, 0.05] }),
);
/** Passes over the regions of a stratum in a fast plan, in order. */
const FAST_REGIONS = [150, 250, 400].map(
  (teachers): RegionEffort => ({ teachers, pricingRounds: 10, roundsOfDive: 1, shares: [0.2] }),
);
/** Work on regions per teacher between the plan and its bound, which takes some tenths of a second. */
const WORK_A_TEACHER = 3_000_000;

/**
 * Improves a packed stratum in steps; after each step its packing and bounds are the best so far. Deterministic.
 *
 * Small strata: column generation, dives, then branch and cut over all rings that an improvement can contain. Large strata: region after
 * region.
 *
 * @param effort Factor on the default work.
 * @param treeWork Maximum work of a search tree.
 * @yields the work of each step: arcs scanned, plus simplex iterations times rows.
 */
export function* deepen(
  stratum: PackedStratum,
  { effort = 1, isOver, treeWork = DEEP_LIST.work }: { effort?: number; isOver?: IsOver; treeWork?: number },
): WorkSteps {
  const list = { ...DEEP_LIST, work: treeWork };
  if (isOptimal(stratum)) return;
  if (openArcs(stratum) <= MOST_ARCS_AT_ONCE) {
    yield* solveAtOnce(stratum, { ...DEEP, list }, isOver);
    if (isOptimal(stratum)) return;
  }
  yield* solveByRegions(stratum, effort, isOver);
  if (!isOptimal(stratum)) yield solveListed(stratum, list, isOver);
}

/** Improvement of a stratum in steps; yields the work of each. */
export type WorkSteps = Generator<number, void, void>;

/** Solves strata that are small enough for a fast plan as a whole, in steps. */
export function* deepenSmall(stratum: PackedStratum, isOver?: IsOver): WorkSteps {
  if (isOptimal(stratum) || openArcs(stratum) > MOST_ARCS_OF_FAST_PLAN) return;
  yield* solveAtOnce(stratum, FAST, isOver);
}

function isOptimal(stratum: PackedStratum): boolean {
  return missingOf(stratum) < (stratum.objective.isWhole ? 1 - EPSILON : EPSILON);
}

function openArcs({ graph, relaxedCapacity }: PackedStratum): number {
  let open = 0;
  for (let arc = 0; arc < graph.teacherArcCount; arc++) if (relaxedCapacity[arc] > 0) open++;
  return open;
}

function* solveAtOnce(stratum: PackedStratum, { dives, list }: AtOnce, isOver?: IsOver): WorkSteps {
  const { graph, objective, preference, packing, relaxedCapacity, dual } = stratum;
  const generation = new ColumnGeneration({
    graph,
    capacity: relaxedCapacity,
    objective,
    prices: dual,
    rings: packing.rings,
    isOver,
  });
  let counted = 0;
  const step = () => {
    const work = generation.work - counted;
    counted += work;
    return work;
  };
  try {
    for (let round = 0; round < MOST_ROUNDS && !generation.isSolved; round += ROUNDS_A_STEP) {
      generation.run({ rounds: ROUNDS_A_STEP, target: objective.total(packing.rings) });
      lowerBound(stratum, generation.bound);
      if (isOptimal(stratum)) return;
      yield step();
    }
    if (!preference.isObjective) generation.master.valueBy((ring) => preference.scoreOf(ring));
    for (const share of dives) {
      const atLeast = preference.above(preference.score(packing.rings));
      const { capacity } = stratum;
      const task = { graph, preference, capacity, generation, atLeast };
      const found = dive({ ...task, share, pricingRounds: ROUNDS_OF_DIVE });
      takeIfBetter(
        stratum,
        found.map(({ ring }) => ring),
      );
      if (isOptimal(stratum)) return;
      yield step();
    }
    dual.set(generation.prices);
  } finally {
    generation.master.dispose();
  }
  yield solveListed(stratum, list, isOver);
}

/**
 * Lists the rings that a better packing can contain, and solves the stratum over them.
 *
 * @returns the work.
 */
function solveListed(stratum: PackedStratum, { rings: most, ...tree }: ListLimits, isOver?: IsOver): number {
  const { graph, preference, capacity } = stratum;
  const current = preference.score(stratum.packing.rings);
  const rings = ringsAbove(stratum, preference.above(current), most);
  if (rings === undefined) return most;
  const master = new RingMaster(capacity, graph.teacherArcCount, isOver);
  try {
    for (const ring of [...preference.retained.map(({ ring }) => ring), ...rings])
      master.add(ring, preference.scoreOf(ring));
    const best = master.solveWhole(tree);
    takeIfBetter(
      stratum,
      best.rings.map(({ ring }) => ring),
    );
    // A packing that uses other rings has no larger value than the current one.
    if (preference.isObjective) lowerBound(stratum, Math.max(best.bound, current));
    return master.work;
  } finally {
    master.dispose();
  }
}

/** Returns all rings that packings of at least this score can contain; undefined if there are more than `most`. */
function ringsAbove(stratum: PackedStratum, score: number, most: number): readonly ArcRing[] | undefined {
  const { graph, objective, preference, relaxedCapacity: capacity, dual: prices } = stratum;
  if (capacity.some((room, arc) => room !== stratum.capacity[arc])) return undefined;
  const proved = prices.reduce((sum, price, arc) => sum + price * capacity[arc], 0);
  // A packing of lower value may be preferred because of the retained rings it contains.
  const slack = proved + preference.mostBonus - score;
  return enumerateRings({ graph, capacity, objective, prices, slack, most });
}

/** Returns all rings that packings as good as the stratum's own can contain; undefined if there are more than `most`. */
export function ringsOfBestPlans(stratum: PackedStratum, most: number): readonly ArcRing[] | undefined {
  return ringsAbove(stratum, stratum.preference.score(stratum.packing.rings), most);
}

function* solveByRegions(stratum: PackedStratum, effort: number, isOver?: IsOver): WorkSteps {
  const search = regionSearchOf(stratum, isOver);
  const most = effort * WORK_A_TEACHER * missingOf(stratum);
  for (const region of REGIONS) {
    for (const seed of search.seeds()) {
      if (search.work > most || isOptimal(stratum)) return;
      if (!search.isUnused(seed)) continue;
      const before = search.work;
      if (search.improveAround(seed, region) > 0) takeIfBetter(stratum, search.rings);
      yield search.work - before;
    }
  }
}

function regionSearchOf(
  { graph, preference, packing, capacity, dual, prices }: PackedStratum,
  isOver?: IsOver,
): RegionSearch {
  const task = { isOver, graph, capacity, preference, prices: dual, reducedCost: prices.reducedCost };
  return new RegionSearch({ ...task, random: randomFrom(SEED) }, packing.rings);
}

/** Solves a stratum region by region in a fast plan. */
export function* fastRegions(stratum: PackedStratum, isOver?: IsOver): WorkSteps {
  const search = regionSearchOf(stratum, isOver);
  for (const region of FAST_REGIONS) {
    for (const seed of search.seeds()) {
      if (isOptimal(stratum)) return;
      if (!search.isUnused(seed)) continue;
      const before = search.work;
      if (search.improveAround(seed, region) > 0) takeIfBetter(stratum, search.rings);
      yield search.work - before;
    }
  }
}

function lowerBound(stratum: PackedStratum, bound: number): void {
  const { objective } = stratum;
  const rounded = objective.isWhole ? Math.floor(bound + EPSILON) : bound;
  stratum.objectiveBound = Math.min(stratum.objectiveBound, rounded);
  if (objective.countsMoves) stratum.cappedBound = stratum.objectiveBound;
}

function takeIfBetter({ packing, preference }: PackedStratum, rings: readonly ArcRing[]): void {
  if (preference.compare(rings, packing.rings) > EPSILON) packing.replace(rings);
}
