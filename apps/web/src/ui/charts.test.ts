import { expect, it } from 'vitest';
import { axisTicks } from './charts.tsx';

it.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [125, [0, 50, 100, 150]],
  [1_250, [0, 500, 1_000, 1_500]],
])('an axis for values up to %i has whole, equal steps', (largest, ticks) => {
  expect(axisTicks(largest)).toEqual(ticks);
});
