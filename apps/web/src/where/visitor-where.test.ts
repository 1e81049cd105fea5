import { expect, it } from 'vitest';
import { placesForTen } from './visitor-where.tsx';

it.each([
  [{ coming: 100, leaving: 25 }, 3],
  [{ coming: 5, leaving: 50 }, 10],
  [{ coming: 900, leaving: 5 }, 0],
  [{ coming: 0, leaving: 50 }, undefined],
  [{ coming: 50, leaving: 0 }, 0],
  [undefined, undefined],
])('for the counts %o, placesForTen returns %s', (place, number) => {
  expect(placesForTen(place)).toBe(number);
});
