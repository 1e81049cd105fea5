import type { Circulation } from './circulation.ts';
import { OpenArcs } from './open-arcs.ts';
import { RingSearch } from './ring-search.ts';
import type { StratumGraph } from './stratum-graph.ts';

/** A ring as arcs in order, arcs out of sets included. */
export type ArcRing = readonly number[];

/** What a plan maximises: rings of 2 … longest, each worth `worth[k]` when it has k teachers. */
export interface RingWorth {
  readonly longest: number;
  readonly worth: readonly number[];
}

/** The worth of rings when each member goes through with the given chance: k·pᵏ movers are expected of a ring of k. */
export function ringWorth(longest: number, survival: number): RingWorth {
  const worth = Array.from({ length: longest + 1 }, (_, length) => length * survival ** length);
  return { longest, worth };
}

/** How many teachers a ring has: its arcs without those that lead out of sets. */
export function ringLength(graph: StratumGraph, ring: ArcRing): number {
  let length = 0;
  for (const arc of ring) if (arc < graph.teacherArcCount) length++;
  return length;
}

/** Disjoint rings in one stratum, and the room they leave. */
export class RingPacking {
  readonly graph: StratumGraph;
  readonly rings: ArcRing[] = [];
  readonly open: OpenArcs;

  constructor(graph: StratumGraph, capacity: Int32Array) {
    this.graph = graph;
    this.open = new OpenArcs(graph, Int32Array.from(capacity));
  }

  add(ring: ArcRing): void {
    for (const arc of ring) this.open.take(arc);
    this.rings.push(ring);
  }

  /** The sum of the rings' worth. */
  total({ worth }: RingWorth): number {
    let total = 0;
    for (const ring of this.rings) total += worth[ringLength(this.graph, ring)] ?? 0;
    return total;
  }
}

/**
 * Packs rings by the prices of the maximum circulation. An arc's depth is how far it leads down in potential; a ring
 * of arcs that rise by at most one each loses nothing against the bound, and one through an arc of depth d needs at
 * least d others. So the deepest arcs, which fit the fewest rings, go first: in the support of the circulation, then
 * over all tight arcs, then over whatever has room.
 */
export function packDeepestFirst(
  graph: StratumGraph,
  capacity: Int32Array,
  circulation: Circulation,
  longest: number,
): RingPacking {
  const { flow, potential } = circulation;
  const packing = new RingPacking(graph, capacity);
  const anchors = deepestFirst(graph, capacity, potential);
  fill(packing, anchors, Int32Array.from(flow), longest, potential);
  const tight = packing.open.room.map((room, arc) => (rise(graph, potential, arc) <= 0 ? room : 0));
  fill(packing, anchors, tight, longest, potential);
  topUp(packing, anchors, longest);
  return packing;
}

/** Shortest rings first: pairs, then threes, and so on. Exact for pairs where every wish names one place. */
export function packShortestFirst(graph: StratumGraph, capacity: Int32Array, longest: number): RingPacking {
  const packing = new RingPacking(graph, capacity);
  const anchors = Array.from({ length: graph.teacherArcCount }, (_, arc) => arc);
  for (let length = 2; length <= longest; length++) topUp(packing, anchors, length);
  return packing;
}

/** How far the arc rises beyond what costs nothing: above 0 it loses, at 0 it is free, below 0 leaving it unused loses. */
export function rise(graph: StratumGraph, potential: Int32Array, arc: number): number {
  const step = arc < graph.teacherArcCount ? 1 : 0;
  return potential[graph.head[arc]] - potential[graph.tail[arc]] - step;
}

/** Teacher arcs that lose when they stay unused, deepest first. */
export function deepestFirst(graph: StratumGraph, capacity: Int32Array, potential: Int32Array): number[] {
  const anchors: number[] = [];
  for (let arc = 0; arc < graph.teacherArcCount; arc++) {
    if (capacity[arc] > 0 && rise(graph, potential, arc) < 0) anchors.push(arc);
  }
  const depth = Int32Array.from({ length: graph.teacherArcCount }, (_, arc) => rise(graph, potential, arc));
  return anchors.sort((first, second) => depth[first] - depth[second] || first - second);
}

/** Adds rings through the anchors within the given room, as long as there are any. */
function fill(
  packing: RingPacking,
  anchors: readonly number[],
  room: Int32Array,
  longest: number,
  potential: Int32Array,
): void {
  const within = new OpenArcs(packing.graph, room);
  const search = new RingSearch(within, potential);
  for (const anchor of anchors) {
    while (within.room[anchor] > 0) {
      const ring = search.through(anchor, longest);
      if (ring === undefined) break;
      for (const arc of ring) within.take(arc);
      packing.add(ring);
    }
  }
}

/** Adds rings through the anchors over everything that has room; afterwards no ring through an anchor is left. */
export function topUp(packing: RingPacking, anchors: readonly number[], longest: number): void {
  const search = new RingSearch(packing.open);
  for (const anchor of anchors) {
    while (packing.open.room[anchor] > 0) {
      const ring = search.through(anchor, longest);
      if (ring === undefined) break;
      packing.add(ring);
    }
  }
}
