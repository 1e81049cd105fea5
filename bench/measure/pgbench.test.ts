import { expect, test } from 'vitest';
import { millisecondsIn } from './pgbench.ts';

test('the log of pgbench is read as milliseconds', () => {
  expect(millisecondsIn('0 1 1234 0 1790000000 17\n3 2 500 1 1790000000 18\n')).toEqual([1.234, 0.5]);
  expect(millisecondsIn('')).toEqual([]);
});
