import { expect, it } from 'vitest';
import { NumberLists } from './number-lists.ts';
import { numbersByTerm } from './term-index.ts';

it('yields each term with the numbers of the range that have it, in ascending order', () => {
  const termsOf = new NumberLists();
  const lists: Record<number, number[]> = { 0: [2], 1: [0, 2], 3: [2, 4], 7: [4, 0], 9: [1] };
  for (const [number, terms] of Object.entries(lists)) termsOf.set(Number(number), terms);
  const inverted = (start: number, end: number) =>
    [...numbersByTerm(termsOf, { start, end }, 6)].map(([term, numbers]) => [term, ...numbers]);
  expect(inverted(0, 9)).toEqual([
    [0, 1, 7],
    [2, 0, 1, 3],
    [4, 3, 7],
  ]);
  expect(inverted(3, 12)).toEqual([
    [0, 7],
    [1, 9],
    [2, 3],
    [4, 3, 7],
  ]);
  expect(inverted(4, 7)).toEqual([]);
});
