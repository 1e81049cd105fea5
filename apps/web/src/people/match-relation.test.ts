import type { Match } from '@mutual-transfer/domain/match';
import { expect, it } from 'vitest';
import { relationOf } from './match-relation.ts';

const posting = { district: 'Gaya', postingBlock: 'Amas' };

it.each([
  ['swap', 100, true, 'Gaya', 'Amas'],
  ['sameDistricts', 85, false, 'Gaya', 'Any block'],
  ['sameDistricts', 70, false, 'Gaya', 'Barachatti'],
  ['wantsYourPlace', 70, false, 'Gaya', 'Amas'],
  ['wantsYourPlace', 55, false, 'Gaya', 'Barachatti'],
  ['worksThere', 70, false, 'Patna', 'Danapur'],
] as const)('is %s at %i %', (relation, matchScore, isPerfectMatch, desiredDistrict, desiredBlock) => {
  const match = { matchScore, isPerfectMatch, user: { desiredDistrict, desiredBlock } } as Match;
  expect(relationOf(match, posting)).toBe(relation);
});
