import type { PricingPass, RingObjective } from '../packing/objective.ts';
import type { ArcRing } from '../packing/ring-packing.ts';
import type { StratumGraph } from '../strata/stratum-graph.ts';
import { type IsOver, RingMaster } from './master.ts';
import { RingPricing } from './pricing.ts';

/** Reduced profits below this are rounding errors of the linear program. */
const EPSILON = 1e-6;
/** Weight of the best bound's prices in the separation prices (dual smoothing, Wentges 1997). */
const SMOOTHING = 0.5;
/** Maximum number of rounds to scale prices until they are feasible; after that the prices give no bound. */
const SCALING_ROUNDS = 5;

/** Stratum and start of a column generation. */
export interface GenerationStart {
  graph: StratumGraph;
  capacity: Int32Array;
  objective: RingObjective;
  /** Feasible prices of the teacher arcs: no ring has more value than its arcs cost. Copied. */
  prices: Float64Array;
  /** Initial columns. */
  rings?: Iterable<ArcRing>;
  /** Places such that every ring contains at least one; default all places. */
  homes?: Int32Array | undefined;
  isOver?: IsOver | undefined;
  /** Master problem to continue with; its room must equal the capacity. Default a new one. */
  master?: RingMaster;
}

/** Limits that stop a column generation before the linear program is solved. */
export interface GenerationLimits {
  /** Maximum number of pricing rounds. */
  rounds: number;
  /** Bound at which the generation stops. */
  target: number;
}

/**
 * Linear relaxation of a plan of one stratum by column generation (Gilmore and Gomory 1961; for kidney exchange Abraham, Blum and Sandholm
 * 2007): rings are columns, and `RingPricing` finds those that improve the master at its duals. Every round gives a bound: duals scaled
 * until no ring has more value than its arcs cost (Farley 1990).
 */
export class ColumnGeneration {
  readonly master: RingMaster;
  readonly homes: Int32Array | undefined;
  readonly #graph: StratumGraph;
  readonly #objective: RingObjective;
  readonly #capacity: Int32Array;
  readonly #pricing: RingPricing;
  /** Feasible prices of the teacher arcs that prove `bound`. */
  readonly prices: Float64Array;
  readonly #duals: Float64Array;
  readonly #cost: Float64Array;
  /** Upper bound on the value of every packing of rings. */
  bound: number;
  /** Value of the linear program over the rings generated so far. */
  value = 0;
  /** True if `value` is optimal over all rings. */
  isSolved = false;

  constructor({
    graph,
    capacity,
    objective,
    prices,
    rings = [],
    homes,
    isOver,
    master = new RingMaster(capacity, graph.teacherArcCount, isOver),
  }: GenerationStart) {
    this.homes = homes;
    this.#graph = graph;
    this.#objective = objective;
    this.#capacity = capacity;
    this.#pricing = new RingPricing(graph, capacity, objective.longest, homes);
    this.master = master;
    this.prices = Float64Array.from(prices);
    this.#duals = new Float64Array(graph.teacherArcCount);
    this.#cost = new Float64Array(graph.arcCount);
    this.bound = this.#costOfAll(prices);
    for (const ring of rings) this.master.add(ring, objective.valueOf(ring));
  }

  /** Work so far: arcs scanned, plus simplex iterations times rows. */
  get work(): number {
    return this.#pricing.work + this.master.work;
  }

  /** Adds columns until none improves the linear program or a limit is reached. */
  run({ rounds, target }: GenerationLimits): void {
    for (let round = 0; round < rounds && !this.isSolved && this.bound > target + EPSILON; round++) {
      this.value = this.master.solve();
      if (this.master.isOver?.() === true) return;
      if (this.bound - this.value < EPSILON) this.isSolved = true;
      else this.#addColumns();
    }
  }

  /** Prices at smoothed duals first, and at the master's own duals if that finds no column. */
  #addColumns(): void {
    this.master.dualsInto(this.#duals);
    for (const smoothing of [SMOOTHING, 0]) {
      const added = this.#priceAt(this.#smoothed(smoothing), smoothing === 0);
      if (added > 0) return;
    }
    this.isSolved = true;
  }

