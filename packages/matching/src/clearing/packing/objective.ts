import type { StratumGraph } from '../strata/stratum-graph.ts';
import type { ArcRing } from './ring-packing.ts';

/**
 * Linear upper bound on ring values: a ring of k teachers is worth at most `constant[k]` plus the `gain` of its teacher arcs. Lengths that
 * the pass does not price hold -Infinity.
 */
export interface PricingPass {
  constant: Float64Array;
  gain?: Float64Array;
}

/**
 * Objective of a plan in one stratum: the sum over its rings of Σ weights × Π probabilities of the members. With weights of 1 and one
 * probability p for all, a ring of k counts k·pᵏ, its expected number of moves.
 */
export class RingObjective {
  readonly longest: number;
  /**
   * Linear prices that no ring value exceeds. They equal the objective if all members have the same probability; otherwise the other
   * members of a ring are assumed to have the stratum's highest probability.
   */
  readonly passes: readonly PricingPass[];
  /** Value of a ring by its length; undefined if weights or stated probabilities matter. */
  readonly byLength: Float64Array | undefined;
  readonly #graph: StratumGraph;
  readonly #survival: number;
  /** Weights of the teacher arcs; undefined if all are 1, or if weights only break ties. */
  readonly #weight: Float64Array | undefined;
  /** Tie-break value of each arc between plans of equal objective; undefined if there is none. */
  readonly #tieBreak: Float64Array | undefined;

  /**
   * @param survival Probability for members whose offer states none.
   * @param weights `objective`: weights count in the objective; `ties`: they only break ties.
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

  /** True if every ring counts its full length or weight, so that long rings lose nothing. */
  get isSure(): boolean {
    return this.#survival === 1 && this.#graph.probability === undefined;
  }

  /** Returns Σ weights × Π probabilities of the ring's members. */
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

  /** True if weights or ranks decide between plans of equal value. */
  get breaksTies(): boolean {
    return this.#tieBreak !== undefined;
  }

  /** Returns the tie-break value of a ring; larger is better. */
  tieBreakOf(ring: ArcRing): number {
    const tieBreak = this.#tieBreak;
    return tieBreak === undefined ? 0 : ring.reduce((sum, arc) => sum + tieBreak[arc], 0);
  }

  /** Returns true if both teacher arcs contribute the same value to a ring. */
  areAlike(first: number, second: number): boolean {
    return (
      this.#weightOf(first) === this.#weightOf(second) &&
      this.#probabilityOf(first) === this.#probabilityOf(second)
    );
  }

  /** Returns the expected moves of the ring: its length times the probability that all its members go through. */
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

  /** Upper bound on the value that one member adds to any ring. */
  get mostOfOne(): number {
    if (this.byLength !== undefined) return this.#survival ** 2;
    return this.passes.reduce((most, { gain }) => gain?.reduce((a, b) => Math.max(a, b), most) ?? most, 0);
  }

  /** True if the value of a ring is its number of teachers. */
  get countsMoves(): boolean {
    return this.byLength !== undefined && this.#survival === 1;
  }

  /** True if every value is an integer, so that bounds may be rounded down. */
  get isWhole(): boolean {
    return this.isSure && (this.#weight?.every(Number.isInteger) ?? true);
  }

  /** Returns the sum of the ring values. */
  total(rings: readonly ArcRing[]): number {
    return rings.reduce((sum, ring) => sum + this.valueOf(ring), 0);
  }
}

/** Weight that one rank step costs in the tie-break. */
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
