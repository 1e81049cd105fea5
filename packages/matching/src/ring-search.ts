import type { OpenArcs } from './open-arcs.ts';

/**
 * Searches for a shortest ring through one arc, by breadth over the arcs that have room. Arcs into a set of places
 * carry the teacher, the arcs out of it cost nothing.
 *
 * With potentials of an optimal circulation, on arcs that raise the potential by at most one each (the tight ones), a
 * place too far below the goal for the steps that are left is not entered.
 */
export class RingSearch {
  readonly #arcs: OpenArcs;
  readonly #potential: Int32Array | undefined;
  readonly #seen: Int32Array;
  readonly #steps: Int32Array;
  readonly #via: Int32Array;
  readonly #queue: Int32Array;
  #round = 0;
  #queued = 0;
  /** Arcs looked at so far: a measure of work that is the same on every machine. */
  work = 0;

  constructor(arcs: OpenArcs, potential?: Int32Array) {
    const { nodeCount } = arcs.graph;
    this.#arcs = arcs;
    this.#potential = potential;
    this.#seen = new Int32Array(nodeCount);
    this.#steps = new Int32Array(nodeCount);
    this.#via = new Int32Array(nodeCount);
    this.#queue = new Int32Array(nodeCount);
  }

  /**
   * @param anchor A teacher arc with room.
   * @param longest The most teachers the ring may have.
   * @returns the ring's arcs in order, from the anchor on, arcs out of sets included; undefined when there is none.
   */
  through(anchor: number, longest: number): number[] | undefined {
    const { tail, head } = this.#arcs.graph;
    const goal = tail[anchor];
    this.#round++;
    this.#queued = 0;
    this.#seen[goal] = -this.#round;
    if (this.#reach(head[anchor], anchor, 1, goal, longest)) return this.#ringTo(goal, anchor);
    for (let index = 0; index < this.#queued; index++) {
      const node = this.#queue[index];
      if (this.#steps[node] >= longest) return undefined;
      if (this.#expand(node, goal, longest)) return this.#ringTo(goal, anchor);
    }
    return undefined;
  }

  #expand(node: number, goal: number, longest: number): boolean {
    const { order, start, end, graph } = this.#arcs;
    const steps = this.#steps[node] + 1;
    this.work += end[node] - start[node];
    for (let at = start[node]; at < end[node]; at++) {
      const arc = order[at];
      const target = graph.head[arc];
      if (this.#seen[target] !== this.#round && this.#reach(target, arc, steps, goal, longest)) return true;
    }
    return false;
  }

  /** Marks a node as reached; a set passes on at once to its places. True when the goal is reached. */
  #reach(node: number, arc: number, steps: number, goal: number, longest: number): boolean {
    if (node === goal) {
      this.#via[goal] = arc;
      return true;
    }
    const potential = this.#potential;
    if (potential !== undefined && potential[goal] - potential[node] > longest - steps) return false;
    this.#seen[node] = this.#round;
    this.#steps[node] = steps;
    this.#via[node] = arc;
    if (node < this.#arcs.graph.placeCount) {
      this.#queue[this.#queued++] = node;
      return false;
    }
    return this.#spread(node, steps, goal, longest);
  }

  #spread(set: number, steps: number, goal: number, longest: number): boolean {
    const { order, start, end, graph } = this.#arcs;
    for (let at = start[set]; at < end[set]; at++) {
      const target = graph.head[order[at]];
      if (this.#seen[target] === this.#round) continue;
      if (this.#reach(target, order[at], steps, goal, longest)) return true;
    }
    return false;
  }

  #ringTo(goal: number, anchor: number): number[] {
    const { tail } = this.#arcs.graph;
    const ring: number[] = [];
    let arc = this.#via[goal];
    while (arc !== anchor) {
      ring.push(arc);
      arc = this.#via[tail[arc]];
    }
    ring.push(anchor);
    return ring.reverse();
  }
}
