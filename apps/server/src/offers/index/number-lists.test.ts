import { expect, it } from 'vitest';
import { NumberLists } from './number-lists.ts';

it('gives each number the list that was set last, however often, in no more memory than lists of that length take', () => {
  const lists = new NumberLists();
  const listOf = (number: number, turn: number) =>
    Array.from({ length: (number + turn) % 40 }, (_, index) => turn + index);
  for (let turn = 0; turn < 100; turn += 1) {
    for (let number = 0; number < 500; number += 1) lists.set(number, listOf(number, turn));
  }
  for (let number = 0; number < 500; number += 1) expect([...lists.get(number)]).toEqual(listOf(number, 99));
  expect(lists.bytes).toBeLessThan(4 * (1_024 + 3 * 500 * 40));
  lists.trim();
  lists.set(7, [1, 2, 3]);
  expect([[...lists.get(7)], [...lists.get(8)], [...lists.get(600)]]).toEqual([[1, 2, 3], listOf(8, 99), []]);
});
