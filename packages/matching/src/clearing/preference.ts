import { type KeptRing, ringKey } from './kept-rings.ts';
import type { RingObjective } from './objective.ts';
import type { ArcRing } from './ring-packing.ts';

const EPSILON = 1e-6;

/**
 * What decides between two plans of one stratum: first the score (the objective, and for each ring of the previous plan that
 * stays what it takes to leave it), then weights and ranks as a tie-break.
 */
export class Preference {
  readonly objective: RingObjective;
  readonly kept: readonly KeptRing[];
  readonly #bonus: number;
  readonly #keptKeys: ReadonlySet<string>;

  /** @param leaveFor What a plan must gain to leave one of the kept rings, in units of the objective. */
  constructor(objective: RingObjective, kept: readonly KeptRing[], leaveFor: number) {
    this.objective = objective;
    this.kept = kept;
    this.#bonus = leaveFor;
    this.#keptKeys = new Set(kept.map(({ ring }) => ringKey(ring)));
  }

  /** True when the score is the objective. */
  get isObjective(): boolean {
    return this.kept.length === 0;
  }

  /** No plan's score is further above its objective. */
  get mostBonus(): number {
    return this.#bonus * this.kept.length;
  }

  /** What a ring scores beside the objective: nothing unless it is a kept one. */
  bonusOf(ring: ArcRing): number {
    return this.#keptKeys.size > 0 && this.#keptKeys.has(ringKey(ring)) ? this.#bonus : 0;
  }

  /** The score of one ring, in units of the objective. */
  scoreOf(ring: ArcRing): number {
    return this.objective.valueOf(ring) + this.bonusOf(ring);
  }

  /** The score of disjoint rings together. */
  score(rings: readonly ArcRing[]): number {
    return rings.reduce((sum, ring) => sum + this.scoreOf(ring), 0);
  }

  /** Above what score a plan is better by more than noise. */
  above(score: number): number {
    return score + (this.objective.isWhole && this.isObjective ? 1 - EPSILON : EPSILON);
  }

  /** Above 0 when the first rings score more than the second. */
  gain(first: readonly ArcRing[], second: readonly ArcRing[]): number {
    return this.score(first) - this.score(second);
  }

  /** Above 0 when the first rings are preferred to the second: they score more, or as much and break ties better. */
  compare(first: readonly ArcRing[], second: readonly ArcRing[]): number {
    const gain = this.gain(first, second);
    if (Math.abs(gain) > EPSILON || !this.objective.breaksTies) return gain;
    return this.#tieBreak(first) - this.#tieBreak(second);
  }

  #tieBreak(rings: readonly ArcRing[]): number {
    return rings.reduce((sum, ring) => sum + this.objective.tieBreakOf(ring), 0);
  }
}
