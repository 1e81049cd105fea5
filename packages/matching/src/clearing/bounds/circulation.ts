/**
 * Maximum-profit circulation by the primal-dual method for minimum-cost flow (Ford and Fulkerson 1957; Ahuja, Magnanti and Orlin, Network
 * Flows, 1993, section 9.8): saturates every profitable arc, which leaves some nodes with an excess and some with a deficit, then sends the
 * excess along shortest residual paths, all paths of one length at a time by a blocking flow (Dinitz 1970). Profits are small integers, so
 * distances are too: buckets (Dial 1969) replace a heap, and few distinct lengths exist.
 */
export interface CirculationProblem {
  nodeCount: number;
  tail: Int32Array;
  head: Int32Array;
  capacity: Int32Array;
  /** Profit of one unit of flow on each arc: integers ≥ 0. */
  profit: Int32Array;
}

/** Optimal flow on each arc, its profit, and the potentials that prove it optimal. */
export interface Circulation {
  flow: Int32Array;
  profit: number;
  /**
   * For every arc, `profit + potential[tail] - potential[head]` is ≥ 0 where the flow is at capacity, ≤ 0 where it is
   * 0, and 0 between.
   */
  potential: Int32Array;
}

/** Returns the circulation of largest profit. It is integral, and the same for the same arcs in the same order. */
export function maximumCirculation(problem: CirculationProblem): Circulation {
  const solver = new PrimalDual(problem);
  while (solver.nearestDeficits()) solver.sendAlongShortest();
  return solver.result();
}

const UNREACHED = 0x3fffffff;

class PrimalDual {
  readonly #problem: CirculationProblem;
  readonly #flow: Int32Array;
  readonly #potential: Int32Array;
  /** Inflow minus outflow of each node: excess above 0, deficit below 0. */
  readonly #excess: Int32Array;
  /** Residual arcs of node v at start[v] … start[v + 1] - 1: arc number `a` forwards, `~a` backwards. */
  readonly #start: Int32Array;
  readonly #residual: Int32Array;
  readonly #distance: Int32Array;
  readonly #level: Int32Array;
  readonly #next: Int32Array;
  readonly #queue: Int32Array;
  readonly #path: Int32Array;
  #buckets: number[][] = [];

  constructor(problem: CirculationProblem) {
    const { nodeCount, tail, head, capacity, profit } = problem;
    this.#problem = problem;
    this.#flow = capacity.map((limit, arc) => (profit[arc] > 0 ? limit : 0));
    this.#potential = new Int32Array(nodeCount);
    this.#excess = new Int32Array(nodeCount);
    for (let arc = 0; arc < tail.length; arc++) {
      this.#excess[tail[arc]] -= this.#flow[arc];
      this.#excess[head[arc]] += this.#flow[arc];
    }
    this.#start = new Int32Array(nodeCount + 1);
    this.#residual = new Int32Array(tail.length * 2);
    this.#linkResidualArcs();
    this.#distance = new Int32Array(nodeCount);
    this.#level = new Int32Array(nodeCount);
    this.#next = new Int32Array(nodeCount);
    this.#queue = new Int32Array(nodeCount);
    this.#path = new Int32Array(nodeCount);
  }

