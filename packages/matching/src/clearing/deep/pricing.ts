import type { StratumGraph } from '../strata/stratum-graph.ts';

/** Distance of a node from which no ring leads home. */
const FAR = 255;

/** Maximum size in bytes of the cached distances; above it they are measured again for each search. */
const MAX_CACHED_STEPS = 4_000_000;

/** Receives a closed walk: its teacher arcs and arcs out of sets, in order. */
type Visit = (walk: readonly number[]) => void;

/**
 * Finds cheapest closed walks of each length on the place graph, by Bellman's recursion over the number of steps from every home, through
 * places that are no earlier home. Teachers with the same offer are one arc, so the work does not grow with their number: one call costs at
 * most places × steps × arcs. A closed walk that visits a place twice splits into rings, one of which is at least as good, so the search
 * may visit places repeatedly.
 */
export class RingPricing {
  readonly #graph: StratumGraph;
  readonly #longest: number;
  readonly #homes: Int32Array;
  /** Rank of each home; places that are no home, and sets, rank after all homes. */
  readonly #rank: Int32Array;
  /** Arcs of node v with residual capacity: arcs[start[v]] … arcs[start[v + 1] - 1]; likewise backwards. */
  readonly #start: Int32Array;
  readonly #arcs: Int32Array;
  readonly #backStart: Int32Array;
  readonly #backArcs: Int32Array;
  /** Cached steps from each node to each home. */
  readonly #stepsTo: (Uint8Array | undefined)[] = [];
  readonly #keepsSteps: boolean;
  /** Steps from each node to the current home. */
  #stepsHome: Uint8Array;
  readonly #queue: Int32Array;
  readonly #cost: Float64Array[];
  readonly #reached: Int32Array[];
  readonly #reachedCount: Int32Array;
  readonly #via: Int32Array[];
  readonly #setsReached: Int32Array;
  #setCount = 0;
  /** Cost of the cheapest closed walk of each length in the last search; Infinity if there is none. */
  readonly cheapest: Float64Array;
  /** Arcs scanned so far. */
  work = 0;

