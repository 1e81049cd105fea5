import type { MatchList } from '@mutual-transfer/domain/matching/match';

/** Best matches, number of all and of perfect ones, and when the next contact opens if the budget is spent. */
export type FoundMatches = Pick<
  MatchList,
  'matches' | 'total' | 'perfect' | 'contactOpensAt' | 'contactNeeds'
> & {
  /** Time at which the server gave a stored answer that it has not confirmed on this visit. */
  readonly restoredAt?: number;
};
