import { type ArcRing, ringLength } from '../packing/ring-packing.ts';
import type { Preference } from '../preference.ts';
import type { StratumGraph } from '../strata/stratum-graph.ts';
import { ColumnGeneration } from './column-generation.ts';
import { dive } from './diving.ts';
import type { IsOver } from './master.ts';

/** Maximum number of open arcs in a region; above it, arcs of positive reduced cost are left out. */
const MOST_ARCS = 4_000;
/** Limits for solving one region. */
export interface RegionEffort {
  /** Number of teachers in the rings that are taken out, together. */
  teachers: number;
  /** Pricing rounds before the dives, and after each step of a dive. */
  pricingRounds: number;
  roundsOfDive: number;
  /** For each dive, the share of the rings that a step fixes. Later dives are tried only if the earlier ones gain nothing. */
  shares: readonly number[];
}

const EPSILON = 1e-6;

/** Input of a region search. */
export interface Region {
  graph: StratumGraph;
  capacity: Int32Array;
  preference: Preference;
  /** Feasible prices of the teacher arcs that prove the best bound. */
  prices: Float64Array;
  /** Reduced cost of all arcs by the circulation; using an arc above 0 loses against the bound. */
  reducedCost: Int32Array;
  random: () => number;
  isOver?: IsOver | undefined;
}

/**
 * Improves a packing region by region (large neighbourhood search, Shaw 1998): takes out the rings around an unused arc of positive price
 * and solves the freed region by column generation and diving.
 */
export class RegionSearch {
  readonly #task: Region;
  readonly rings: ArcRing[];
  readonly #room: Int32Array;
  /** Work so far: arcs scanned, plus simplex iterations times rows. */
  work = 0;

  constructor(task: Region, rings: Iterable<ArcRing>) {
    this.#task = task;
    this.rings = Array.from(rings);
    this.#room = Int32Array.from(task.capacity);
    for (const ring of this.rings) for (const arc of ring) this.#room[arc]--;
  }

  /** Returns unused arcs of positive price, in random order: near them the packing misses part of the bound. */
  seeds(): number[] {
    const { prices, random } = this.#task;
    const seeds: { arc: number; order: number }[] = [];
    prices.forEach((price, arc) => {
      if (price > EPSILON && this.#room[arc] > 0) seeds.push({ arc, order: random() });
    });
    return seeds.sort((a, b) => a.order - b.order).map(({ arc }) => arc);
  }

  /** Returns true if an offer on the arc is in no ring of the packing. */
  isUnused(arc: number): boolean {
    return this.#room[arc] > 0;
  }

  /**
   * Solves the region around an arc.
   *
   * @returns the gain of the packing.
   */
  improveAround(seed: number, effort: RegionEffort): number {
    const { graph, preference, prices, isOver } = this.#task;
    const chosen = this.#ringsAround(seed, effort.teachers);
    const freed = chosen.map((index) => this.rings[index] ?? []);
    const current = preference.score(freed);
    const least = preference.above(current);
    const mostBonus = freed.reduce((sum, ring) => sum + preference.bonusOf(ring), 0);
    const capacity = this.#capacityWith(freed);
    // No further ring fits beside the packing, so every new ring contains a place of a removed one.
    const homes = Int32Array.from(new Set(freed.flat().map((arc) => graph.tail[arc]))).filter(
      (node) => node < graph.placeCount,
    );
    const { objective } = preference;
    const generation = new ColumnGeneration({
      graph,
      capacity,
      objective,
      prices,
      rings: freed,
      homes,
      isOver,
    });
    try {
      generation.run({ rounds: effort.pricingRounds, target: least - EPSILON - mostBonus });
      const most = generation.isSolved ? generation.value : generation.bound;
      if (Math.min(most, generation.bound) + mostBonus < least - EPSILON) return 0;
      if (mostBonus > 0) generation.master.valueBy((ring) => preference.scoreOf(ring));
      const task = { graph, preference, capacity, generation, atLeast: least };
      for (const share of effort.shares) {
        const found = dive({ ...task, share, pricingRounds: effort.roundsOfDive });
        const rings = found.map(({ ring }) => ring);
        const score = preference.score(rings);
        if (score < least - EPSILON) continue;
        this.#replace(chosen, rings);
        return score - current;
      }
      return 0;
    } finally {
      this.work += generation.work;
      generation.master.dispose();
    }
  }

  /** Selects rings by breadth-first search from both ends of the arc over shared places. */
  #ringsAround(seed: number, most: number): number[] {
    const { graph, random } = this.#task;
    const ringsAt = this.#ringsAtPlaces();
    const places = new Set([graph.tail[seed], graph.head[seed]]);
    const chosen = new Set<number>();
    let teachers = 0;
    for (const place of places) {
      for (const number of shuffled(ringsAt[place] ?? [], random)) {
        if (teachers >= most) break;
        if (chosen.has(number)) continue;
        chosen.add(number);
        const ring = this.rings[number] ?? [];
        teachers += ringLength(graph, ring);
        for (const arc of ring) places.add(graph.tail[arc]);
      }
    }
    return [...chosen].sort((a, b) => a - b);
  }

  #ringsAtPlaces(): number[][] {
    const { tail, placeCount } = this.#task.graph;
    const ringsAt: number[][] = Array.from({ length: placeCount }, () => []);
    this.rings.forEach((ring, number) => {
      for (const arc of ring) ringsAt[tail[arc]]?.push(number);
    });
    return ringsAt;
  }

  #capacityWith(freed: readonly ArcRing[]): Int32Array {
    const { graph, reducedCost } = this.#task;
    const capacity = Int32Array.from(this.#room);
    let open = 0;
    for (let arc = 0; arc < graph.teacherArcCount; arc++) if (capacity[arc] > 0) open++;
    if (open > MOST_ARCS) {
      for (let arc = 0; arc < graph.teacherArcCount; arc++) if (reducedCost[arc] > 0) capacity[arc] = 0;
    }
    for (const ring of freed) for (const arc of ring) capacity[arc]++;
    return capacity;
  }

  #replace(chosen: readonly number[], added: readonly ArcRing[]): void {
    for (const index of chosen) for (const arc of this.rings[index] ?? []) this.#room[arc]++;
    const isChosen = new Set(chosen);
    const retained = this.rings.filter((_, index) => !isChosen.has(index));
    this.rings.splice(0, this.rings.length, ...retained, ...added);
    for (const ring of added) for (const arc of ring) this.#room[arc]--;
  }
}

function shuffled(items: readonly number[], random: () => number): number[] {
  const order = items.map((item) => ({ item, at: random() }));
  return order.sort((a, b) => a.at - b.at).map(({ item }) => item);
}
