import { type ArcRing, arcsBetween } from '../packing/ring-packing.ts';
import type { StratumGraph, World } from '../strata/stratum-graph.ts';
import { maximumMatching } from './maximum-matching.ts';

/**
 * Returns a largest set of disjoint pairs of the whole world, by stratum. Strata where every wish names one place and no teacher has rows
 * elsewhere pair opposite offers, which is exact. All other strata form one maximum matching whose vertices are teachers, so a teacher with
 * rows in several strata moves once.
 */
export function pairsOfWorld({ strata, merged }: World): ArcRing[][] {
  const pairs = strata.map((graph) => (isSimple(graph) ? oppositeOffers(graph) : []));
  const matching = new TeacherMatching(strata, merged.tiedCount);
  for (const { stratum, ring } of matching.run()) pairs[stratum]?.push(ring);
  return pairs;
}

function isSimple({ nodeCount, placeCount, tied }: StratumGraph): boolean {
  return nodeCount === placeCount && tied.every((teacher) => teacher < 0);
}

function oppositeOffers(graph: StratumGraph): ArcRing[] {
  const { head, tail, capacity, teacherArcCount } = graph;
  const room = Int32Array.from(capacity);
  const pairs: ArcRing[] = [];
  for (let arc = 0; arc < teacherArcCount; arc++) {
    if (head[arc] < tail[arc]) continue;
    for (const opposite of arcsBetween(graph, head[arc], tail[arc])) {
      const copies = Math.min(room[arc], room[opposite]);
      room[arc] -= copies;
      room[opposite] -= copies;
      for (let copy = 0; copy < copies; copy++) pairs.push([arc, opposite]);
    }
  }
  return pairs;
}

interface StratumPair {
  stratum: number;
  ring: ArcRing;
}

/** Factor that combines two class numbers into one key: smaller × factor + larger. */
const MOST_CLASSES = 2 ** 26;

/** Maximum matching over teachers. The teachers of one arc are a class; if two classes can swap, edges join all their vertices. */
class TeacherMatching {
  readonly #strata: readonly StratumGraph[];
  readonly #neighbours: number[][];
  /** Classes of each vertex: several for a teacher with rows in several strata. */
  readonly #classesOf: number[][];
  readonly #pairOf = new Map<number, StratumPair>();
  #classCount = 0;

  constructor(strata: readonly StratumGraph[], tiedCount: number) {
    this.#strata = strata;
    this.#neighbours = Array.from({ length: tiedCount }, () => []);
    this.#classesOf = Array.from({ length: tiedCount }, () => []);
  }

  run(): StratumPair[] {
    this.#strata.forEach((graph, stratum) => {
      if (!isSimple(graph)) this.#addStratum(graph, stratum);
    });
    const mates = maximumMatching(this.#neighbours);
    return Array.from(mates).flatMap((mate, vertex) =>
      mate > vertex ? this.#pairBetween(vertex, mate) : [],
    );
  }

  #pairBetween(first: number, second: number): StratumPair[] {
    for (const a of this.#classesOf[first] ?? []) {
      for (const b of this.#classesOf[second] ?? []) {
        const pair = this.#pairOf.get(keyOf(a, b));
        if (pair !== undefined) return [pair];
      }
    }
    return [];
  }

  #addStratum(graph: StratumGraph, stratum: number): void {
    const classOf = new Map<number, { number: number; vertices: readonly number[] }>();
    const enter = (arc: number) => {
      const existing = classOf.get(arc);
      if (existing !== undefined) return existing;
      const number = this.#classCount++;
      const fresh = { number, vertices: this.#verticesOf(graph, arc, number) };
      classOf.set(arc, fresh);
      return fresh;
    };
    for (const ring of rowPairs(graph)) {
      if (ring.some((arc) => graph.capacity[arc] === 0)) continue;
      const [first, second] = ring.filter((arc) => arc < graph.teacherArcCount).map(enter);
      if (first === undefined || second === undefined) continue;
      this.#pairOf.set(keyOf(first.number, second.number), { stratum, ring });
      for (const a of first.vertices) for (const b of second.vertices) this.#connect(a, b);
    }
  }

  #verticesOf({ tied, capacity }: StratumGraph, arc: number, number: number): number[] {
    const teacher = tied[arc];
    if (teacher >= 0) {
      this.#classesOf[teacher]?.push(number);
      return [teacher];
    }
    return Array.from({ length: capacity[arc] }, () => {
      this.#classesOf.push([number]);
      return this.#neighbours.push([]) - 1;
    });
  }

  #connect(a: number, b: number): void {
    if (a === b) return;
    this.#neighbours[a]?.push(b);
    this.#neighbours[b]?.push(a);
  }
}

function keyOf(a: number, b: number): number {
  return Math.min(a, b) * MOST_CLASSES + Math.max(a, b);
}

/** Yields every ring of two teacher arcs once: out of a place, into another place or a set with it, and back. */
function* rowPairs(graph: StratumGraph): Generator<ArcRing> {
  const { tail, teacherArcCount } = graph;
  const arrivals = new Arrivals(graph);
  for (let arc = 0; arc < teacherArcCount; arc++) {
    for (const place of arrivals.placesOf(arc)) {
      if (place < tail[arc]) continue;
      for (const back of arrivals.arcsFrom(place)) {
        const home = arrivals.at(back, tail[arc]);
        if (home !== undefined) yield [arc, ...(arrivals.at(arc, place) ?? []), back, ...home];
      }
    }
  }
}

/** Index of the places that teacher arcs lead to: a place itself, or the places of a set by one more arc. */
class Arrivals {
  readonly #graph: StratumGraph;
  readonly #start: Int32Array;
  readonly #freeArc = new Map<number, number>();

  constructor(graph: StratumGraph) {
    const { tail, head, nodeCount, placeCount, teacherArcCount, arcCount } = graph;
    this.#graph = graph;
    this.#start = new Int32Array(nodeCount + 1);
    for (const node of tail) this.#start[node + 1]++;
    for (let node = 0; node < nodeCount; node++) this.#start[node + 1] += this.#start[node];
    for (let arc = teacherArcCount; arc < arcCount; arc++) {
      this.#freeArc.set(tail[arc] * placeCount + head[arc], arc);
    }
  }

  placesOf(arc: number): readonly number[] {
    const { head, placeCount } = this.#graph;
    const node = head[arc];
    return node < placeCount ? [node] : this.arcsFrom(node).map((free) => head[free]);
  }

  arcsFrom(node: number): number[] {
    const [from, to] = [this.#start[node], this.#start[node + 1]];
    return Array.from({ length: to - from }, (_, index) => from + index);
  }

  /**
   * Returns the arcs that follow a teacher arc on its way to a place: none, or one out of a set; undefined if the arc does not lead there.
   */
  at(arc: number, place: number): readonly number[] | undefined {
    const { head, placeCount } = this.#graph;
    if (head[arc] === place) return [];
    const free = head[arc] < placeCount ? undefined : this.#freeArc.get(head[arc] * placeCount + place);
    return free === undefined ? undefined : [free];
  }
}
