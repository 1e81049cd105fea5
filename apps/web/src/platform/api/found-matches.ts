import type { MatchList } from '@mutual-transfer/domain/matching/match';

/** Best matches, the counts of all matches, and when the next contact opens if the budget is spent. */
export type FoundMatches = Pick<
  MatchList,
  'matches' | 'total' | 'perfect' | 'wantsYourPlace' | 'contactOpensAt' | 'contactNeeds'
> & {
  /** Set for a restored answer that the server has not confirmed on this visit: the time at which the server sent it. */
  readonly restoredAt?: number;
};
