import type { StratumGraph } from '../strata/stratum-graph.ts';

/** Arcs of a stratum grouped by tail, with those that have residual capacity first, so that a search from a node scans only these. */
export class OpenArcs {
  readonly graph: StratumGraph;
  /** Residual capacity of each arc. */
  readonly room: Int32Array;
  readonly order: Int32Array;
  /** Arcs of node v with residual capacity: order[start[v]] … order[end[v] - 1]. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly #position: Int32Array;

  /** @param room Residual capacities; used without a copy. */
  constructor(graph: StratumGraph, room: Int32Array) {
    this.graph = graph;
    this.room = room;
    this.order = new Int32Array(graph.arcCount);
    this.#position = new Int32Array(graph.arcCount);
    this.start = new Int32Array(graph.nodeCount + 1);
    for (let arc = 0; arc < graph.arcCount; arc++) this.start[graph.tail[arc] + 1]++;
    for (let node = 0; node < graph.nodeCount; node++) this.start[node + 1] += this.start[node];
    this.end = this.start.slice(0, graph.nodeCount);
    const back = this.start.slice(1);
    for (let arc = 0; arc < graph.arcCount; arc++) {
      const node = graph.tail[arc];
      this.#place(arc, room[arc] > 0 ? this.end[node]++ : --back[node]);
    }
  }

  #place(arc: number, position: number): void {
    this.order[position] = arc;
    this.#position[arc] = position;
  }

  #swap(arc: number, position: number): void {
    const other = this.order[position];
    this.#place(other, this.#position[arc]);
    this.#place(arc, position);
  }

  /** Uses one unit of an arc that has residual capacity. */
  take(arc: number): void {
    if (--this.room[arc] === 0) this.#swap(arc, --this.end[this.graph.tail[arc]]);
  }

  /** Frees one unit of the arc. */
  give(arc: number): void {
    if (this.room[arc]++ === 0) this.#swap(arc, this.end[this.graph.tail[arc]]++);
  }
}
