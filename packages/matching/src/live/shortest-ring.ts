import { commonBits } from './bit-matrix.ts';
import type { GraphOffer, RingGraph, StratumRings } from './ring-graph.ts';
import { RingCounter } from './rings.ts';

/** Teacher without an offer: their possible places, the places they would accept, and their possible strata. */
export interface Newcomer {
  from: readonly string[];
  to: readonly string[];
  strata: readonly string[];
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

/** Returns the number of teachers in the shortest pair or ring through the offer, within its stratum; undefined if the graph has none. */
export function shortestRing(graph: RingGraph, offer: GraphOffer): number | undefined {
  if (graph.stratum(offer.stratum) === undefined) return undefined;
  const places = [...new Set(offer.to)].filter((place) => place !== offer.from);
  return new RingCounter(graph, offer).shortest(places, graph.longest);
}

/**
 * Returns the number of teachers in the shortest pair or ring through the offer if all of these strata were one; undefined if the graph has
 * none. A shortest walk visits no place twice, and a teacher's offers all start from one place, so all its teachers are distinct.
 */
export function shortestRingAcross(
  graph: RingGraph,
  offer: GraphOffer,
  strata: readonly string[],
): number | undefined {
  const parts = strata.flatMap((name) => graph.stratum(name) ?? []);
  const reached = new Set<string>();
  let latest = new Set(offer.to.filter((place) => place !== offer.from));
  for (let length = 2; length <= graph.longest && latest.size > 0; length++) {
    const next = new Set(parts.flatMap((part) => [...latest].flatMap((place) => goalsFrom(part, place))));
    if (next.has(offer.from)) return length;
    for (const place of latest) reached.add(place);
    latest = new Set([...next].filter((place) => !reached.has(place)));
  }
  return undefined;
}

/** Returns the places that teachers in this place want. */
function goalsFrom(stratum: StratumRings, place: string): string[] {
  const number = stratum.places.find(place);
  if (number === undefined) return [];
  const row = stratum.outward.row(number);
  return [...commonBits(row, row)].map((goal) => stratum.places.names[goal] ?? '');
}
