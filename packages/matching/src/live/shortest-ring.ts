import type { RingGraph } from './ring-graph.ts';
import { RingCounter } from './rings.ts';

/** A teacher who has no offer yet, of whom little is known: the places they may be in, those they would accept, and their possible strata. */
export interface Newcomer {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly strata: readonly string[];
}

/** Not the name of any teacher in a graph. */
const NEWCOMER = '';

/**
 * Teachers in the shortest ring of three or more that one such teacher would close, themselves included; undefined when
 * the graph allows none. The search is bounded (see `WalkSearch`), so a longer ring may be told for a shorter one.
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
