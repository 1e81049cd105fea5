import { expect, it } from 'vitest';
import { chancesBySigns } from './plan-ready.ts';

it('the probability of a yes rises with the number of signs, around the mean and within bounds', () => {
  const chanceOf = chancesBySigns([0, 1, 2, 1], 0.9);
  const chances = [0, 1, 2].map((signs) => chanceOf?.(signs) ?? 0);
  expect(chances).toEqual(chances.toSorted());
  expect(chances[1]).toBeCloseTo(0.9);
  expect(chanceOf?.(9)).toBe(0.99);
  expect(chanceOf?.(-9)).toBe(0.5);
});

it('equal numbers of signs give no probabilities, because the plan needs none', () => {
  expect(chancesBySigns([2, 2], 0.9)).toBeUndefined();
  expect(chancesBySigns([], 0.9)).toBeUndefined();
});
