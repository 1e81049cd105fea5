import { fixArcs } from '../bounds/arc-fixing.ts';
import { circulationOf } from '../bounds/bound.ts';
import type { Circulation } from '../bounds/circulation.ts';
import type { Preference } from '../preference.ts';
import type { StratumGraph } from '../strata/stratum-graph.ts';
import { improve } from './neighbourhood-search.ts';
import type { RingObjective } from './objective.ts';
import {
  type ArcRing,
  byReducedCost,
  packByReducedCost,
  RingPacking,
  ringLength,
  topUp,
} from './ring-packing.ts';
import { ANY_COST, type Prices, pricesOf } from './ring-search.ts';

/** Input for packing one stratum. */
export interface StratumTask {
  graph: StratumGraph;
  preference: Preference;
  /** Capacities of the arcs after each teacher with rows in several strata was assigned to one of them. */
  capacity: Int32Array;
  /** Maximum circulation within `capacity`. */
  circulation: Circulation;
  /** Pairs of the world's maximum matching that lie in this stratum. */
  pairs: readonly ArcRing[];
  /** Maximum circulation that ignores the constraints of teachers with rows in several strata; it proves the bounds. */
  relaxed: Circulation;
}

/** Rings chosen for one stratum so far, and the bounds proved so far. */
export interface PackedStratum {
  graph: StratumGraph;
  objective: RingObjective;
  preference: Preference;
  packing: RingPacking;
  prices: Prices;
  /** Capacities of the arcs that a ring of the allowed length can contain. */
  capacity: Int32Array;
  pairsOnly: number;
  /** Arcs of groups that move; their rings stay. */
  lockedArcs: Set<number>;
  /** Upper bound on the teachers that rings of the allowed lengths move. */
  cappedBound: number;
  /** Upper bound on the value of rings of the allowed lengths. */
  objectiveBound: number;
  /** Feasible prices of the teacher arcs within `relaxedCapacity` that prove `objectiveBound`. */
  dual: Float64Array;
  /** Capacities that the bounds hold for; never below `capacity`. */
  relaxedCapacity: Int32Array;
}

/** Returns the best of several initial packings of one stratum; its value is never below that of the pairs. */
export function packStratum(task: StratumTask): PackedStratum {
  const { graph, capacity, circulation, preference } = task;
  const { objective } = preference;
  const { longest } = objective;
  const pairs = packThatFit(graph, capacity, task.pairs);
  const within = fixArcs(graph, capacity, longest);
  const optimum = within === capacity ? circulation : circulationOf(graph, within);
  const start: Start = { graph, capacity: within, circulation: optimum, preference };
  const prices = pricesOf(graph, optimum.potential);
  const fresh = preference.retained.length > 0 ? startFromRetained(start, prices) : freshStart(start, prices);
  const packing = preference.compare(pairs.rings, fresh.rings) > 0 ? pairs : fresh;
  const bound = relaxedBound(task, within, prices);
  return {
    graph,
    objective,
    preference,
    packing,
    prices,
    capacity: within,
    pairsOnly: 2 * task.pairs.length,
    lockedArcs: new Set(),
    ...bound,
  };
}

/** Packs those of the rings that fit: all of them if no teacher has rows in several strata. */
function packThatFit(graph: StratumGraph, capacity: Int32Array, rings: readonly ArcRing[]): RingPacking {
  const packing = new RingPacking(graph, capacity);
  for (const ring of rings) {
    if (ring.every((arc) => packing.open.room[arc] > 0)) packing.add(ring);
  }
  return packing;
}

/** Returns the gap between the stratum's bound and its packing, in units of the objective. */
export function missingOf({ objective, objectiveBound, packing }: PackedStratum): number {
  return objectiveBound - objective.total(packing.rings);
}

interface Start {
  graph: StratumGraph;
  capacity: Int32Array;
  circulation: Circulation;
  preference: Preference;
}

/** Packs rings by the prices of the circulation, with the best of the caps to try. */
function freshStart({ graph, capacity, circulation, preference }: Start, prices: Prices): RingPacking {
  const { objective } = preference;
  const anchors = byReducedCost(graph, capacity, prices);
  let best = new RingPacking(graph, capacity);
  for (const length of lengthsToTry(objective)) {
    const packing = packByReducedCost(graph, capacity, circulation, length);
    topUp(packing, prices, { anchors, longest: objective.longest, costliest: ANY_COST });
    if (preference.compare(packing.rings, best.rings) > 0) best = packing;
  }
  return best;
}

