import type { NamedRing } from './named-rings.ts';

/**
 * What leaving a ring of the plan before must gain by default: with one offer in a hundred new more than four in five of its
 * possible rings stay, for less than one per cent of the moves.
 */
export const LEAVE_FOR = 0.7;

/** What to plan, and who hears of it. */
export interface PlanOptions {
  /** The most teachers a ring may have, 2 to 10: the cap of the rules of the day. */
  readonly maxRing: number;
  /** The chance p that one member goes through, above 0 and at most 1; below 1 the plan maximises Σ k·pᵏ. Default 1. */
  readonly survival?: number;
  /**
   * What the offers' weights are for: `objective` counts them in what is maximised, `ties` lets them decide among plans of
   * equal moves alone. Default `objective`.
   */
  readonly weights?: 'objective' | 'ties';
  /**
   * The share of the usual work put into improving the rings once they are found, 0 to 1: most of the time of a plan
   * of some ten thousand offers. With less than 1 small strata are not solved by column generation. Default 1.
   */
  readonly effort?: number;
  /** Goes on to the deep plan, which takes minutes: see `DeepOptions`. */
  readonly deep?: DeepOptions | undefined;
  /** The rings of the plan before: those that are still possible stay, unless leaving one gains `leaveFor`. */
  readonly previous?: readonly NamedRing[];
  /** What the plan must gain to leave a ring of the plan before, in units of the objective (teachers). Default 0.7. */
  readonly leaveFor?: number;
  /** Tells for each teacher why they are moved or not: `Plan.reasons`. Default false. */
  readonly explain?: boolean;
  /** Called often; the plan is given up when it answers false. */
  readonly onProgress?: (progress: PlanProgress) => boolean | undefined;
  /** The plan is given up at the next step after this is aborted. */
  readonly signal?: AbortSignal;
}

/** What is asked of the deep plan: every stratum by column generation, with a bound that tells how good it is. */
export interface DeepOptions {
  /** Times the usual work. The same effort gives the same plan. Default 1. */
  readonly effort?: number;
  /** The best plan so far is given after so many seconds on the clock. Default: none, so that the plan depends on the offers alone. */
  readonly seconds?: number;
  /** Asked between steps of some seconds at most; the best plan so far is given when it answers true. */
  readonly isOver?: () => boolean;
}

/** How far a plan is. `done` counts strata of the stage. */
export interface PlanProgress {
  readonly stage: 'bound' | 'rings' | 'exchange' | 'deep';
  readonly done: number;
  readonly strata: number;
  /** In the deep stage: the objective of the best plan so far, and the bound proved so far. */
  readonly objective?: number;
  readonly objectiveBound?: number;
}

/** Thrown by a plan that was given up. */
export class PlanCancelled extends Error {
  override name = 'PlanCancelled';
}

type Report = (done: number, figures?: Pick<PlanProgress, 'objective' | 'objectiveBound'>) => void;

/** Tells how many strata are done, and throws when the caller does not want to hear more. */
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

/** @throws {RangeError} unless what leaving a ring must gain is 0 or more. */
export function requireLeaveFor(gain: number): number {
  if (gain >= 0 && gain < Number.POSITIVE_INFINITY) return gain;
  throw new RangeError(`What leaving a ring must gain is a number from 0 on, not ${gain}.`);
}

/** True from the moment on when the time of a deep plan is over. The only clock of this package. */
export function clockOf({ seconds, isOver = () => false }: DeepOptions): () => boolean {
  if (seconds === undefined) return isOver;
  if (!(seconds > 0)) throw new RangeError(`The seconds of a deep plan must be above 0, not ${seconds}.`);
  const end = performance.now() + seconds * 1000;
  return () => performance.now() > end || isOver();
}
