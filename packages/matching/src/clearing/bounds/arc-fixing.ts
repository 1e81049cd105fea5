import type { StratumGraph } from '../strata/stratum-graph.ts';

/** Maximum of nodes × arcs up to which a search starts from every place. */
const MOST_WORK = 10_000_000;
/**
 * Density above which the search is skipped. With this many walks of `longest - 2` steps per place and target place, hardly any arc can be
 * fixed.
 */
const DENSE = 50;
const MOST_ROUNDS = 4;
const UNREACHED = 255;

/**
 * Returns the capacities with 0 on every arc that no closed walk of at most `longest` teachers contains. A circulation within them gives a
 * tighter bound for rings up to that length, and better prices. Returns the given array itself if no arc was closed or the stratum is too
 * large or too dense for the search.
 */
export function fixArcs(graph: StratumGraph, capacity: Int32Array, longest: number): Int32Array {
  const isDense = meanGoals(graph) ** (longest - 2) > DENSE * graph.placeCount;
  if (isDense || graph.nodeCount * graph.arcCount > MOST_WORK) return capacity;
  let within = capacity;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = fixOutOfReach(graph, within, longest);
    if (next === undefined) break;
    within = next;
  }
  return within;
}

/** Returns the mean number of accepted places per place of origin; teachers with the same offer count once. */
function meanGoals({ placeCount, nodeCount, teacherArcCount, tail, head }: StratumGraph): number {
  const setSize = new Int32Array(nodeCount);
  for (let arc = teacherArcCount; arc < tail.length; arc++) setSize[tail[arc]]++;
  let goals = 0;
  for (let arc = 0; arc < teacherArcCount; arc++) goals += Math.max(1, setSize[head[arc]]);
  return goals / Math.max(1, placeCount);
}

function fixOutOfReach(graph: StratumGraph, capacity: Int32Array, longest: number): Int32Array | undefined {
  const steps = new Steps(graph, capacity, longest - 1);
  const next = Int32Array.from(capacity);
  let isChanged = false;
  for (let arc = 0; arc < graph.teacherArcCount; arc++) {
    if (capacity[arc] === 0 || steps.between(graph.head[arc], graph.tail[arc]) < longest) continue;
    next[arc] = 0;
    isChanged = true;
  }
  return isChanged ? next : undefined;
}

/** Fewest teachers between each two places, up to `most`, by breadth-first search from every place. */
class Steps {
  readonly #graph: StratumGraph;
  readonly #capacity: Int32Array;
  /** Row p: steps from place p. */
  readonly #steps: Uint8Array;
  /** Arcs of node v are start[v] … start[v + 1] - 1, since arcs are sorted by tail. */
  readonly #start: Int32Array;
  readonly #queue: Int32Array;
  readonly #setSeen: Int32Array;
  #queued = 0;

  constructor(graph: StratumGraph, capacity: Int32Array, most: number) {
    this.#graph = graph;
    this.#capacity = capacity;
    this.#steps = new Uint8Array(graph.placeCount ** 2).fill(UNREACHED);
    this.#start = new Int32Array(graph.nodeCount + 1);
    for (const node of graph.tail) this.#start[node + 1]++;
    for (let node = 0; node < graph.nodeCount; node++) this.#start[node + 1] += this.#start[node];
    this.#queue = new Int32Array(graph.placeCount);
    this.#setSeen = new Int32Array(graph.nodeCount).fill(-1);
    for (let place = 0; place < graph.placeCount; place++) this.#searchFrom(place, most);
  }

  #searchFrom(origin: number, most: number): void {
    const row = this.#steps.subarray(origin * this.#graph.placeCount, (origin + 1) * this.#graph.placeCount);
    row[origin] = 0;
    this.#queue[0] = origin;
    this.#queued = 1;
    for (let index = 0; index < this.#queued; index++) {
      const place = this.#queue[index];
      if (row[place] === most) return;
      for (let arc = this.#start[place]; arc < this.#start[place + 1]; arc++) {
        if (this.#capacity[arc] > 0) this.#reach(row, this.#graph.head[arc], row[place] + 1, origin);
      }
    }
  }

  #reach(row: Uint8Array, node: number, steps: number, origin: number): void {
    if (node < row.length) {
      if (row[node] !== UNREACHED) return;
      row[node] = steps;
      this.#queue[this.#queued++] = node;
      return;
    }
    if (this.#setSeen[node] === origin) return;
    this.#setSeen[node] = origin;
    for (let arc = this.#start[node]; arc < this.#start[node + 1]; arc++) {
      this.#reach(row, this.#graph.head[arc], steps, origin);
    }
  }

  /** Returns the steps from a place, or from the nearest place of a set, to a place; 255 if there are more than `most`. */
  between(from: number, to: number): number {
    const { placeCount, head } = this.#graph;
    if (from < placeCount) return this.#steps[from * placeCount + to];
    let fewest = UNREACHED;
    for (let arc = this.#start[from]; arc < this.#start[from + 1]; arc++) {
      fewest = Math.min(fewest, this.#steps[head[arc] * placeCount + to]);
    }
    return fewest;
  }
}
