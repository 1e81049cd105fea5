import { randomFrom } from '../random.ts';
import { ColumnGeneration } from './column-generation.ts';
import { dive } from './diving.ts';
import { enumerateRings } from './enumeration.ts';
import { RingMaster } from './master.ts';
import { missingOf, type PackedStratum } from './pack-stratum.ts';
import { type RegionEffort, RegionSearch } from './region-search.ts';
import type { ArcRing } from './ring-packing.ts';

const EPSILON = 1e-6;
const SEED = 20_250_626;
/** Strata with more open arcs than this are solved region by region alone: their linear program takes minutes. */
const MOST_ARCS_AT_ONCE = 2_600;
/** Up to here the linear program takes some tenths of a second, so that every plan solves it. */
const MOST_ARCS_OF_FAST_PLAN = 1_200;
const MOST_ROUNDS = 400;
/** Rounds of pricing between two steps. */
const ROUNDS_A_STEP = 5;
const ROUNDS_OF_DIVE = 2;
/** How far one stratum is solved at once: shares of the rings that a step of each dive fixes, and the limits of its list. */
interface AtOnce {
  readonly dives: readonly number[];
  readonly list: ListLimits;
}
/** How far branch and cut goes: rings up to which a stratum is solved over a list, and nodes of the search tree. */
interface ListLimits {
  readonly rings: number;
  readonly nodes: number;
}
const DEEP_LIST: ListLimits = { rings: 2_500, nodes: 100 };
const DEEP: AtOnce = { dives: [0.15, 0.05, 0.3], list: DEEP_LIST };
const FAST: AtOnce = { dives: [0.15], list: { rings: 200, nodes: 10 } };
/** The passes over the regions of a stratum, one after the other. */
const REGIONS = [150, 250, 500, 500].map(
  (teachers): RegionEffort => ({ teachers, pricingRounds: 40, roundsOfDive: 2, shares: [0.15, 0.05] }),
);
/** The passes of a plan that a person waits for. */
const FAST_REGIONS = [150, 250, 400].map(
  (teachers): RegionEffort => ({ teachers, pricingRounds: 10, roundsOfDive: 1, shares: [0.2] }),
);
/** Work spent on the regions for each missing teacher: some tenths of a second. */
const WORK_A_TEACHER = 3_000_000;

/**
 * Brings a packed stratum as close to the optimum as the work allows, in steps: after each the packing and the bounds of
 * the stratum are the best so far. The same stratum takes the same steps.
 *
 * Small strata: column generation, dives, then all rings that an improvement could hold, solved by branch and cut. Large
 * ones: region after region.
 *
 * @param effort Times the usual work.
 */
export function* deepen(stratum: PackedStratum, effort: number): Generator<void, void, void> {
  if (isOptimal(stratum)) return;
  if (openArcs(stratum) <= MOST_ARCS_AT_ONCE) {
    yield* solveAtOnce(stratum, DEEP);
    if (isOptimal(stratum)) return;
  }
  yield* solveByRegions(stratum, effort);
  if (!isOptimal(stratum)) solveListed(stratum, DEEP_LIST);
}

/** The same for strata that are small enough for a plan that a person waits for. */
export function* deepenSmall(stratum: PackedStratum): Generator<void, void, void> {
  if (isOptimal(stratum) || openArcs(stratum) > MOST_ARCS_OF_FAST_PLAN) return;
  yield* solveAtOnce(stratum, FAST);
}

function isOptimal(stratum: PackedStratum): boolean {
  return missingOf(stratum) < (stratum.objective.isWhole ? 1 - EPSILON : EPSILON);
}

function openArcs({ graph, relaxedCapacity }: PackedStratum): number {
  let open = 0;
  for (let arc = 0; arc < graph.teacherArcCount; arc++) if (relaxedCapacity[arc] > 0) open++;
  return open;
}

function* solveAtOnce(stratum: PackedStratum, { dives, list }: AtOnce): Generator<void, void, void> {
  const { graph, objective, preference, packing, relaxedCapacity, dual } = stratum;
  const generation = new ColumnGeneration(graph, relaxedCapacity, objective, dual, packing.rings);
  try {
    for (let round = 0; round < MOST_ROUNDS && !generation.isSolved; round += ROUNDS_A_STEP) {
      generation.run({ rounds: ROUNDS_A_STEP, target: objective.total(packing.rings) });
      lowerBound(stratum, generation.bound);
      if (isOptimal(stratum)) return;
      yield;
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
      yield;
    }
    dual.set(generation.prices);
  } finally {
    generation.master.dispose();
  }
  solveListed(stratum, list);
  yield;
}

/** Lists the rings that a better packing could hold, and solves the stratum over them. */
function solveListed(stratum: PackedStratum, { rings: most, nodes }: ListLimits): void {
  const { graph, preference, capacity } = stratum;
  const current = preference.score(stratum.packing.rings);
  const rings = ringsAbove(stratum, preference.above(current), most);
  if (rings === undefined) return;
  const master = new RingMaster(capacity, graph.teacherArcCount);
  try {
    for (const ring of [...preference.kept.map((kept) => kept.ring), ...rings])
      master.add(ring, preference.scoreOf(ring));
    const best = master.solveWhole(nodes);
    takeIfBetter(
      stratum,
      best.rings.map(({ ring }) => ring),
    );
    // A packing that is not over these rings has no larger value than the one known before.
    if (preference.isObjective) lowerBound(stratum, Math.max(best.bound, current));
  } finally {
    master.dispose();
  }
}

/** All rings that packings of at least this score can hold; undefined when there are more than `most`. */
function ringsAbove(stratum: PackedStratum, score: number, most: number): readonly ArcRing[] | undefined {
  const { graph, objective, preference, relaxedCapacity: capacity, dual: prices } = stratum;
  if (capacity.some((room, arc) => room !== stratum.capacity[arc])) return undefined;
  const proved = prices.reduce((sum, price, arc) => sum + price * capacity[arc], 0);
  // A packing of less value may be preferred, by as many more rings as it keeps.
  const slack = proved + preference.mostBonus - score;
  return enumerateRings({ graph, capacity, objective, prices, slack, most });
}

/** All rings that packings as good as the stratum's can hold; undefined when there are more than `most`. */
export function ringsOfBestPlans(stratum: PackedStratum, most: number): readonly ArcRing[] | undefined {
  return ringsAbove(stratum, stratum.preference.score(stratum.packing.rings), most);
}

function* solveByRegions(stratum: PackedStratum, effort: number): Generator<void, void, void> {
  const search = regionSearchOf(stratum);
  const most = effort * WORK_A_TEACHER * missingOf(stratum);
  for (const region of REGIONS) {
    for (const seed of search.seeds()) {
      if (search.work > most || isOptimal(stratum)) return;
      if (!search.isUnused(seed)) continue;
      if (search.improveAround(seed, region) > 0) takeIfBetter(stratum, search.rings);
      yield;
    }
  }
}

function regionSearchOf({ graph, preference, packing, capacity, dual, prices }: PackedStratum): RegionSearch {
  const task = { graph, capacity, preference, prices: dual, reducedCost: prices.reducedCost };
  return new RegionSearch({ ...task, random: randomFrom(SEED) }, packing.rings);
}

/** One region after the other of a stratum, for a plan that a person waits for; yields the work of each step. */
export function* fastRegions(stratum: PackedStratum): Generator<number, void, void> {
  const search = regionSearchOf(stratum);
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
