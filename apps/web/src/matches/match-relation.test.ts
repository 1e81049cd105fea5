import type { MatchCriterion } from '@mutual-transfer/domain/matching/match';
import { expect, it } from 'vitest';
import { relationOf } from './match-card.tsx';

it.each([
  ['swap', true, ['postedDistrict', 'postedBlock', 'wantsDistrict', 'wantsBlock']],
  ['sameDistricts', false, ['postedDistrict', 'wantsDistrict', 'wantsBlock']],
  ['wantsYourPlace', false, ['wantsDistrict', 'wantsBlock']],
  ['wantsYourDistrict', false, ['wantsDistrict']],
  ['worksThere', false, ['postedDistrict']],
] as const)('relationOf returns %s', (relation, isPerfectMatch, codes) => {
  const criteria: MatchCriterion[] = codes.map((code) => ({ code }));
  expect(relationOf({ isPerfectMatch, criteria })).toBe(relation);
});
