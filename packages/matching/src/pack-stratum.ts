import type { Circulation } from './circulation.ts';
import { improve } from './local-exchange.ts';
import {
  deepestFirst,
  packDeepestFirst,
  packPairs,
  type RingPacking,
  type RingWorth,
  ringLength,
  topUp,
} from './ring-packing.ts';
import { ANY_RISE, type Prices, pricesOf } from './ring-search.ts';
import type { StratumGraph } from './stratum-graph.ts';

/** The rings chosen for one stratum so far, and how many teachers its pairs alone would move. */
export interface PackedStratum {
  readonly packing: RingPacking;
  readonly prices: Prices;
  readonly pairsOnly: number;
  /** Teachers of the bound that the packing leaves; 0 when the packing is known to be the best. */
  readonly missing: number;
}

/** The best start of several for one stratum; never worth less than its pairs. */
export function packStratum(
  graph: StratumGraph,
  capacity: Int32Array,
  circulation: Circulation,
  goal: RingWorth,
): PackedStratum {
  const prices = pricesOf(graph, circulation.potential);
  const pairs = packPairs(graph, capacity);
  const pairsOnly = movedBy(pairs);
  const hasExactPairs = graph.nodeCount === graph.placeCount;
  if (goal.longest === 2 && hasExactPairs) return { packing: pairs, prices, pairsOnly, missing: 0 };
  const anchors = deepestFirst(graph, capacity, prices);
  let best = pairs;
  for (const length of lengthsToTry(goal)) {
    const packing = packDeepestFirst(graph, capacity, circulation, length);
    topUp(packing, prices, anchors, goal.longest, ANY_RISE);
    if (packing.total(goal) > best.total(goal)) best = packing;
  }
  return { packing: best, prices, pairsOnly, missing: circulation.profit - movedBy(best) };
}

/** When every ring is worth its length, long ones serve best; otherwise the best cap to begin with has to be found. */
function lengthsToTry({ longest, worth }: RingWorth): number[] {
  const isSure = worth.every((value, length) => value === length);
  return Array.from({ length: longest - 1 }, (_, index) => longest - index).slice(0, isSure ? 1 : longest);
}

function movedBy({ graph, rings }: RingPacking): number {
  return rings.reduce((sum, ring) => sum + ringLength(graph, ring), 0);
}

/** Arcs that the exchange looks at over all strata, and at most for one missing teacher: a few seconds of work. */
const EFFORT = 100_000_000;
const EFFORT_A_TEACHER = 60_000;

/** Improves all strata, each with the share of the work that its missing teachers are of all missing ones. */
export function exchangeRings(
  strata: readonly PackedStratum[],
  goal: RingWorth,
  onStep: (done: number) => void,
): void {
  const missing = strata.reduce((sum, stratum) => sum + stratum.missing, 0);
  const effort = Math.min(EFFORT_A_TEACHER, EFFORT / Math.max(missing, 1));
  strata.forEach((stratum, index) => {
    improve(stratum.packing, stratum.prices, goal, effort * stratum.missing, () => onStep(index));
    onStep(index + 1);
  });
}
