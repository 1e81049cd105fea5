import { expect, it } from 'vitest';
import { LoadedTerms } from './loaded-terms.ts';

it('take yields each term with its numbers in ascending order, and empties the buffer', () => {
  const loaded = new LoadedTerms();
  for (const [term, number] of [
    [2, 0],
    [0, 1],
    [2, 1],
    [2, 1],
    [4, 7],
    [0, 9],
  ] as const) {
    loaded.add(term, number);
  }
  const taken = [...loaded.take(6)].map(([term, numbers]) => [term, ...numbers]);
  expect(taken).toEqual([
    [0, 1, 9],
    [2, 0, 1, 1],
    [4, 7],
  ]);
  expect([...loaded.take(6)]).toEqual([]);
});

it('accepts more entries after isEnough is true', () => {
  const loaded = new LoadedTerms();
  let count = 0;
  while (!loaded.isEnough) loaded.add(count % 3, count++);
  for (let more = 0; more < 10; more += 1) loaded.add(3, count + more);
  const lengths = [...loaded.take(4)].map(([, numbers]) => numbers.length);
  expect(lengths.reduce((sum, length) => sum + length)).toBe(count + 10);
  expect(lengths[3]).toBe(10);
});
