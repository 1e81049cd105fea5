import { afterAll, expect, inject, test } from 'vitest';
import { connect, onSocket } from '../../apps/server/src/database/open-database.ts';
import { parameterOf } from './recorded-query.ts';
import { withLiterals } from './sql-literals.ts';

const { pool, close } = connect(onSocket(inject('postgres'), 'postgres'));

afterAll(close);

test('parameters become literals, and only parameters', () => {
  const query = { text: "select $1, $2, '$1 costs', 'it''s $2', $10", values: ["it's", null] };
  expect(withLiterals(query)).toBe("select 'it''s', null, '$1 costs', 'it''s $2', null");
});

test.each<[string, unknown[]]>([
  ['select $1::text as it', ["it's \\ 'quoted' पटना $1"]],
  ['select $1::text[] as it', [['a', 'b "c"', 'd\\e', "f'g", null]]],
  ['select $1::int + 1 as it', [41]],
  ['select not $1::boolean as it', [true]],
  ['select $1::timestamptz as it', [new Date('2026-06-15T06:30:00.123Z')]],
  ['select * from generate_series(1, 100) as it order by it limit $1 offset $2', [2, 3]],
  ['select $1 = any ($2::text[]) as it', ['b', ['a', 'b']]],
])('%s answers as it does with parameters', async (text, values) => {
  const expected = await pool.query(text, values);
  const literal = await pool.query(withLiterals({ text, values: values.map(parameterOf) }));
  expect(literal.rows).toEqual(expected.rows);
});
