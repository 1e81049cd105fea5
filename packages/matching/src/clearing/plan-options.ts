import type { NamedRing } from './strata/named-rings.ts';

/**
 * Default of `leaveFor`. With 1 % new offers, more than 80 % of the previous plan's possible rings stay, at a cost of less than 2 % of the
 * moves.
 */
export const LEAVE_FOR = 0.7;

/** Options of a plan. All but `maxRing` are optional. */
export interface PlanOptions {
  /** Maximum number of teachers in a ring, 2 to 10: the cap of the current rules. */
  maxRing: number;
  /** Probability p that one member goes through, above 0 and at most 1; below 1 the plan maximises Σ k·pᵏ. Default 1. */
  survival?: number;
  /**
   * Use of the offers' weights: `objective` counts them in the objective, `ties` only breaks ties between plans of equal objective. Default
   * `objective`.
   */
  weights?: 'objective' | 'ties';
  /**
   * Share of the default work spent on improving the rings, 0 to 1: most of the time of a plan of some ten thousand offers. Below 1, no
   * stratum is solved by column generation. Default 1.
   */
  effort?: number;
  /** Enables the deep plan, which takes minutes: see `DeepOptions`. */
  deep?: DeepOptions | undefined;
  /** Rings of the previous plan. Those that are still possible stay, unless leaving one gains `leaveFor`. */
  previous?: readonly NamedRing[];
  /** Minimum gain for leaving a ring of the previous plan, in units of the objective (teachers). Default 0.7. */
  leaveFor?: number;
  /** Adds `Plan.reasons`: for each teacher the reason why they are moved or not. Default false. */
  explain?: boolean;
  /** Called often; returning false cancels the plan. */
  onProgress?: (progress: PlanProgress) => boolean | undefined;
  /** Aborting cancels the plan at its next step. */
  signal?: AbortSignal;
}

/** Options of the deep plan, which improves every stratum by column generation and proves a bound on the optimum. */
export interface DeepOptions {
  /** Factor on the default work. The same effort gives the same plan. Default 1. */
  effort?: number;
  /**
   * Time limit in seconds of wall-clock time, after the first rings were found; the best plan so far is returned. Default: none, so that
   * the plan depends only on the offers.
   */
  seconds?: number;
  /** Called often, also by the solver of linear programs; returning true ends the computation with the best plan so far. */
  isOver?: () => boolean;
}

/** Progress of a plan. `done` counts finished strata of the stage. */
export interface PlanProgress {
  stage: 'bound' | 'rings' | 'exchange' | 'deep';
  done: number;
  strata: number;
  /** Objective of the best plan so far, and the bound proved so far. Only in the deep stage. */
  objective?: number;
  objectiveBound?: number;
}

/** Thrown by a plan that was cancelled. */
export class PlanCancelled extends Error {
  override name = 'PlanCancelled';
}

type Report = (done: number, figures?: Pick<PlanProgress, 'objective' | 'objectiveBound'>) => void;

/** Returns a function that reports the number of finished strata and throws `PlanCancelled` if the caller cancelled the plan. */
export function reporter(
  strata: number,
  { onProgress, signal }: Pick<PlanOptions, 'onProgress' | 'signal'>,
  stage: PlanProgress['stage'],
): Report {
  return (done, figures) => {
    const goesOn = onProgress?.({ stage, done, strata, ...figures }) !== false && signal?.aborted !== true;
    if (!goesOn) throw new PlanCancelled('The plan was cancelled.');
  };
}

/**
 * Returns the gain if it is valid.
 *
 * @throws {RangeError} unless it is finite and 0 or more.
 */
export function requireLeaveFor(gain: number): number {
  if (gain >= 0 && gain < Number.POSITIVE_INFINITY) return gain;
  throw new RangeError(`The gain for leaving a ring must be a finite number of 0 or more, not ${gain}.`);
}

/**
 * Returns a function that is true once the time of a deep plan is over. The only clock of this package.
 *
 * @throws {RangeError} if `seconds` is not above 0.
 */
export function clockOf({ seconds, isOver = () => false }: DeepOptions): () => boolean {
  if (seconds === undefined) return isOver;
  if (!(seconds > 0)) throw new RangeError(`The seconds of a deep plan must be above 0, not ${seconds}.`);
  const end = performance.now() + seconds * 1000;
  return () => performance.now() > end || isOver();
}
