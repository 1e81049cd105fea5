import type { RingGraph } from './ring-graph.ts';
import { RingCounter } from './rings.ts';

/** Teacher without an offer: their possible places, the places they would accept, and their possible strata. */
export interface Newcomer {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly strata: readonly string[];
}

/** Name that no teacher in a graph has. */
const NEWCOMER = '';

/**
 * Returns the number of teachers in the shortest ring of three or more that such a teacher would close, themselves included; undefined if
 * the graph has none. The search has a limit (see `WalkSearch`), so the result may be longer than the shortest ring.
 */
export function shortestRingFor(graph: RingGraph, { from, to, strata }: Newcomer): number | undefined {
  const counters = strata
    .filter((stratum) => graph.stratum(stratum) !== undefined)
    .flatMap((stratum) => from.map((place) => ({ from: place, to, stratum, teacher: NEWCOMER })))
    .map((offer) => new RingCounter(graph, offer));
  for (let length = 3; length <= graph.longest; length++) {
    if (counters.some((counter) => counter.count(to, length, length, 1) > 0)) return length;
  }
  return undefined;
}
