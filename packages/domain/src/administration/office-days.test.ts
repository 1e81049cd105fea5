import { expect, it } from 'vitest';
import { isFarDay } from './office-agreement.ts';

it.each([
  ['2027-11-27', true],
  ['2027-11-26', false],
  ['2026-11-19', false],
  ['2025-11-26', false],
  ['2025-11-25', true],
  ['1999-01-01', true],
])('%s is more than a year from 26 November 2026: %s', (day, isFar) => {
  expect(isFarDay(day, '2026-11-26')).toBe(isFar);
});
