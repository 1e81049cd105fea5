import { expect, it } from 'vitest';
import { orderOf, reversed, shownColumns, withColumn } from './columns.ts';

const column = (id: string, more: { sort?: string; isExtra?: boolean } = {}) => ({
  id,
  header: id,
  value: () => id,
  ...more,
});
const columns = [column('name', { sort: 'name' }), column('place'), column('school', { isExtra: true })];
const ids = (chosen: string | null) => shownColumns(columns, chosen).map(({ id }) => id);

it('shownColumns returns the default or the chosen columns, and always the first', () => {
  expect(ids(null)).toEqual(['name', 'place']);
  expect(ids('school')).toEqual(['name', 'school']);
  expect(ids('nothing')).toEqual(['name']);
});

it('withColumn adds and removes a column, and returns an empty value for the default columns', () => {
  expect(withColumn(columns, null, 'school')).toBe('name,place,school');
  expect(withColumn(columns, 'name,place,school', 'place')).toBe('name,school');
  expect(withColumn(columns, 'name,place,school', 'school')).toBe('');
});

it('orderOf and reversed handle both directions', () => {
  const [name = column('none')] = columns;
  expect([orderOf(name, 'name'), orderOf(name, '-name'), orderOf(name, 'place')]).toEqual([
    'ascending',
    'descending',
    undefined,
  ]);
  expect([reversed('name'), reversed('-name')]).toEqual(['-name', 'name']);
});
