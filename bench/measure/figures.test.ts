import { expect, test } from 'vitest';
import { figuresOf, percentile } from './figures.ts';

test('a percentile is the nearest rank', () => {
  const values = Array.from({ length: 200 }, (_, index) => index + 1);
  expect(percentile(values, 0.5)).toBe(100);
  expect(percentile(values, 0.99)).toBe(198);
  expect(percentile(values, 1)).toBe(200);
  expect(percentile([7], 0.99)).toBe(7);
  expect(percentile([], 0.5)).toBe(0);
});

test('figures are the same in whatever order the answers came', () => {
  expect(figuresOf([30, 4, 100, 5], 2)).toEqual({
    requestsPerSecond: 2,
    median: 5,
    p99: 100,
    longest: 100,
    answers: 4,
  });
});
