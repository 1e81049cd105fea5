import type { Match } from '@mutual-transfer/domain/match';

/** How a match stands to the reader: a direct swap, or one of its two halves. */
export type Relation = 'swap' | 'sameDistricts' | 'wantsYourPlace' | 'worksThere';

/** The points of a match without any place in common, and of each of the four places: district and block at either end. */
const WITHOUT_PLACES = 40;
const POINTS_A_PLACE = 15;

/**
 * What a match is in one word. Of the places in common those at the reader's end show in the match itself; the score tells
 * how many there are at both.
 */
export function relationOf(
  match: Match,
  posting: { district: string | null; postingBlock: string | null },
): Relation {
  if (match.isPerfectMatch) return 'swap';
  const { desiredDistrict, desiredBlock } = match.user;
  const places = (match.matchScore - WITHOUT_PLACES) / POINTS_A_PLACE;
  if (desiredDistrict !== posting.district) return 'worksThere';
  const atMyEnd = desiredBlock === 'Any block' || desiredBlock === posting.postingBlock ? 2 : 1;
  return places > atMyEnd ? 'sameDistricts' : 'wantsYourPlace';
}
