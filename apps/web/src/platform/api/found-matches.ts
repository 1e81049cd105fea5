import type { MatchList } from '@mutual-transfer/domain/matching/match';

/** Best matches, the numbers of all, and when the next contact opens if the budget is spent. */
export type FoundMatches = Pick<
  MatchList,
  'matches' | 'total' | 'perfect' | 'wantsYourPlace' | 'contactOpensAt' | 'contactNeeds'
> & {
  /** Time at which the server gave a stored answer that it has not confirmed on this visit. */
  readonly restoredAt?: number;
};
