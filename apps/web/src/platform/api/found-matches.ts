import type { MatchList } from '@mutual-transfer/domain/matching/match';

/** The best matches, the number of all and of perfect ones, and when the next contact opens if the budget is used up. */
export type FoundMatches = Pick<
  MatchList,
  'matches' | 'total' | 'perfect' | 'contactOpensAt' | 'contactNeeds'
> & {
  /** When the server gave a stored answer that it has not confirmed on this visit. */
  readonly restoredAt?: number;
};
