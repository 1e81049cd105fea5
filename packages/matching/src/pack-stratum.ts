import type { Circulation } from './circulation.ts';
import {
  type ArcRing,
  deepestFirst,
  packDeepestFirst,
  packShortestFirst,
  type RingWorth,
  ringLength,
  topUp,
} from './ring-packing.ts';
import type { StratumGraph } from './stratum-graph.ts';

/** The rings chosen for one stratum, and how many teachers its pairs alone would move. */
export interface PackedStratum {
  readonly rings: readonly ArcRing[];
  readonly pairsOnly: number;
}

/** The best of several ways to pack one stratum; never worth less than its pairs. */
export function packStratum(
  graph: StratumGraph,
  capacity: Int32Array,
  circulation: Circulation,
  goal: RingWorth,
): PackedStratum {
  const pairs = packShortestFirst(graph, capacity, 2);
  const pairsOnly = pairs.rings.reduce((sum, ring) => sum + ringLength(graph, ring), 0);
  if (goal.longest === 2) return { rings: pairs.rings, pairsOnly };
  let best = pairs;
  for (const length of lengthsToTry(goal)) {
    const packing = packDeepestFirst(graph, capacity, circulation, length);
    topUp(packing, deepestFirst(graph, capacity, circulation.potential), goal.longest);
    if (packing.total(goal) > best.total(goal)) best = packing;
  }
  return { rings: best.rings, pairsOnly };
}

/** When every ring is worth its length, long ones serve best; otherwise the best cap to begin with has to be found. */
function lengthsToTry({ longest, worth }: RingWorth): number[] {
  const isSure = worth.every((value, length) => value === length);
  return Array.from({ length: longest - 1 }, (_, index) => longest - index).slice(0, isSure ? 1 : longest);
}