/** Packs the retained rings of the previous plan first, then new ones over the remaining capacity. */
function startFromRetained({ graph, capacity, preference }: Start, prices: Prices): RingPacking {
  const { longest } = preference.objective;
  const packing = packThatFit(
    graph,
    capacity,
    preference.retained.map(({ ring }) => ring).filter((ring) => ringLength(graph, ring) <= longest),
  );
  const rest = Int32Array.from(packing.open.room);
  const among = packByReducedCost(graph, rest, circulationOf(graph, rest), longest);
  for (const ring of among.rings) packing.add(ring);
  topUp(packing, prices, { anchors: byReducedCost(graph, capacity, prices), longest, costliest: ANY_COST });
  return packing;
}

type RelaxedBound = Pick<PackedStratum, 'cappedBound' | 'objectiveBound' | 'dual' | 'relaxedCapacity'>;

/** Returns bounds that hold whichever row a teacher with several rows moves on. */
function relaxedBound(task: StratumTask, within: Int32Array, prices: Prices): RelaxedBound {
  const { graph, capacity, relaxed } = task;
  const { objective } = task.preference;
  if (capacity === graph.capacity) return boundByPrices(graph, within, prices, objective);
  const fixed = fixArcs(graph, graph.capacity, objective.longest);
  const optimum = fixed === graph.capacity ? relaxed : circulationOf(graph, fixed);
  return boundByPrices(graph, fixed, pricesOf(graph, optimum.potential), objective);
}

/**
 * Returns the bounds that the circulation's potentials prove.
 *
 * Theorem: let π be any potentials, d(a) = max(0, 1 + π(tail) − π(head)) for teacher arcs, and let every arc out of a set have π(head) ≥
 * π(tail). Over a ring of k ≤ K teachers the differences of π cancel, so Σ d(a) ≥ k. The same holds for d'(a) = min(K, d(a)), because
 * either no arc was reduced, or a reduced one alone costs K ≥ k. So d' is feasible for the dual of the packing problem, and Σ capacity × d'
 * bounds every packing of rings of at most K. If an arc may count for more than 1, the prices are multiplied by the maximum.
 */
function boundByPrices(
  graph: StratumGraph,
  capacity: Int32Array,
  { reducedCost }: Prices,
  objective: RingObjective,
): RelaxedBound {
  const dual = new Float64Array(graph.teacherArcCount);
  let cappedBound = 0;
  for (let arc = 0; arc < dual.length; arc++) {
    dual[arc] = Math.min(objective.longest, Math.max(0, -reducedCost[arc]));
    cappedBound += capacity[arc] * dual[arc];
  }
  const most = objective.mostOfOne;
  for (let arc = 0; arc < dual.length; arc++) dual[arc] *= most;
  return { cappedBound, objectiveBound: cappedBound * most, dual, relaxedCapacity: capacity };
}

/**
 * Returns the caps on ring length to try. If the value of every ring is its length, the longest cap is best; otherwise the best initial cap
 * has to be found.
 */
function lengthsToTry({ longest, isSure }: RingObjective): number[] {
  return Array.from({ length: longest - 1 }, (_, index) => longest - index).slice(0, isSure ? 1 : longest);
}

/** Maximum number of arcs that the neighbourhood search scans: over all strata (a few seconds), and per missing teacher. */
const EFFORT = 60_000_000;
const EFFORT_A_TEACHER = 200_000;

/**
 * Improves all strata; each gets a share of the work in proportion to its gap.
 *
 * @param share Share of the full work, 0 to 1.
 */
export function improveStrata(
  strata: readonly PackedStratum[],
  share: number,
  onStep: (done: number) => void,
  isOver: () => boolean,
): void {
  const missing = strata.reduce((sum, stratum) => sum + missingOf(stratum), 0);
  const effort = share * Math.min(EFFORT_A_TEACHER, EFFORT / Math.max(missing, 1));
  strata.forEach((stratum, index) => {
    const { packing, prices, preference } = stratum;
    improve(packing, prices, preference, {
      effort: effort * missingOf(stratum),
      onStep: () => onStep(index),
      isOver,
    });
    onStep(index + 1);
  });
}