  #linkResidualArcs(): void {
    const { nodeCount, tail, head } = this.#problem;
    const start = this.#start;
    for (let arc = 0; arc < tail.length; arc++) {
      start[tail[arc] + 1]++;
      start[head[arc] + 1]++;
    }
    for (let node = 0; node < nodeCount; node++) start[node + 1] += start[node];
    const filled = start.slice(0, nodeCount);
    for (let arc = 0; arc < tail.length; arc++) {
      this.#residual[filled[tail[arc]]++] = arc;
      this.#residual[filled[head[arc]]++] = ~arc;
    }
  }

  /**
   * Computes shortest distances from the nodes with an excess up to the nearest node with a deficit, and adds them to the potentials.
   *
   * @returns false if nothing is left to send.
   */
  nearestDeficits(): boolean {
    const distance = this.#distance.fill(UNREACHED);
    this.#buckets = [[]];
    for (let node = 0; node < distance.length; node++) {
      if (this.#excess[node] <= 0) continue;
      distance[node] = 0;
      this.#buckets[0]?.push(node);
    }
    const nearest = this.#settle();
    if (nearest < 0) return false;
    for (let node = 0; node < distance.length; node++) {
      this.#potential[node] += Math.min(distance[node], nearest);
    }
    return true;
  }

  /** Empties the buckets in order of distance. Returns the distance of the first node with a deficit, or -1. */
  #settle(): number {
    const distance = this.#distance;
    for (let length = 0; length < this.#buckets.length; length++) {
      const bucket = this.#buckets[length] ?? [];
      for (let index = 0; index < bucket.length; index++) {
        const node = bucket[index] ?? 0;
        if (distance[node] !== length) continue;
        if (this.#excess[node] < 0) return length;
        this.#relax(node, length);
      }
    }
    return -1;
  }

  #relax(node: number, length: number): void {
    const { tail, head, capacity, profit } = this.#problem;
    const potential = this.#potential;
    const distance = this.#distance;
    for (let index = this.#start[node]; index < this.#start[node + 1]; index++) {
      const residual = this.#residual[index];
      const arc = residual >= 0 ? residual : ~residual;
      if (residual >= 0 ? this.#flow[arc] === capacity[arc] : this.#flow[arc] === 0) continue;
      const target = residual >= 0 ? head[arc] : tail[arc];
      const cost = residual >= 0 ? -profit[arc] : profit[arc];
      const reached = length + cost + potential[node] - potential[target];
      if (reached >= distance[target]) continue;
      distance[target] = reached;
      this.#bucket(reached).push(target);
    }
  }

  #bucket(length: number): number[] {
    while (this.#buckets.length <= length) this.#buckets.push([]);
    return this.#buckets[length] ?? [];
  }

  /** Sends as much as possible from excess to deficit along residual arcs of reduced cost 0. */
  sendAlongShortest(): void {
    while (this.#findLevels()) {
      this.#next.set(this.#start.subarray(0, this.#next.length));
      for (let node = 0; node < this.#excess.length; node++) {
        while (this.#excess[node] > 0 && this.#sendFrom(node));
      }
    }
  }

  /**
   * Assigns levels by breadth-first search from the nodes with an excess, over arcs of reduced cost 0. Returns false if it reaches no
   * deficit.
   */
  #findLevels(): boolean {
    const level = this.#level.fill(-1);
    const queue = this.#queue;
    let end = 0;
    for (let node = 0; node < level.length; node++) {
      if (this.#excess[node] <= 0) continue;
      level[node] = 0;
      queue[end++] = node;
    }
    let met = UNREACHED;
    for (let index = 0; index < end; index++) {
      const node = queue[index];
      if (level[node] >= met) break;
      for (let at = this.#start[node]; at < this.#start[node + 1]; at++) {
        const target = this.#admissible(node, this.#residual[at]);
        if (target < 0 || level[target] >= 0) continue;
        level[target] = level[node] + 1;
        if (this.#excess[target] < 0) met = level[target];
        queue[end++] = target;
      }
    }
    return met !== UNREACHED;
  }

  /** Returns the node that the residual arc leads to if it has residual capacity and reduced cost 0, else -1. */
  #admissible(node: number, residual: number): number {
    const { tail, head, capacity, profit } = this.#problem;
    if (residual >= 0) {
      if (this.#flow[residual] === capacity[residual]) return -1;
      const target = head[residual];
      return this.#potential[target] - this.#potential[node] === -profit[residual] ? target : -1;
    }
    const arc = ~residual;
    if (this.#flow[arc] === 0) return -1;
    const target = tail[arc];
    return this.#potential[target] - this.#potential[node] === profit[arc] ? target : -1;
  }

  /** Sends flow along one path of rising levels, found by depth-first search. Returns false if no path is left from this node. */
  #sendFrom(source: number): boolean {
    const path = this.#path;
    let depth = 0;
    let node = source;
    while (this.#excess[node] >= 0) {
      const residual = this.#advance(node);
      if (residual !== undefined) {
        path[depth++] = residual;
        node = this.#target(residual);
        continue;
      }
      if (depth === 0) return false;
      node = this.#origin(path[--depth]);
      this.#next[node]++;
    }
    this.#send(source, node, depth);
    return true;
  }

  #advance(node: number): number | undefined {
    const next = this.#next;
    for (; next[node] < this.#start[node + 1]; next[node]++) {
      const residual = this.#residual[next[node]];
      const target = this.#admissible(node, residual);
      if (target >= 0 && this.#level[target] === this.#level[node] + 1) return residual;
    }
    return undefined;
  }

  #target(residual: number): number {
    return residual >= 0 ? this.#problem.head[residual] : this.#problem.tail[~residual];
  }

  #origin(residual: number): number {
    return residual >= 0 ? this.#problem.tail[residual] : this.#problem.head[~residual];
  }

  #send(source: number, sink: number, depth: number): void {
    const { capacity } = this.#problem;
    let amount = Math.min(this.#excess[source], -this.#excess[sink]);
    for (let index = 0; index < depth; index++) {
      const residual = this.#path[index];
      const room = residual >= 0 ? capacity[residual] - this.#flow[residual] : this.#flow[~residual];
      if (room < amount) amount = room;
    }
    for (let index = 0; index < depth; index++) {
      const residual = this.#path[index];
      if (residual >= 0) this.#flow[residual] += amount;
      else this.#flow[~residual] -= amount;
    }
    this.#excess[source] -= amount;
    this.#excess[sink] += amount;
  }

  result(): Circulation {
    const { profit } = this.#problem;
    const earned = this.#flow.reduce((sum, flow, arc) => sum + flow * profit[arc], 0);
    return { flow: this.#flow, profit: earned, potential: this.#potential.map((distance) => -distance) };
  }
}
