import { expect, it } from 'vitest';
import { NumberLists } from './number-lists.ts';

it('returns the latest list of each number, and replaced lists leave at most three chunks', () => {
  const lists = new NumberLists();
  const listOf = (number: number, turn: number) =>
    Array.from({ length: (number + turn) % 40 }, (_, index) => turn + index);
  for (let turn = 0; turn < 100; turn += 1) {
    for (let number = 0; number < 500; number += 1) lists.set(number, listOf(number, turn));
  }
  for (let number = 0; number < 500; number += 1) expect([...lists.get(number)]).toEqual(listOf(number, 99));
  expect(lists.bytes).toBeLessThan(4 * (1_024 + 3 * 2 ** 18 + 1));
  lists.set(7, [1, 2, 3]);
  expect([[...lists.get(7)], [...lists.get(8)], [...lists.get(600)]]).toEqual([[1, 2, 3], listOf(8, 99), []]);
});

it('rejects a list longer than a chunk, and keeps the other lists beside a long one intact', () => {
  const lists = new NumberLists();
  const long = new Uint32Array(2 ** 18 - 1).fill(7);
  lists.set(0, [1]);
  lists.set(1, long);
  lists.set(2, [2, 3]);
  expect(() => lists.set(3, new Uint32Array(2 ** 18))).toThrow(RangeError);
  expect([[...lists.get(0)], lists.get(1).length, [...lists.get(2)], lists.get(3).length]).toEqual([
    [1],
    2 ** 18 - 1,
    [2, 3],
    0,
  ]);
});
