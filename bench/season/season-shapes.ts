import type { AgreementState, Standing } from '@mutual-transfer/domain/agreements/agreement-steps';
import type { Offer } from '@mutual-transfer/matching/offer';

/** A teacher of the season, with one offer. */
export interface SeasonTeacher {
  readonly offer: Offer;
  readonly isWilling: boolean;
  readonly acceptsForMe: boolean;
  readyUntil: number | null;
  /** Places said yes to, and when. */
  readonly yes: Map<string, number>;
  /** The open proposal or the agreement they are in. */
  current: SeasonAgreement | undefined;
  /** Until then a yes holds their request. */
  heldUntil: number;
}

/** A proposal of the season's round, and what became of it. */
export interface SeasonAgreement {
  readonly members: readonly SeasonTeacher[];
  standing: Standing;
}

/** What a season comes to; teachers unless said otherwise. */
export interface SeasonResult {
  readonly ready: number;
  readonly proposals: number;
  /** In agreements that hold at the end. */
  readonly moved: number;
  /** Of those, in agreements whose members have all joined. */
  readonly completed: number;
  /** Proposals and agreements by the state they are in at the end. */
  readonly states: Readonly<Partial<Record<AgreementState, number>>>;
  /** In agreements that hold, by the end of each day. */
  readonly movedByDay: readonly number[];
}