  /** Written as loops over all arcs, here and below: closures took a tenth of the time of a plan. */
  #smoothed(smoothing: number): Float64Array {
    const separating = new Float64Array(this.#duals.length);
    for (let arc = 0; arc < separating.length; arc++)
      separating[arc] = smoothing * this.prices[arc] + (1 - smoothing) * this.#duals[arc];
    return separating;
  }

  #priceAt(separating: Float64Array, isLast: boolean): number {
    let added = 0;
    let scale = 0;
    for (const pass of this.#objective.passes) {
      this.#search(pass, separating, (walk) => {
        for (const ring of ringsOfWalk(this.#graph, walk)) {
          const value = this.#objective.valueOf(ring);
          if (value - this.#dualOf(ring) > EPSILON && this.master.add(ring, value)) added++;
        }
      });
      if (pass.gain === undefined) scale = Math.max(scale, this.#scaleByLength(pass));
    }
    const isByLength = this.#objective.byLength !== undefined;
    if (!isByLength && (isLast || added === 0)) scale = this.#scaleBySearch(separating);
    if (isByLength || scale > 0) this.#improveBound(separating, scale);
    return added;
  }

  #dualOf(ring: ArcRing): number {
    let sum = 0;
    for (const arc of ring) if (arc < this.#duals.length) sum += this.#duals[arc];
    return sum;
  }

  #search(
    { constant, gain }: PricingPass,
    price: Float64Array,
    visit: (walk: readonly number[]) => void,
  ): void {
    const cost = this.#cost;
    for (let arc = 0; arc < price.length; arc++) cost[arc] = price[arc] - (gain?.[arc] ?? 0);
    this.#pricing.search(
      cost,
      constant.map((value) => value - EPSILON),
      visit,
    );
  }

  /** Returns the smallest factor on the prices with which the cheapest walk of each length costs at least its value. */
  #scaleByLength({ constant }: PricingPass): number {
    let scale = 0;
    for (let length = 2; length < constant.length; length++) {
      const cheapest = this.#pricing.cheapest[length];
      if (cheapest < Number.POSITIVE_INFINITY) scale = Math.max(scale, constant[length] / cheapest);
    }
    return scale;
  }

  /** Returns the same factor for arcs of different weights: scales by the worst walk found until none is left (Dinkelbach 1967). */
  #scaleBySearch(separating: Float64Array): number {
    let scale = 1;
    for (let round = 0; round < SCALING_ROUNDS; round++) {
      let needed = scale;
      const scaled = separating.map((price) => price * scale);
      for (const pass of this.#objective.passes) {
        this.#search(pass, scaled, (walk) => {
          needed = Math.max(needed, this.#ratioOf(walk, pass, separating));
        });
      }
      if (needed === scale) return scale * (1 + EPSILON);
      scale = needed * (1 + EPSILON);
    }
    return Number.POSITIVE_INFINITY;
  }

  #ratioOf(walk: readonly number[], { constant, gain }: PricingPass, price: Float64Array): number {
    let [length, value, cost] = [0, 0, 0];
    for (const arc of walk) {
      if (arc >= price.length) continue;
      length++;
      value += gain?.[arc] ?? 0;
      cost += price[arc];
    }
    return (value + constant[length]) / cost;
  }

  #improveBound(prices: Float64Array, scale: number): void {
    const bound = this.#costOfAll(prices) * scale;
    // The comparison is false if the scale is infinite or NaN.
    if (!(bound < this.bound - EPSILON)) return;
    this.bound = bound;
    for (let arc = 0; arc < prices.length; arc++) this.prices[arc] = prices[arc] * scale;
  }

  #costOfAll(prices: Float64Array): number {
    let sum = 0;
    for (let arc = 0; arc < prices.length; arc++) sum += prices[arc] * this.#capacity[arc];
    return sum;
  }
}

/** Cuts a closed walk into rings through distinct places. An arc into a set stays with the arc out of it. */
export function ringsOfWalk({ tail, head, placeCount }: StratumGraph, walk: readonly number[]): ArcRing[] {
  const rings: ArcRing[] = [];
  const path: number[] = [];
  for (const arc of walk) {
    path.push(arc);
    const end = head[arc];
    if (end >= placeCount) continue;
    const start = path.findIndex((at) => tail[at] === end);
    if (start >= 0) rings.push(path.splice(start));
  }
  return rings;
}
