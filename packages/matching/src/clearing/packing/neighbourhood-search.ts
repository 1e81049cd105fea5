import { randomFrom } from '../../random.ts';
import type { Preference } from '../preference.ts';
import type { ArcRing, RingPacking } from './ring-packing.ts';
import { ANY_COST, type Prices, RingSearch } from './ring-search.ts';

const SEED = 20_250_626;
const MOST_TRIES = 6;
/** Probability that a round first tries rings longer than the shortest. */
const LONG_SHARE = 0.4;
/** Probability that a round starts from every unused arc, not only from scarce ones. */
const ALL_SHARE = 0.5;

/** Number of scanned arcs between two calls of `onStep` and `isOver`. */
const REPORT_EVERY = 2_000_000;

/**
 * Improves a packing by ruin and recreate (Schrimpf and others 2000): removes one to three rings around an unused arc of negative reduced
 * cost, adds rings through the freed arcs, scarce ones first, and keeps the result unless it is worse. New rings use arcs of reduced cost ≤
 * 0, then ≤ 1, then any; each round draws at random which of these it tries. Deterministic: the seed is fixed, and the limit counts work,
 * not time.
 */
export function improve(
  packing: RingPacking,
  prices: Prices,
  preference: Preference,
  options: SearchOptions,
): void {
  new NeighbourhoodSearch(packing, prices, preference, options).run();
}

/** Limit, restrictions and callbacks of a neighbourhood search. */
export interface SearchOptions {
  /** Number of arcs to scan. */
  effort: number;
  /** Called regularly while the search runs; may stop the plan by throwing. */
  onStep?: () => void;
  /** Called regularly; returning true ends the search. */
  isOver?: () => boolean;
  /** Arcs whose rings are not removed. */
  lockedArcs?: ReadonlySet<number>;
  /** Rejects exchanges with a worse tie-break. Without it the search for a better score has more freedom. Default false. */
  isBreakingTies?: boolean;
}

class NeighbourhoodSearch {
  readonly #packing: RingPacking;
  readonly #preference: Preference;
  readonly #search: RingSearch;
  readonly #random = randomFrom(SEED);
  /** Reduced costs of the teacher arcs; see `Prices`. */
  readonly #reducedCost: Int32Array;
  /** Rings by number; removed ones are undefined. */
  readonly #rings: (ArcRing | undefined)[];
  readonly #freeNumbers: number[] = [];
  readonly #locked: ArcRing[] = [];
  /** Number of arcs to scan; 0 once the time is over. */
  #effort: number;
  readonly #onStep: () => void;
  readonly #isOver: () => boolean;
  readonly #isBreakingTies: boolean;
  #reported = 0;
  /** Numbers of the rings through each place. */
  readonly #ringsAt: number[][];

  constructor(
    packing: RingPacking,
    prices: Prices,
    preference: Preference,
    {
      effort,
      onStep = () => {},
      isOver = () => false,
      lockedArcs = new Set(),
      isBreakingTies = false,
    }: SearchOptions,
  ) {
    this.#effort = effort;
    this.#onStep = onStep;
    this.#isOver = isOver;
    this.#isBreakingTies = isBreakingTies;
    const { graph } = packing;
    this.#packing = packing;
    this.#preference = preference;
    this.#search = new RingSearch(packing.open, prices);
    this.#reducedCost = prices.reducedCost.subarray(0, graph.teacherArcCount);
    this.#ringsAt = Array.from({ length: graph.placeCount }, () => []);
    this.#rings = [];
    for (const ring of packing.rings) {
      if (lockedArcs.size > 0 && ring.some((arc) => lockedArcs.has(arc))) this.#locked.push(ring);
      else this.#index(ring);
    }
  }

