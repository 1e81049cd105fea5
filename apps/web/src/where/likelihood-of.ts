import type { Prospects } from '@mutual-transfer/domain/matching/prospects';
import type { PlaceNumbers } from './place-numbers.ts';

/** Likelihood of getting to a place, from the public counts. */
export type LikelihoodLevel = 'good' | 'fair' | 'small';

/** Returns `good` for five or more direct swaps, `fair` if a ring would close, otherwise `small`. */
export function likelihoodOf({ directSwaps, shortestRing }: Prospects): LikelihoodLevel {
  if (directSwaps !== null) return 'good';
  return shortestRing === null ? 'small' : 'fair';
}

const TEN = 10;

/**
 * Returns how many of ten teachers who want to come to a place find a teacher there who wants to leave. `undefined` if a count is
 * suppressed.
 */
export function placesForTen(
  place: Pick<PlaceNumbers, 'coming' | 'leaving'> | undefined,
): number | undefined {
  if (!place?.coming || !place.leaving) return undefined;
  return Math.min(TEN, Math.round((place.leaving / place.coming) * TEN));
}
