import type { AgreementState, Standing } from '@mutual-transfer/domain/agreements/agreement-steps';
import type { Offer } from '@mutual-transfer/matching/offer';

/** Options of a simulated season. */
export interface SeasonOptions {
  readonly teachers: number;
  /** Probability that a teacher takes an offered place. */
  readonly accept: number;
  /** Mean time to answer, in hours. */
  readonly answerHours: number;
  readonly days: number;
  readonly consent: 'before' | 'after';
  readonly seed: number;
}

/** Teacher of the season, with one offer. */
export interface SeasonTeacher {
  readonly offer: Offer;
  readonly isWilling: boolean;
  readonly acceptsForMe: boolean;
  readyUntil: number | null;
  /** Places with a yes, and its time. */
  readonly yes: Map<string, number>;
  /** Open proposal or agreement that includes the teacher. */
  current: SeasonAgreement | undefined;
  /** Time until which a yes holds the request. */
  heldUntil: number;
}

/** Proposal of the season's round, with its state. */
export interface SeasonAgreement {
  readonly members: readonly SeasonTeacher[];
  standing: Standing;
}

/** Result of a season, in teachers unless stated otherwise. */
export interface SeasonResult {
  readonly ready: number;
  readonly proposals: number;
  /** Teachers in agreements that hold at the end. */
  readonly moved: number;
  /** Those of them in agreements whose members have all joined. */
  readonly completed: number;
  /** Proposals and agreements by their final state. */
  readonly states: Readonly<Partial<Record<AgreementState, number>>>;
  /** Teachers in agreements that hold, at the end of each day. */
  readonly movedByDay: readonly number[];
}
