import type { ArcRing } from './ring-packing.ts';
import type { StratumGraph } from './stratum-graph.ts';

/**
 * One linear price of rings: the value of a ring of k teachers is at most `constant[k]` plus the `gain` of its teacher arcs.
 * Lengths that the pass does not price hold -Infinity.
 */
export interface PricingPass {
  readonly constant: Float64Array;
  readonly gain?: Float64Array;
}

/**
 * What a plan maximises in one stratum: the sum over its rings of Σ weights × Π probabilities of the members. With
 * weights of 1 and one chance p for all a ring of k counts k·pᵏ, the moves to expect of it.
 */
export class RingObjective {
  readonly longest: number;
  /**
   * Linear prices that no ring exceeds. They are equal to the objective when all members go through with the same
   * chance; otherwise the other members of a ring are taken to be as sure as the surest of the stratum.
   */
  readonly passes: readonly PricingPass[];
  /** The value of a ring by its length where nothing else matters. */
  readonly byLength: Float64Array | undefined;
  readonly #graph: StratumGraph;
  readonly #survival: number;
  /** Of the teacher arcs; undefined where all weigh 1, or where weights decide between equals alone. */
  readonly #weight: Float64Array | undefined;
  /** What each arc adds between plans of equal value; undefined where nothing does. */
  readonly #tieBreak: Float64Array | undefined;

  /**
   * @param survival The chance that a member goes through whose offer does not state one.
   * @param weights What weights are for: the value itself, or to decide between plans of equal value.
   */
  constructor(
    graph: StratumGraph,
    longest: number,
    survival: number,
    weights: 'objective' | 'ties' = 'objective',
  ) {
    this.#graph = graph;
    this.#survival = survival;
    this.longest = longest;
    const { probability } = graph;
    const weight = weights === 'objective' ? graph.weight : undefined;
    this.#weight = weight;
    this.#tieBreak = tieBreakOf(graph, weights === 'ties' ? graph.weight : undefined);
    if (weight === undefined && probability === undefined) {
      this.byLength = Float64Array.from({ length: longest + 1 }, (_, length) => length * survival ** length);
      this.passes = [{ constant: this.byLength }];
    } else if (probability === undefined && survival === 1 && weight !== undefined) {
      this.passes = [{ constant: new Float64Array(longest + 1), gain: weight }];
    } else {
      this.passes = Array.from({ length: longest - 1 }, (_, index) => this.#passOf(index + 2));
    }
  }

  #passOf(length: number): PricingPass {
    const { teacherArcCount, capacity } = this.#graph;
    let surest = 0;
    for (let arc = 0; arc < teacherArcCount; arc++) {
      if (capacity[arc] > 0) surest = Math.max(surest, this.#probabilityOf(arc));
    }
    const constant = new Float64Array(this.longest + 1).fill(Number.NEGATIVE_INFINITY);
    constant[length] = 0;
    const gain = new Float64Array(teacherArcCount);
    for (let arc = 0; arc < teacherArcCount; arc++) {
      gain[arc] = this.#weightOf(arc) * this.#probabilityOf(arc) * surest ** (length - 1);
    }
    return { constant, gain };
  }

  #weightOf(arc: number): number {
    return this.#weight?.[arc] ?? 1;
  }

  #probabilityOf(arc: number): number {
    const stated = this.#graph.probability?.[arc];
    return stated === undefined || Number.isNaN(stated) ? this.#survival : stated;
  }

  /** True when every ring counts for its whole length or weight, so that long rings lose nothing. */
  get isSure(): boolean {
    return this.#survival === 1 && this.#graph.probability === undefined;
  }

  /** Σ weights × Π probabilities of the ring's members. */
  valueOf(ring: ArcRing): number {
    const { teacherArcCount } = this.#graph;
    let [length, weight, chance] = [0, 0, 1];
    for (const arc of ring) {
      if (arc >= teacherArcCount) continue;
      length++;
      weight += this.#weightOf(arc);
      chance *= this.#probabilityOf(arc);
    }
    return this.byLength === undefined ? weight * chance : this.byLength[length];
  }

  /** True when plans of equal value are told apart by weights or ranks. */
  get breaksTies(): boolean {
    return this.#tieBreak !== undefined;
  }

  /** What decides between rings of equal value; the larger is better. */
  tieBreakOf(ring: ArcRing): number {
    const tieBreak = this.#tieBreak;
    return tieBreak === undefined ? 0 : ring.reduce((sum, arc) => sum + tieBreak[arc], 0);
  }

  /** True for two teacher arcs that give a ring the same value. */
  areAlike(first: number, second: number): boolean {
    return (
      this.#weightOf(first) === this.#weightOf(second) &&
      this.#probabilityOf(first) === this.#probabilityOf(second)
    );
  }

  /** The moves to expect of the ring: its length times the chance that all its members go through. */
  expectedOf(ring: ArcRing): number {
    const { teacherArcCount } = this.#graph;
    let [length, chance] = [0, 1];
    for (const arc of ring) {
      if (arc >= teacherArcCount) continue;
      length++;
      chance *= this.#probabilityOf(arc);
    }
    return length * chance;
  }

  /** What one member adds to any ring at most. */
  get mostOfOne(): number {
    if (this.byLength !== undefined) return this.#survival ** 2;
    return this.passes.reduce((most, { gain }) => gain?.reduce((a, b) => Math.max(a, b), most) ?? most, 0);
  }

  /** True when the value of a ring is the number of its teachers. */
  get countsMoves(): boolean {
    return this.byLength !== undefined && this.#survival === 1;
  }

  /** True when every value is a whole number, so that bounds may be rounded down. */
  get isWhole(): boolean {
    return this.isSure && (this.#weight?.every(Number.isInteger) ?? true);
  }

  /** The sum over rings. */
  total(rings: readonly ArcRing[]): number {
    return rings.reduce((sum, ring) => sum + this.valueOf(ring), 0);
  }
}

/** One rank further counts as so much weight less. */
const RANK_STEP = 0.001;

function tieBreakOf(
  { arcCount, ranksBehind }: StratumGraph,
  weight: Float64Array | undefined,
): Float64Array | undefined {
  if (weight === undefined && ranksBehind === undefined) return undefined;
  return Float64Array.from(
    { length: arcCount },
    (_, arc) => (weight?.[arc] ?? 0) - RANK_STEP * (ranksBehind?.[arc] ?? 0),
  );
}
