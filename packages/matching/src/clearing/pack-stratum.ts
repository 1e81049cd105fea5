import { fixArcs } from './arc-fixing.ts';
import { circulationOf } from './bound.ts';
import type { Circulation } from './circulation.ts';
import { improve } from './neighbourhood-search.ts';
import type { RingObjective } from './objective.ts';
import { type ArcRing, byReducedCost, packByReducedCost, RingPacking, topUp } from './ring-packing.ts';
import { ANY_COST, type Prices, pricesOf } from './ring-search.ts';
import type { StratumGraph } from './stratum-graph.ts';

/** One stratum as it is given to the packing. */
export interface StratumTask {
  readonly graph: StratumGraph;
  readonly objective: RingObjective;
  /** Of the arcs, after each teacher with rows in several strata has been given to one of them. */
  readonly capacity: Int32Array;
  /** The maximum circulation within `capacity`. */
  readonly circulation: Circulation;
  /** The pairs of the world's best matching that lie in this stratum. */
  readonly pairs: readonly ArcRing[];
  /** The maximum circulation without regard to teachers with rows in several strata: what bounds are proved with. */
  readonly relaxed: Circulation;
}

/** The rings chosen for one stratum so far, and what is known of the best ones. */
export interface PackedStratum {
  readonly graph: StratumGraph;
  readonly objective: RingObjective;
  packing: RingPacking;
  readonly prices: Prices;
  /** Capacities of the arcs that a ring of the allowed length can hold. */
  readonly capacity: Int32Array;
  readonly pairsOnly: number;
  /** No rings of the allowed lengths move more teachers than this. */
  cappedBound: number;
  /** No rings of the allowed lengths are worth more than this. */
  objectiveBound: number;
  /** Feasible prices of the teacher arcs within the relaxed capacities: what `objectiveBound` is proved by. */
  readonly dual: Float64Array;
  /** Capacities that the bounds hold for: those of `capacity` or more. */
  readonly relaxedCapacity: Int32Array;
}

/** The best start of several for one stratum; never worth less than its pairs. */
export function packStratum(task: StratumTask): PackedStratum {
  const { graph, capacity, circulation, objective } = task;
  const { longest } = objective;
  const pairs = packThatFit(graph, capacity, task.pairs);
  const within = fixArcs(graph, capacity, longest);
  const optimum = within === capacity ? circulation : circulationOf(graph, within);
  const { packing, prices } = bestStart(graph, within, optimum, objective, pairs);
  const bound = relaxedBound(task, within, prices);
  return { graph, objective, packing, prices, capacity: within, pairsOnly: 2 * task.pairs.length, ...bound };
}

/** The packing of those rings that have room: all of them where no teacher has rows in several strata. */
function packThatFit(graph: StratumGraph, capacity: Int32Array, rings: readonly ArcRing[]): RingPacking {
  const packing = new RingPacking(graph, capacity);
  for (const ring of rings) if (ring.every((arc) => packing.open.room[arc] > 0)) packing.add(ring);
  return packing;
}

/** What a stratum's packing leaves of its bound. */
export function missingOf({ objective, objectiveBound, packing }: PackedStratum): number {
  return objectiveBound - objective.total(packing.rings);
}

function bestStart(
  graph: StratumGraph,
  capacity: Int32Array,
  circulation: Circulation,
  objective: RingObjective,
  pairs: RingPacking,
): Pick<PackedStratum, 'packing' | 'prices'> {
  const prices = pricesOf(graph, circulation.potential);
  const anchors = byReducedCost(graph, capacity, prices);
  let best = pairs;
  for (const length of lengthsToTry(objective)) {
    const packing = packByReducedCost(graph, capacity, circulation, length);
    topUp(packing, prices, anchors, objective.longest, ANY_COST);
    if (objective.total(packing.rings) > objective.total(best.rings)) best = packing;
  }
  return { packing: best, prices };
}

type RelaxedBound = Pick<PackedStratum, 'cappedBound' | 'objectiveBound' | 'dual' | 'relaxedCapacity'>;

/** Bounds that hold whichever row a teacher with several moves on. */
function relaxedBound(task: StratumTask, within: Int32Array, prices: Prices): RelaxedBound {
  const { graph, objective, capacity, relaxed } = task;
  if (capacity === graph.capacity) return boundByPrices(graph, within, prices, objective);
  const fixed = fixArcs(graph, graph.capacity, objective.longest);
  const optimum = fixed === graph.capacity ? relaxed : circulationOf(graph, fixed);
  return boundByPrices(graph, fixed, pricesOf(graph, optimum.potential), objective);
}

/**
 * The bounds that the circulation's potentials prove. Theorem: let π be any potentials, d(a) = max(0, 1 + π(tail) − π(head))
 * for teacher arcs and every arc out of a set have π(head) ≥ π(tail). Over a ring of k ≤ K teachers the differences of
 * π cancel, so Σ d(a) ≥ k; and the same holds for d'(a) = min(K, d(a)), because either no arc is cut down, or one
 * alone pays K ≥ k. So d' is feasible for the dual of the packing problem, and Σ capacity × d' bounds every packing of
 * rings of at most K. Where an arc may count for more than 1, the prices are multiplied by the most it counts for.
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

/** When every ring is worth its length, long ones serve best; otherwise the best cap to begin with has to be found. */
function lengthsToTry({ longest, isSure }: RingObjective): number[] {
  return Array.from({ length: longest - 1 }, (_, index) => longest - index).slice(0, isSure ? 1 : longest);
}

/** Arcs that the neighbourhood search looks at over all strata, and at most for one missing teacher: a few seconds of work. */
const EFFORT = 60_000_000;
const EFFORT_A_TEACHER = 200_000;

/**
 * Improves all strata, each with the share of the work that its missing teachers are of all missing ones.
 *
 * @param share Of all the work, 0 to 1.
 */
export function improveStrata(
  strata: readonly PackedStratum[],
  share: number,
  onStep: (done: number) => void,
): void {
  const missing = strata.reduce((sum, stratum) => sum + missingOf(stratum), 0);
  const effort = share * Math.min(EFFORT_A_TEACHER, EFFORT / Math.max(missing, 1));
  strata.forEach((stratum, index) => {
    const { packing, prices, objective } = stratum;
    improve(packing, prices, objective, effort * missingOf(stratum), () => onStep(index));
    onStep(index + 1);
  });
}