  /** @param homes Places such that every wanted ring contains at least one; default all places. */
  constructor(graph: StratumGraph, capacity: Int32Array, longest: number, homes?: Int32Array) {
    this.#graph = graph;
    this.#homes = homes ?? Int32Array.from({ length: graph.placeCount }, (_, place) => place);
    this.#rank = new Int32Array(graph.nodeCount).fill(graph.placeCount);
    this.#homes.forEach((place, rank) => {
      this.#rank[place] = rank;
    });
    this.#longest = longest;
    const open = openArcs(graph, capacity);
    [this.#start, this.#arcs] = grouped(open, graph.tail, graph.nodeCount);
    [this.#backStart, this.#backArcs] = grouped(open, graph.head, graph.nodeCount);
    this.#stepsHome = new Uint8Array(graph.nodeCount);
    this.#keepsSteps = this.#homes.length * graph.nodeCount <= MAX_CACHED_STEPS;
    this.#queue = new Int32Array(graph.nodeCount);
    const layers = <T>(make: () => T) => Array.from({ length: longest + 1 }, make);
    this.#cost = layers(() => new Float64Array(graph.nodeCount).fill(Number.POSITIVE_INFINITY));
    this.#reached = layers(() => new Int32Array(graph.placeCount));
    this.#via = layers(() => new Int32Array(graph.nodeCount));
    this.#reachedCount = new Int32Array(longest + 1);
    this.#setsReached = new Int32Array(graph.nodeCount - graph.placeCount);
    this.cheapest = new Float64Array(longest + 1);
  }

  /**
   * Visits, for every home and length, the cheapest closed walk if it costs less than the length's limit.
   *
   * @param cost Cost of every arc, of any sign; 0 for arcs out of sets.
   * @param limit Limit by length, from 2.
   */
  search(cost: Float64Array, limit: Float64Array, visit: Visit): void {
    this.cheapest.fill(Number.POSITIVE_INFINITY);
    for (const home of this.#homes) {
      if (this.#start[home] === this.#start[home + 1]) continue;
      if (this.#backStart[home] === this.#backStart[home + 1]) continue;
      if (this.#measureHome(home)) this.#searchFrom(home, cost, limit, visit);
    }
  }

  /** Computes the steps to the home by breadth-first search backwards, avoiding earlier homes. Returns false if no ring starts there. */
  #measureHome(home: number): boolean {
    const cached = this.#stepsTo[home];
    if (cached !== undefined) {
      this.#stepsHome = cached;
      return cached.length > 0;
    }
    if (this.#keepsSteps) this.#stepsHome = new Uint8Array(this.#graph.nodeCount);
    const isHome = this.#measureSteps(home);
    if (this.#keepsSteps) this.#stepsTo[home] = isHome ? this.#stepsHome : new Uint8Array(0);
    return isHome;
  }

  #measureSteps(home: number): boolean {
    const steps = this.#stepsHome.fill(FAR);
    const queue = this.#queue;
    steps[home] = 0;
    queue[0] = home;
    let end = 1;
    for (let index = 0; index < end; index++) end = this.#stepBack(queue[index], home, end);
    return end > 1;
  }

  /** Queues the nodes with an arc into the node; a set is as near as its nearest place. Returns the new length of the queue. */
  #stepBack(node: number, home: number, queued: number): number {
    const { placeCount, tail } = this.#graph;
    const steps = this.#stepsHome;
    const rank = this.#rank;
    const rankOfHome = rank[home];
    let end = queued;
    for (let at = this.#backStart[node]; at < this.#backStart[node + 1]; at++) {
      const from = tail[this.#backArcs[at]];
      const reached = from < placeCount ? steps[node] + 1 : steps[node];
      if (steps[from] !== FAR || rank[from] < rankOfHome || reached >= this.#longest) continue;
      steps[from] = reached;
      this.#queue[end++] = from;
    }
    this.work += this.#backStart[node + 1] - this.#backStart[node];
    return end;
  }

  #searchFrom(home: number, cost: Float64Array, limit: Float64Array, visit: Visit): void {
    this.#cost[0][home] = 0;
    this.#reached[0][0] = home;
    this.#reachedCount[0] = 1;
    for (let step = 1; step <= this.#longest; step++) {
      this.#advance(home, step, cost);
      const closed = this.#cost[step][home];
      if (closed < this.cheapest[step]) this.cheapest[step] = closed;
      if (step > 1 && closed < limit[step]) visit(this.#walkBack(home, step));
    }
    for (let step = 0; step <= this.#longest; step++) this.#clear(step, home);
  }

  #clear(step: number, home: number): void {
    const cost = this.#cost[step];
    const reached = this.#reached[step];
    for (let index = 0; index < this.#reachedCount[step]; index++)
      cost[reached[index]] = Number.POSITIVE_INFINITY;
    cost[home] = Number.POSITIVE_INFINITY;
    if (this.#setsReached.length > 0) cost.fill(Number.POSITIVE_INFINITY, this.#graph.placeCount);
  }

  /** Advances the recursion by one step: from the places reached in one step fewer, then out of the sets reached. */
  #advance(home: number, step: number, cost: Float64Array): void {
    const before = this.#cost[step - 1];
    const from = this.#reached[step - 1];
    this.#reachedCount[step] = 0;
    this.#setCount = 0;
    for (let index = 0; index < this.#reachedCount[step - 1]; index++) {
      const place = from[index];
      if (place !== home || step === 1) this.#relax(place, before[place], step, cost);
    }
    for (let index = 0; index < this.#setCount; index++) {
      const set = this.#setsReached[index];
      this.#relax(set, this.#cost[step][set], step, cost);
    }
  }

  #relax(node: number, base: number, step: number, cost: Float64Array): void {
    const { head, placeCount } = this.#graph;
    const now = this.#cost[step];
    const via = this.#via[step];
    const reached = this.#reached[step];
    const stepsHome = this.#stepsHome;
    const left = this.#longest - step;
    const end = this.#start[node + 1];
    for (let at = this.#start[node]; at < end; at++) {
      const arc = this.#arcs[at];
      const target = head[arc];
      const total = base + cost[arc];
      if (total >= now[target] || stepsHome[target] > left) continue;
      if (now[target] === Number.POSITIVE_INFINITY) {
        if (target < placeCount) reached[this.#reachedCount[step]++] = target;
        else this.#setsReached[this.#setCount++] = target;
      }
      now[target] = total;
      via[target] = arc;
    }
    this.work += end - this.#start[node];
  }

  #walkBack(home: number, length: number): number[] {
    const { tail, placeCount } = this.#graph;
    const walk: number[] = [];
    let node = home;
    for (let step = length; step > 0; ) {
      const arc = this.#via[step][node];
      walk.push(arc);
      node = tail[arc];
      if (node < placeCount) step--;
    }
    return walk.reverse();
  }
}

/** Returns the teacher arcs with residual capacity, and all arcs out of sets. */
export function openArcs({ arcCount, teacherArcCount }: StratumGraph, capacity: Int32Array): Int32Array {
  const open: number[] = [];
  for (let arc = 0; arc < arcCount; arc++) {
    if (arc >= teacherArcCount || capacity[arc] > 0) open.push(arc);
  }
  return Int32Array.from(open);
}

/** Sorts the arcs by the node in `end`. Returns the start index of each node, and the sorted arcs. */
export function grouped(arcs: Int32Array, end: Int32Array, nodeCount: number): [Int32Array, Int32Array] {
  const start = new Int32Array(nodeCount + 1);
  for (const arc of arcs) start[end[arc] + 1]++;
  for (let node = 0; node < nodeCount; node++) start[node + 1] += start[node];
  const filled = start.slice(0, nodeCount);
  const sorted = new Int32Array(arcs.length);
  for (const arc of arcs) sorted[filled[end[arc]]++] = arc;
  return [start, sorted];
}
