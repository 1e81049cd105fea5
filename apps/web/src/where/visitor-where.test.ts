import { expect, it } from 'vitest';
import { likelihoodOf, placesForTen } from './visitor-where.tsx';

const none = { wantYourPlace: null, directSwaps: null, shortestRing: null };

it.each([
  [{ ...none, wantYourPlace: 9 }, 'small'],
  [{ ...none, shortestRing: 4 }, 'fair'],
  [{ ...none, directSwaps: 5, shortestRing: 3 }, 'good'],
])('the likelihood of %o is %s', (prospects, words) => {
  expect(likelihoodOf(prospects)).toBe(words);
});

it.each([
  [{ coming: 100, leaving: 25 }, 3],
  [{ coming: 5, leaving: 50 }, 10],
  [{ coming: 900, leaving: 5 }, 0],
  [{ coming: null, leaving: 50 }, undefined],
  [{ coming: 50, leaving: null }, undefined],
  [undefined, undefined],
])('for the counts %o, placesForTen returns %s', (place, number) => {
  expect(placesForTen(place)).toBe(number);
});
