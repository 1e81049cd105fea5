import { randomFrom } from '../random.ts';
import { ColumnGeneration } from './column-generation.ts';
import { dive } from './diving.ts';
import { enumerateRings } from './enumeration.ts';
import { RingMaster } from './master.ts';
import { missingOf, type PackedStratum } from './pack-stratum.ts';
import { RegionSearch } from './region-search.ts';
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
/** Shares of the rings that a step of each dive fixes. */
const DIVES = [0.15, 0.05, 0.3];
/** How far branch and cut goes: rings up to which a stratum is solved over a list, and nodes of the search tree. */
interface ListLimits {
  readonly rings: number;
  readonly nodes: number;
}
const DEEP_LIST: ListLimits = { rings: 2_500, nodes: 100 };
const FAST_LIST: ListLimits = { rings: 500, nodes: 10 };
/** Teachers whose rings one region takes apart, in the passes one after the other. */
const REGIONS = [250, 500, 500];
/** Work that one missing teacher is worth in the regions: some tenths of a second. */
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
    yield* solveAtOnce(stratum, DEEP_LIST);
    if (isOptimal(stratum)) return;
  }
  yield* solveByRegions(stratum, effort);
  if (!isOptimal(stratum)) solveListed(stratum, DEEP_LIST);
}

/** The same for strata that are small enough for a plan that a person waits for. */
export function* deepenSmall(stratum: PackedStratum): Generator<void, void, void> {
  if (isOptimal(stratum) || openArcs(stratum) > MOST_ARCS_OF_FAST_PLAN) return;
  yield* solveAtOnce(stratum, FAST_LIST);
}

function isOptimal(stratum: PackedStratum): boolean {
  return missingOf(stratum) < (stratum.objective.isWhole ? 1 - EPSILON : EPSILON);
}

function openArcs({ graph, relaxedCapacity }: PackedStratum): number {
  let open = 0;
  for (let arc = 0; arc < graph.teacherArcCount; arc++) if (relaxedCapacity[arc] > 0) open++;
  return open;
}

function* solveAtOnce(stratum: PackedStratum, list: ListLimits): Generator<void, void, void> {
  const { graph, objective, packing, relaxedCapacity, dual } = stratum;
  const generation = new ColumnGeneration(graph, relaxedCapacity, objective, dual, packing.rings);
  try {
    for (let round = 0; round < MOST_ROUNDS && !generation.isSolved; round += ROUNDS_A_STEP) {
      generation.run({ rounds: ROUNDS_A_STEP, target: objective.total(packing.rings) });
      lowerBound(stratum, generation.bound);
      if (isOptimal(stratum)) return;
      yield;
    }
    for (const share of DIVES) {
      const atLeast = objective.total(packing.rings) + (objective.isWhole ? 1 - EPSILON : EPSILON);
      const { capacity } = stratum;
      const found = dive({ graph, objective, capacity, generation, share, atLeast });
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
  const { graph, objective, relaxedCapacity: capacity, dual: prices, objectiveBound } = stratum;
  if (capacity.some((room, arc) => room !== stratum.capacity[arc])) return;
  const proved = prices.reduce((sum, price, arc) => sum + price * capacity[arc], 0);
  const current = objective.total(stratum.packing.rings);
  const slack = proved - current - (objective.isWhole ? 1 - EPSILON : 0);
  const rings = enumerateRings({ graph, capacity, objective, prices, slack, most });
  if (rings === undefined) return;
  const master = new RingMaster(capacity, graph.teacherArcCount);
  try {
    for (const ring of rings) master.add(ring, objective.valueOf(ring));
    const best = master.solveWhole(nodes);
    takeIfBetter(
      stratum,
      best.rings.map(({ ring }) => ring),
    );
    // A packing that is not over these rings is worth no more than the one known before.
    lowerBound(stratum, Math.min(objectiveBound, Math.max(best.bound, current)));
  } finally {
    master.dispose();
  }
}

function* solveByRegions(stratum: PackedStratum, effort: number): Generator<void, void, void> {
  const { graph, objective, packing, capacity, dual, prices } = stratum;
  const random = randomFrom(SEED);
  const { reducedCost } = prices;
  const search = new RegionSearch(
    { graph, capacity, objective, prices: dual, reducedCost, random },
    packing.rings,
  );
  const most = effort * WORK_A_TEACHER * missingOf(stratum);
  for (const teachers of REGIONS) {
    for (const seed of search.seeds()) {
      if (search.work > most || isOptimal(stratum)) return;
      if (!search.isUnused(seed)) continue;
      if (search.improveAround(seed, teachers) > 0) takeIfBetter(stratum, search.rings);
      yield;
    }
  }
}

function lowerBound(stratum: PackedStratum, bound: number): void {
  const { objective } = stratum;
  const rounded = objective.isWhole ? Math.floor(bound + EPSILON) : bound;
  stratum.objectiveBound = Math.min(stratum.objectiveBound, rounded);
  if (objective.countsMoves) stratum.cappedBound = stratum.objectiveBound;
}

function takeIfBetter({ packing, objective }: PackedStratum, rings: readonly ArcRing[]): void {
  if (objective.total(rings) > objective.total(packing.rings) + EPSILON) packing.replace(rings);
}
