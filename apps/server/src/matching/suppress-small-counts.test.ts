import { SMALLEST_PUBLISHED_COUNT } from '@mutual-transfer/domain/constants';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type DemandCell, suppressSmallCounts } from './demand.ts';

const cell = fc.record({
  teachers: fc.integer({ min: 1, max: 12 }),
  sums: fc.tuple(fc.constantFrom('from a', 'from b', 'from c'), fc.constantFrom('to a', 'to b', 'to c')),
});

function sumsOf(cells: readonly DemandCell[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { teachers, sums: names } of cells) {
    for (const name of names) sums.set(name, (sums.get(name) ?? 0) + teachers);
  }
  return sums;
}

it('publishes no cell of one to four teachers, and no sum whose unpublished remainder is one to four', () => {
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 12 }), (cells) => {
      const sums = sumsOf(cells);
      const published = suppressSmallCounts(cells, sums);
      expect(published.every(({ teachers }) => teachers >= SMALLEST_PUBLISHED_COUNT)).toBe(true);
      const shown = sumsOf(published);
      for (const [name, total] of sums) {
        const rest = total - (shown.get(name) ?? 0);
        const isSafe = rest === 0 || rest >= SMALLEST_PUBLISHED_COUNT || (shown.get(name) ?? 0) === 0;
        expect(isSafe, `${name}: ${rest} of ${total} follow`).toBe(true);
      }
    }),
    { numRuns: 500, seed: 20_250_626 },
  );
});

it('suppresses a large enough cell only if a smaller cell could be computed from its sum', () => {
  const cells = [
    { name: 'large', teachers: 20, sums: ['gaya'] },
    { name: 'middle', teachers: 6, sums: ['gaya'] },
    { name: 'few', teachers: 2, sums: ['gaya'] },
  ];
  const names = (sums: Map<string, number>) => suppressSmallCounts(cells, sums).map(({ name }) => name);
  expect(names(new Map([['gaya', 28]]))).toEqual(['large']);
  expect(names(new Map([['gaya', 32]]))).toEqual(['large', 'middle']);
  expect(names(new Map())).toEqual(['large', 'middle']);
});
