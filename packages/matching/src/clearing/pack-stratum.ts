import { fixArcs } from './arc-fixing.ts';
import { circulationOf } from './bound.ts';
import type { Circulation } from './circulation.ts';
import { improve } from './neighbourhood-search.ts';
import {
  byReducedCost,
  packByReducedCost,
  packPairs,
  type RingObjective,
  type RingPacking,
  ringLength,
  topUp,
} from './ring-packing.ts';
import { ANY_COST, type Prices, pricesOf } from './ring-search.ts';
import type { StratumGraph } from './stratum-graph.ts';

/** The rings chosen for one stratum so far, and how many teachers its pairs alone would move. */
export interface PackedStratum {
  readonly packing: RingPacking;
  readonly prices: Prices;
  readonly pairsOnly: number;
  /** No rings of the allowed lengths move more teachers than this. */
  readonly cappedBound: number;
  /** Teachers of that bound that the packing leaves; 0 when the packing is known to be the best. */
  readonly missing: number;
}

/** The best start of several for one stratum; never value less than its pairs. */
export function packStratum(
  graph: StratumGraph,
  capacity: Int32Array,
  circulation: Circulation,
  goal: RingObjective,
): PackedStratum {
  const pairs = packPairs(graph, capacity);
  const pairsOnly = movedBy(pairs);
  const hasExactPairs = graph.nodeCount === graph.placeCount;
  if (goal.longest === 2 && hasExactPairs) {
    const prices = pricesOf(graph, circulation.potential);
    return { packing: pairs, prices, pairsOnly, cappedBound: pairsOnly, missing: 0 };
  }
  const within = fixArcs(graph, capacity, goal.longest);
  const optimum = within === capacity ? circulation : circulationOf(graph, within);
  const { packing, prices } = bestStart(graph, within, optimum, goal, pairs);
  const cappedBound = boundByPrices(graph, within, prices, goal.longest);
  return { packing, prices, pairsOnly, cappedBound, missing: cappedBound - movedBy(packing) };
}

function bestStart(
  graph: StratumGraph,
  capacity: Int32Array,
  circulation: Circulation,
  goal: RingObjective,
  pairs: RingPacking,
): Pick<PackedStratum, 'packing' | 'prices'> {
  const prices = pricesOf(graph, circulation.potential);
  const anchors = byReducedCost(graph, capacity, prices);
  let best = pairs;
  for (const length of lengthsToTry(goal)) {
    const packing = packByReducedCost(graph, capacity, circulation, length);
    topUp(packing, prices, anchors, goal.longest, ANY_COST);
    if (packing.total(goal) > best.total(goal)) best = packing;
  }
  return { packing: best, prices };
}

/**
 * The bound that the prices prove: by duality every ring of k ≤ `longest` teachers falls by at least k over its arcs,
 * also when no arc counts for more than `longest`, so no packing moves more than all arcs fall.
 */
function boundByPrices(
  graph: StratumGraph,
  capacity: Int32Array,
  { reducedCost }: Prices,
  longest: number,
): number {
  let bound = 0;
  for (let arc = 0; arc < graph.teacherArcCount; arc++) {
    bound += capacity[arc] * Math.min(longest, Math.max(0, -reducedCost[arc]));
  }
  return bound;
}

/** When every ring is value its length, long ones serve best; otherwise the best cap to begin with has to be found. */
function lengthsToTry({ longest, value }: RingObjective): number[] {
  const isSure = value.every((value, length) => value === length);
  return Array.from({ length: longest - 1 }, (_, index) => longest - index).slice(0, isSure ? 1 : longest);
}

function movedBy({ graph, rings }: RingPacking): number {
  return rings.reduce((sum, ring) => sum + ringLength(graph, ring), 0);
}

/** Arcs that the exchange looks at over all strata, and at most for one missing teacher: a few seconds of work. */
const EFFORT = 60_000_000;
const EFFORT_A_TEACHER = 200_000;

/**
 * Improves all strata, each with the share of the work that its missing teachers are of all missing ones.
 *
 * @param share Of all the work, 0 to 1.
 */
export function exchangeRings(
  strata: readonly PackedStratum[],
  goal: RingObjective,
  share: number,
  onStep: (done: number) => void,
): void {
  const missing = strata.reduce((sum, stratum) => sum + stratum.missing, 0);
  const effort = share * Math.min(EFFORT_A_TEACHER, EFFORT / Math.max(missing, 1));
  strata.forEach((stratum, index) => {
    improve(stratum.packing, stratum.prices, goal, effort * stratum.missing, () => onStep(index));
    onStep(index + 1);
  });
}
