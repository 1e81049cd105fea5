import type { Prospects } from '@mutual-transfer/domain/matching/prospects';
import type { PlaceNumbers } from './place-numbers.ts';

/** How likely a place is, by the numbers that every visitor may read. */
export type Likelihood = 'good' | 'fair' | 'small';

/** Good where five or more could swap directly, fair where a ring would close, else small. */
export function likelihoodOf({ directSwaps, shortestRing }: Prospects): Likelihood {
  if (directSwaps !== null) return 'good';
  return shortestRing === null ? 'small' : 'fair';
}

const TEN = 10;

/** Of ten who want to come to a place, for how many one there wants to leave; undefined where one of the counts is not told. */
export function placesForTen(
  place: Pick<PlaceNumbers, 'coming' | 'leaving'> | undefined,
): number | undefined {
  if (!place?.coming || !place.leaving) return undefined;
  return Math.min(TEN, Math.round((place.leaving / place.coming) * TEN));
}
