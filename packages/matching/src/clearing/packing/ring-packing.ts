import type { Circulation } from '../bounds/circulation.ts';
import type { StratumGraph } from '../strata/stratum-graph.ts';
import { OpenArcs } from './open-arcs.ts';
import { ANY_COST, type Prices, pricesOf, RingSearch } from './ring-search.ts';

/** Ring as arcs in order, arcs out of sets included. */
export type ArcRing = readonly number[];

/** Returns the number of teachers in a ring: its arcs except those out of sets. */
export function ringLength(graph: StratumGraph, ring: ArcRing): number {
  let length = 0;
  for (const arc of ring) if (arc < graph.teacherArcCount) length++;
  return length;
}

/** Disjoint rings in one stratum, and the residual capacity they leave. */
export class RingPacking {
  readonly graph: StratumGraph;
  readonly rings: ArcRing[] = [];
  readonly open: OpenArcs;

  constructor(graph: StratumGraph, capacity: Int32Array) {
    this.graph = graph;
    this.open = new OpenArcs(graph, Int32Array.from(capacity));
  }

  /** Adds a ring whose arcs have residual capacity. */
  add(ring: ArcRing): void {
    for (const arc of ring) this.open.take(arc);
    this.rings.push(ring);
  }

  replace(rings: readonly ArcRing[]): void {
    for (const ring of this.rings) for (const arc of ring) this.open.give(arc);
    this.rings.length = 0;
    for (const ring of rings) this.add(ring);
  }
}

/**
 * Packs rings by the prices of the maximum circulation (reduced-cost greedy). A ring whose arcs have reduced costs of 0 or less loses
 * nothing against the bound, and the sum over a ring is minus its length, so an arc of reduced cost −d leaves little for the others. Arcs
 * of the lowest reduced cost, which fit the fewest rings, therefore go first: within the support of the circulation, then over all tight
 * arcs, then over all arcs with residual capacity.
 */
export function packByReducedCost(
  graph: StratumGraph,
  capacity: Int32Array,
  circulation: Circulation,
  longest: number,
): RingPacking {
  const prices = pricesOf(graph, circulation.potential);
  const packing = new RingPacking(graph, capacity);
  const anchors = byReducedCost(graph, capacity, prices);
  const support = new OpenArcs(graph, Int32Array.from(circulation.flow));
  const search = new RingSearch(support, prices);
  forEachRing({ search, open: support, anchors, longest, costliest: 0 }, (ring) => {
    for (const arc of ring) support.take(arc);
    packing.add(ring);
  });
  topUp(packing, prices, { anchors, longest, costliest: 0 });
  topUp(packing, prices, { anchors, longest, costliest: ANY_COST });
  return packing;
}

/** Returns the teacher arcs from one node to another, by binary search. There are several if tied teachers have arcs of their own. */
export function arcsBetween(
  { tail, head, teacherArcCount }: StratumGraph,
  from: number,
  to: number,
): number[] {
  const isBefore = (arc: number) => tail[arc] < from || (tail[arc] === from && head[arc] < to);
  let [low, high] = [0, teacherArcCount];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  const arcs: number[] = [];
  for (let arc = low; arc < teacherArcCount && tail[arc] === from && head[arc] === to; arc++) arcs.push(arc);
  return arcs;
}

/** Returns the teacher arcs of negative reduced cost, lowest first. Every ring contains one. */
export function byReducedCost(graph: StratumGraph, capacity: Int32Array, { reducedCost }: Prices): number[] {
  const anchors: number[] = [];
  for (let arc = 0; arc < graph.teacherArcCount; arc++) {
    if (capacity[arc] > 0 && reducedCost[arc] < 0) anchors.push(arc);
  }
  return anchors.sort((first, second) => reducedCost[first] - reducedCost[second] || first - second);
}

/** Rings that a packing is filled with. */
export interface Filling {
  /** Teacher arcs; each ring contains one. */
  anchors: readonly number[];
  /** Maximum number of teachers in a ring. */
  longest: number;
  /** Maximum reduced cost of the arcs of a ring. */
  costliest: number;
}

/** Adds rings through the anchors as long as there are any, over arcs with residual capacity. */
export function topUp(packing: RingPacking, prices: Prices, filling: Filling): void {
  const search = new RingSearch(packing.open, prices);
  forEachRing({ search, open: packing.open, ...filling }, (ring) => packing.add(ring));
}

interface Search extends Filling {
  search: RingSearch;
  open: OpenArcs;
}

function forEachRing(
  { search, open, anchors, longest, costliest }: Search,
  add: (ring: ArcRing) => void,
): void {
  for (const anchor of anchors) {
    while (open.room[anchor] > 0) {
      const ring = search.through(anchor, longest, costliest);
      if (ring === undefined) break;
      for (let copies = copiesThatFit(open, ring); copies > 0; copies--) add(ring);
    }
  }
}

/** Returns the number of times that the ring fits: teachers with the same offers form as many rings. */
function copiesThatFit({ room }: OpenArcs, ring: ArcRing): number {
  let copies = Number.POSITIVE_INFINITY;
  for (const arc of ring) copies = Math.min(copies, room[arc]);
  return copies;
}
