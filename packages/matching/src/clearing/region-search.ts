import { ColumnGeneration } from './column-generation.ts';
import { dive } from './diving.ts';
import type { RingObjective } from './objective.ts';
import { type ArcRing, ringLength } from './ring-packing.ts';
import type { StratumGraph } from './stratum-graph.ts';

/** A region of more open arcs than this keeps those that lose nothing at the prices. */
const MOST_ARCS = 4_000;
const PRICING_ROUNDS = 40;
/** Shares of the rings that a step of the dives fixes; the second dive is tried where the first gains nothing. */
const SHARES = [0.15, 0.05];
const EPSILON = 1e-6;

/** A packing to improve. */
export interface Region {
  readonly graph: StratumGraph;
  readonly capacity: Int32Array;
  readonly objective: RingObjective;
  /** Feasible prices of the teacher arcs: those of the best bound. */
  readonly prices: Float64Array;
  /** Of all arcs, by the circulation: above 0 using the arc loses against the bound. */
  readonly reducedCost: Int32Array;
  readonly random: () => number;
}

/**
 * Improves a packing region by region (large neighbourhood search, Shaw 1998): takes out the rings around an unused arc
 * that costs, and solves what they leave open by column generation and diving.
 */
export class RegionSearch {
  readonly #task: Region;
  readonly rings: ArcRing[];
  readonly #room: Int32Array;
  /** Arcs looked at, and iterations times rows. */
  work = 0;

  constructor(task: Region, rings: Iterable<ArcRing>) {
    this.#task = task;
    this.rings = Array.from(rings);
    this.#room = Int32Array.from(task.capacity);
    for (const ring of this.rings) for (const arc of ring) this.#room[arc]--;
  }

  /** Unused arcs that the bound counts, in random order: around them something is missing. */
  seeds(): number[] {
    const { prices, random } = this.#task;
    const seeds: { arc: number; order: number }[] = [];
    prices.forEach((price, arc) => {
      if (price > EPSILON && this.#room[arc] > 0) seeds.push({ arc, order: random() });
    });
    return seeds.sort((a, b) => a.order - b.order).map(({ arc }) => arc);
  }

  isUnused(arc: number): boolean {
    return this.#room[arc] > 0;
  }

  /**
   * Solves the region around an arc.
   *
   * @param teachers How many the rings taken apart have together.
   * @returns what the packing gained.
   */
  improveAround(seed: number, teachers: number): number {
    const { graph, objective, prices } = this.#task;
    const chosen = this.#ringsAround(seed, teachers);
    const freed = chosen.map((index) => this.rings[index] ?? []);
    const current = objective.total(freed);
    const least = current + (objective.isWhole ? 1 - EPSILON : EPSILON);
    const capacity = this.#capacityWith(freed);
    const generation = new ColumnGeneration(graph, capacity, objective, prices, freed);
    try {
      generation.run({ rounds: PRICING_ROUNDS, target: least - EPSILON });
      if (generation.bound < least || (generation.isSolved && generation.value < least - EPSILON)) return 0;
      for (const share of SHARES) {
        const found = dive({ graph, objective, capacity, generation, share, atLeast: least });
        const value = found.reduce((sum, column) => sum + column.value, 0);
        if (value < least - EPSILON) continue;
        this.#replace(
          chosen,
          found.map(({ ring }) => ring),
        );
        return value - current;
      }
      return 0;
    } finally {
      this.work += generation.work;
      generation.master.dispose();
    }
  }

  /** Rings by breadth from both ends of the arc over the places they share. */
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
    const kept = this.rings.filter((_, index) => !isChosen.has(index));
    this.rings.splice(0, this.rings.length, ...kept, ...added);
    for (const ring of added) for (const arc of ring) this.#room[arc]--;
  }
}

function shuffled(items: readonly number[], random: () => number): number[] {
  const order = items.map((item) => ({ item, at: random() }));
  return order.sort((a, b) => a.at - b.at).map(({ item }) => item);
}
