import { expect, test } from 'vitest';
import { answeredIn, figuresOf, percentile } from './figures.ts';

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

test('several turns count as one', () => {
  const first = { milliseconds: [1, 9], seconds: 1, errors: 1, refusals: 0 };
  const second = { milliseconds: [3, 5, 7, 2], seconds: 2, errors: 0, refusals: 2 };
  expect(answeredIn([first, second])).toEqual({
    requestsPerSecond: 2,
    median: 3,
    p99: 9,
    longest: 9,
    answers: 6,
    errors: 1,
    refusals: 2,
  });
});
