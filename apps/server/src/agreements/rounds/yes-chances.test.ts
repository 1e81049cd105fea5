import { expect, it } from 'vitest';
import { chancesBySigns } from './yes-chances.ts';

it('teachers with more signs are likelier, around the mean and within bounds', () => {
  const chanceOf = chancesBySigns([0, 1, 2, 1], 0.9);
  const chances = [0, 1, 2].map((signs) => chanceOf?.(signs) ?? 0);
  expect(chances).toEqual(chances.toSorted());
  expect(chances[1]).toBeCloseTo(0.9);
  expect(chanceOf?.(9)).toBe(0.99);
  expect(chanceOf?.(-9)).toBe(0.5);
});

it('teachers with equally many signs are alike, so that the plan needs no probabilities', () => {
  expect(chancesBySigns([2, 2], 0.9)).toBeUndefined();
  expect(chancesBySigns([], 0.9)).toBeUndefined();
});