  run(): void {
    for (
      let arcs = this.#wasted();
      arcs.length > 0 && this.#search.work < this.#effort;
      arcs = this.#wasted()
    ) {
      for (const arc of arcs) {
        if (this.#search.work < this.#effort && this.#packing.open.room[arc] > 0) this.#exchangeBeside(arc);
      }
      this.#search.work += this.#reducedCost.length;
    }
    const { rings } = this.#packing;
    rings.length = 0;
    for (const ring of this.#rings) if (ring !== undefined) rings.push(ring);
    rings.push(...this.#locked);
  }

  /** Returns unused arcs of negative reduced cost, sometimes all unused arcs, in random order. */
  #wasted(): number[] {
    const { room } = this.#packing.open;
    const wasted: number[] = [];
    const isAll = this.#random() < ALL_SHARE;
    this.#reducedCost.forEach((loss, arc) => {
      if ((loss < 0 || isAll) && room[arc] > 0) wasted.push(arc);
    });
    for (let index = wasted.length - 1; index > 0; index--) {
      const other = Math.floor(this.#random() * (index + 1));
      [wasted[index], wasted[other]] = [wasted[other] ?? 0, wasted[index] ?? 0];
    }
    return wasted;
  }

  #exchangeBeside(arc: number): void {
    if (this.#search.work - this.#reported > REPORT_EVERY) {
      this.#reported = this.#search.work;
      this.#onStep();
      if (this.#isOver()) this.#effort = 0;
    }
    const removed = this.#chooseBeside(arc);
    if (removed.length === 0) return;
    const old = removed.map((number) => this.#takeOut(number));
    const anchors = this.#anchors([arc, ...old.flat()]);
    const added = this.#refill(anchors);
    const put = added.map((number) => this.#rings[number] ?? []);
    const gain = this.#isBreakingTies ? this.#preference.compare(put, old) : this.#preference.gain(put, old);
    if (gain >= 0) return;
    for (const number of added) this.#takeOut(number);
    for (const ring of old) this.#putIn(ring);
  }

  /** Picks one to three rings: the first through an end of the arc, each next one through a place of the previous one. */
  #chooseBeside(arc: number): number[] {
    const { tail, head } = this.#packing.graph;
    const chosen: number[] = [];
    const most = 1 + Math.floor(this.#random() * 3);
    const isBehind = this.#random() < 0.5 || head[arc] >= this.#ringsAt.length;
    let place = isBehind ? tail[arc] : head[arc];
    for (let tries = 0; chosen.length < most && tries < MOST_TRIES; tries++) {
      const number = this.#pick(this.#ringsAt[place] ?? []);
      if (number === undefined) break;
      if (!chosen.includes(number)) chosen.push(number);
      place = this.#placeOf(number);
    }
    return chosen;
  }

  #pick(numbers: readonly number[]): number | undefined {
    return numbers[Math.floor(this.#random() * numbers.length)];
  }

  #placeOf(number: number): number {
    const { tail, placeCount } = this.#packing.graph;
    const places = (this.#rings[number] ?? []).map((arc) => tail[arc]).filter((node) => node < placeCount);
    return this.#pick(places) ?? 0;
  }

  /** Returns the teacher arcs to build rings through, scarce ones first, with some randomness in the order. */
  #anchors(arcs: readonly number[]): number[] {
    const ranked = arcs
      .filter((arc) => arc < this.#reducedCost.length)
      .map((arc) => ({ arc, rank: this.#reducedCost[arc] + 3 * this.#random() }));
    return ranked.sort((a, b) => a.rank - b.rank).map(({ arc }) => arc);
  }

  #refill(anchors: readonly number[]): number[] {
    const added: number[] = [];
    const { longest } = this.#preference.objective;
    const draw = this.#random();
    const atLeast = this.#random() < LONG_SHARE ? 3 + Math.floor(this.#random() * (longest - 2)) : 2;
    if (draw < 0.5) this.#fill(anchors, 0, atLeast, added);
    if (draw >= 0.35 && draw < 0.75) this.#fill(anchors, 1, atLeast, added);
    if (atLeast > 2) this.#fill(anchors, ANY_COST, atLeast, added);
    this.#fill(anchors, ANY_COST, 2, added);
    return added;
  }

  #fill(anchors: readonly number[], costliest: number, atLeast: number, added: number[]): void {
    const { longest } = this.#preference.objective;
    for (const anchor of anchors) {
      while (this.#packing.open.room[anchor] > 0) {
        const ring = this.#search.through(anchor, longest, costliest, atLeast);
        if (ring === undefined) break;
        added.push(this.#putIn(ring));
      }
    }
  }

  #putIn(ring: ArcRing): number {
    for (const arc of ring) this.#packing.open.take(arc);
    return this.#index(ring);
  }

  #index(ring: ArcRing): number {
    const number = this.#freeNumbers.pop() ?? this.#rings.length;
    this.#rings[number] = ring;
    for (const arc of ring) this.#ringsAt[this.#packing.graph.tail[arc]]?.push(number);
    return number;
  }

  #takeOut(number: number): ArcRing {
    const ring = this.#rings[number] ?? [];
    this.#rings[number] = undefined;
    this.#freeNumbers.push(number);
    for (const arc of ring) {
      this.#packing.open.give(arc);
      const at = this.#ringsAt[this.#packing.graph.tail[arc]];
      if (at === undefined) continue;
      const index = at.indexOf(number);
      at[index] = at.at(-1) ?? number;
      at.pop();
    }
    return ring;
  }
}
