import type { RingObjective } from './packing/objective.ts';
import { type RetainedRing, ringKey } from './packing/retained-rings.ts';
import type { ArcRing } from './packing/ring-packing.ts';

const EPSILON = 1e-6;

/**
 * Order of two plans of one stratum: first by score (the objective, plus a bonus for each ring of the previous plan that stays), then by
 * weights and ranks as a tie-break.
 */
export class Preference {
  readonly objective: RingObjective;
  readonly retained: readonly RetainedRing[];
  readonly #bonus: number;
  readonly #retainedKeys: ReadonlySet<string>;

  /** @param leaveFor Bonus of a ring of the previous plan: the minimum gain for leaving it, in units of the objective. */
  constructor(objective: RingObjective, retained: readonly RetainedRing[], leaveFor: number) {
    this.objective = objective;
    this.retained = retained;
    this.#bonus = leaveFor;
    this.#retainedKeys = new Set(retained.map(({ ring }) => ringKey(ring)));
  }

  /** True if the score equals the objective. */
  get isObjective(): boolean {
    return this.retained.length === 0;
  }

  /** Upper bound on the score minus the objective of any plan. */
  get mostBonus(): number {
    return this.#bonus * this.retained.length;
  }

  /** Returns the ring's bonus; 0 unless the previous plan contains the ring. */
  bonusOf(ring: ArcRing): number {
    return this.#retainedKeys.size > 0 && this.#retainedKeys.has(ringKey(ring)) ? this.#bonus : 0;
  }

  /** Returns the score of one ring, in units of the objective. */
  scoreOf(ring: ArcRing): number {
    return this.objective.valueOf(ring) + this.bonusOf(ring);
  }

  /** Returns the score of disjoint rings together. */
  score(rings: readonly ArcRing[]): number {
    return rings.reduce((sum, ring) => sum + this.scoreOf(ring), 0);
  }

  /** Returns the lowest score that is better than `score` by more than rounding errors. */
  above(score: number): number {
    return score + (this.objective.isWhole && this.isObjective ? 1 - EPSILON : EPSILON);
  }

  /** Returns the difference of the scores; above 0 if the first rings score more. */
  gain(first: readonly ArcRing[], second: readonly ArcRing[]): number {
    return this.score(first) - this.score(second);
  }

  /** Returns above 0 if the first rings are preferred: a higher score, or the same score and a better tie-break. */
  compare(first: readonly ArcRing[], second: readonly ArcRing[]): number {
    const gain = this.gain(first, second);
    if (Math.abs(gain) > EPSILON || !this.objective.breaksTies) return gain;
    return this.#tieBreak(first) - this.#tieBreak(second);
  }

  #tieBreak(rings: readonly ArcRing[]): number {
    return rings.reduce((sum, ring) => sum + this.objective.tieBreakOf(ring), 0);
  }
}
