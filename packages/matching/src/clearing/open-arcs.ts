import type { StratumGraph } from './stratum-graph.ts';

/**
 * The arcs of a stratum that still have room, kept so that a search from a node looks at those alone: each node's arcs
 * are a stretch of `order`, the ones with room in front.
 */
export class OpenArcs {
  readonly graph: StratumGraph;
  /** How many more units each arc takes. */
  readonly room: Int32Array;
  readonly order: Int32Array;
  /** The arcs of node v that have room are order[start[v]] … order[end[v] - 1]. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly #position: Int32Array;

  /** @param room Taken over, not copied. */
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

  /** Uses one unit of the arc, which has room. */
  take(arc: number): void {
    if (--this.room[arc] === 0) this.#swap(arc, --this.end[this.graph.tail[arc]]);
  }

  /** Gives one unit back. */
  give(arc: number): void {
    if (this.room[arc]++ === 0) this.#swap(arc, this.end[this.graph.tail[arc]]++);
  }
}
