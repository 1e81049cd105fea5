import type { Match } from '@mutual-transfer/domain/matching/match';
import { ANY_BLOCK } from '@mutual-transfer/domain/reference/place-words';

/** Relation of a match to the viewer: a direct swap or one half of it. */
export type Relation = 'swap' | 'sameDistricts' | 'wantsYourPlace' | 'worksThere';

/** Returns the relation of a match from its criteria. */
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

/** Returns `true` if a match wants exactly the viewer's place, not any block of its district. */
export function wantsExactlyYours({ criteria, user }: Pick<Match, 'criteria' | 'user'>): boolean {
  return user.desiredBlock !== ANY_BLOCK && criteria.some(({ code }) => code === 'wantsBlock');
}
