import { expect, test } from 'vitest';
import { megabytes, milliseconds, table, whole } from './table.ts';

test('a table is written in Markdown', () => {
  const columns = [{ title: 'list' }, { title: 'ms', isFigure: true }];
  expect(table(columns, [['a | b', '3.1']])).toBe('| list | ms |\n| --- | ---: |\n| a \\| b | 3.1 |');
});

test('figures are rounded to what can be read', () => {
  expect([0.04, 3.16, 99.94, 1_234.5].map(milliseconds)).toEqual(['0.0', '3.2', '99.9', '1,235']);
  expect(whole(12_345.6)).toBe('12,346');
  expect(megabytes(300 * 2 ** 20)).toBe('300');
  expect(megabytes(undefined)).toBe('–');
});
