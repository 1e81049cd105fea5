import type { StratumGraph } from '../strata/stratum-graph.ts';
import type { OpenArcs } from './open-arcs.ts';

/** Dual prices of a stratum's arcs from an optimal circulation. */
export interface Prices {
  /** Potential of each node. */
  potential: Int32Array;
  /**
   * Reduced cost of each arc: π(head) − π(tail) − 1 for a teacher arc, without the 1 for an arc out of a set. Above 0, using the arc loses
   * that many teachers against the bound; below 0, leaving it unused does; at 0 (tight) neither loses.
   */
  reducedCost: Int32Array;
}

/** Computes the prices from a circulation's potentials. */
export function pricesOf(graph: StratumGraph, potential: Int32Array): Prices {
  const { head, tail, teacherArcCount } = graph;
  const reducedCost = Int32Array.from(head, (to, arc) => {
    const due = arc < teacherArcCount ? 1 : 0;
    return potential[to] - potential[tail[arc]] - due;
  });
  return { potential, reducedCost };
}

/** Work charged for starting a search, in scanned arcs. */
const SEARCH_COST = 8;

/** Reduced-cost limit that every arc satisfies. */
export const ANY_COST = 1 << 20;

/**
 * Finds a shortest ring through one arc by breadth-first search over the arcs with residual capacity. Arcs into a set of places carry the
 * teacher; arcs out of it cost no step.
 *
 * If the reduced cost of arcs is limited, the search skips places whose potential is too far below the goal's for the remaining steps.
 */
export class RingSearch {
  readonly #arcs: OpenArcs;
  readonly #prices: Prices;
  readonly #seen: Int32Array;
  readonly #steps: Int32Array;
  readonly #via: Int32Array;
  readonly #queue: Int32Array;
  #round = 0;
  #queued = 0;
  #costliest = 0;
  #atLeast = 2;
  /** Maximum gain of potential in one step: the teacher arc plus a following arc out of a set. */
  #climb = 1;
  /** Arcs scanned so far: a measure of work that does not depend on the machine. */
  work = 0;

  constructor(arcs: OpenArcs, prices: Prices) {
    const { nodeCount } = arcs.graph;
    this.#arcs = arcs;
    this.#prices = prices;
    this.#seen = new Int32Array(nodeCount);
    this.#steps = new Int32Array(nodeCount);
    this.#via = new Int32Array(nodeCount);
    this.#queue = new Int32Array(nodeCount);
  }

  /**
   * Finds a ring through the anchor.
   *
   * @param anchor Teacher arc with residual capacity.
   * @param longest Maximum number of teachers in the ring.
   * @param costliest Maximum reduced cost of the other arcs: 0 for rings that lose nothing, or `ANY_COST`.
   * @param atLeast Minimum number of teachers in the ring. Above 2 the search is a heuristic: it reaches each place by its shortest path
   *   only and may miss longer rings.
   * @returns the ring's arcs in order from the anchor on, arcs out of sets included; undefined if none was found.
   */
  through(anchor: number, longest: number, costliest: number, atLeast = 2): number[] | undefined {
    const { tail, head } = this.#arcs.graph;
    const goal = tail[anchor];
    this.#costliest = costliest;
    this.#atLeast = atLeast;
    this.work += SEARCH_COST;
    this.#climb = 1 + 2 * costliest;
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
      if (this.#seen[target] === this.#round || this.#prices.reducedCost[arc] > this.#costliest) continue;
      if (this.#reach(target, arc, steps, goal, longest)) return true;
    }
    return false;
  }

  /** Marks a node as reached; a set forwards at once to its places. Returns true if the goal is reached. */
  #reach(node: number, arc: number, steps: number, goal: number, longest: number): boolean {
    if (node === goal) {
      if (steps < this.#atLeast) return false;
      this.#via[goal] = arc;
      return true;
    }
    const { potential } = this.#prices;
    if (potential[goal] - potential[node] > (longest - steps) * this.#climb) return false;
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
    this.work += end[set] - start[set];
    for (let at = start[set]; at < end[set]; at++) {
      const target = graph.head[order[at]];
      if (this.#seen[target] === this.#round || this.#prices.reducedCost[order[at]] > this.#costliest)
        continue;
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
