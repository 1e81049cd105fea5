import type { RingObjective } from '../packing/objective.ts';
import type { ArcRing } from '../packing/ring-packing.ts';
import type { StratumGraph } from '../strata/stratum-graph.ts';
import { grouped, openArcs } from './pricing.ts';

const TOLERANCE = 1e-6;

/** Input of an enumeration. */
export interface EnumerationTask {
  graph: StratumGraph;
  capacity: Int32Array;
  objective: RingObjective;
  /** Feasible prices of the teacher arcs. */
  prices: Float64Array;
  /** Rings whose arcs cost more than the ring's value plus this are left out. */
  slack: number;
  /** Maximum number of rings. */
  most: number;
}

/**
 * Lists all rings that a packing within `slack` of the bound proved by the prices can contain: by complementary slackness, a ring whose
 * cost exceeds its value by more than `slack` is in none of them. Searches depth-first from each ring's first place and enters a place only
 * if the cheapest way back to the start is cheap enough.
 *
 * @returns undefined if there are more than `most` rings, or if the objective has no single linear price.
 */
export function enumerateRings(task: EnumerationTask): ArcRing[] | undefined {
  const [pass, ...others] = task.objective.passes;
  if (pass === undefined || others.length > 0) return undefined;
  return new RingEnumeration(task, pass.constant, pass.gain).run();
}

class RingEnumeration {
  readonly #task: EnumerationTask;
  readonly #constant: Float64Array;
  readonly #cost: Float64Array;
  readonly #start: Int32Array;
  readonly #arcs: Int32Array;
  readonly #backStart: Int32Array;
  readonly #backArcs: Int32Array;
  /** Row s: cost of the cheapest walk of exactly s teachers from each node to the start; a set counts as its best place. */
  readonly #home: Float64Array[];
  readonly #isOnPath: Uint8Array;
  readonly #path: number[] = [];
  readonly #rings: ArcRing[] = [];
  #first = 0;
  #steps = 0;

  constructor(task: EnumerationTask, constant: Float64Array, gain: Float64Array | undefined) {
    const { graph, capacity, prices, objective } = task;
    this.#task = task;
    this.#constant = constant;
    this.#cost = new Float64Array(graph.arcCount);
    prices.forEach((price, arc) => {
      this.#cost[arc] = price - (gain?.[arc] ?? 0);
    });
    const open = openArcs(graph, capacity);
    [this.#start, this.#arcs] = grouped(open, graph.tail, graph.nodeCount);
    [this.#backStart, this.#backArcs] = grouped(open, graph.head, graph.nodeCount);
    this.#home = Array.from({ length: objective.longest + 1 }, () => new Float64Array(graph.nodeCount));
    this.#isOnPath = new Uint8Array(graph.nodeCount);
  }

  run(): ArcRing[] | undefined {
    for (this.#first = 0; this.#first < this.#task.graph.placeCount; this.#first++) {
      this.#measureHome();
      this.#isOnPath[this.#first] = 1;
      const isWhole = this.#extend(this.#first, 0, 0);
      this.#isOnPath[this.#first] = 0;
      if (!isWhole) return undefined;
    }
    return this.#rings;
  }

  #measureHome(): void {
    const { longest } = this.#task.objective;
    this.#home[0].fill(Number.POSITIVE_INFINITY)[this.#first] = 0;
    for (let steps = 1; steps <= longest; steps++) this.#stepBack(this.#home[steps - 1], this.#home[steps]);
  }

  /** Extends the walks backwards by one step: a teacher arc into a place, or into a set with that place. */
  #stepBack(nearer: Float64Array, farther: Float64Array): void {
    const { tail, placeCount } = this.#task.graph;
    farther.fill(Number.POSITIVE_INFINITY);
    const relaxInto = (node: number, cost: number) => {
      for (let at = this.#backStart[node]; at < this.#backStart[node + 1]; at++) {
        const arc = this.#backArcs[at];
        const from = tail[arc];
        if (from >= placeCount) nearer[from] = Math.min(nearer[from], cost);
        else if (from >= this.#first) farther[from] = Math.min(farther[from], cost + this.#cost[arc]);
      }
    };
    for (let place = this.#first; place < placeCount; place++) {
      if (nearer[place] < Number.POSITIVE_INFINITY) relaxInto(place, nearer[place]);
    }
    for (let set = placeCount; set < nearer.length; set++) {
      if (nearer[set] < Number.POSITIVE_INFINITY) relaxInto(set, nearer[set]);
    }
  }

  /** Returns false if there are too many rings or steps. */
  #extend(node: number, length: number, cost: number): boolean {
    const { graph } = this.#task;
    if (++this.#steps > this.#task.most * 100) return false;
    for (let at = this.#start[node]; at < this.#start[node + 1]; at++) {
      const arc = this.#arcs[at];
      const target = graph.head[arc];
      const teachers = length + (arc < graph.teacherArcCount ? 1 : 0);
      const total = cost + this.#cost[arc];
      if (!this.#canClose(target, teachers, total)) continue;
      this.#path.push(arc);
      const goesOn =
        target === this.#first ? this.#close(teachers, total) : this.#enter(target, teachers, total);
      this.#path.pop();
      if (!goesOn) return false;
    }
    return true;
  }

  #enter(target: number, teachers: number, total: number): boolean {
    if (this.#isOnPath[target] === 1) return true;
    if (target < this.#first) return true;
    const isPlace = target < this.#task.graph.placeCount;
    if (isPlace) this.#isOnPath[target] = 1;
    const goesOn = this.#extend(target, teachers, total);
    this.#isOnPath[target] = 0;
    return goesOn;
  }

  #canClose(node: number, teachers: number, cost: number): boolean {
    const { slack } = this.#task;
    for (let length = teachers; length < this.#constant.length; length++) {
      const left = this.#home[length - teachers][node];
      if (cost + left <= this.#constant[length] + slack + TOLERANCE) return true;
    }
    return false;
  }

  #close(teachers: number, cost: number): boolean {
    if (teachers < 2 || cost > this.#constant[teachers] + this.#task.slack + TOLERANCE) return true;
    this.#rings.push([...this.#path]);
    return this.#rings.length <= this.#task.most;
  }
}
