import type { Match } from '@mutual-transfer/domain/matching/match';

/** How a match stands to the reader: a direct swap, or one of its two halves. */
export type Relation = 'swap' | 'sameDistricts' | 'wantsYourPlace' | 'worksThere';

/** What a match is in one word, by its criteria: whether they want to come, and whether they work where the reader wants to go. */
export function relationOf({
  isPerfectMatch,
  criteria,
}: Pick<Match, 'isPerfectMatch' | 'criteria'>): Relation {
  if (isPerfectMatch) return 'swap';
  const has = (code: Match['criteria'][number]['code']) =>
    criteria.some((criterion) => criterion.code === code);
  if (has('wantsDistrict') && has('postedDistrict')) return 'sameDistricts';
  return has('wantsDistrict') ? 'wantsYourPlace' : 'worksThere';
}
