import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import { connect, onSocket } from '../../apps/server/src/database/open-database.ts';
import { createQueryRecorder } from './query-recorder.ts';
import { isReading } from './recorded-query.ts';

const recorder = createQueryRecorder();
const { db, pool, close } = connect({
  ...onSocket(inject('postgres'), 'postgres'),
  Client: recorder.Client,
});

beforeEach(() => void recorder.take());

afterAll(close);

test('queries of the builder and of the pool are recorded in their order, with their values', async () => {
  await db.selectNoFrom(({ val }) => val('a word').as('word')).execute();
  await pool.query('select $1::timestamptz', [new Date(0)]);
  expect(recorder.take()).toEqual([
    [{ text: 'select $1 as "word"', values: ['a word'] }],
    [{ text: 'select $1::timestamptz', values: ['1970-01-01T00:00:00.000Z'] }],
  ]);
  expect(recorder.take()).toEqual([]);
});

test('a prepared statement keeps its name', async () => {
  await pool.query({ name: 'one', text: 'select $1::int as one', values: [1] });
  expect(recorder.take()).toEqual([[{ name: 'one', text: 'select $1::int as one', values: [1] }]]);
});

test('queries that are under way together make one step; one that fails ends its step too', async () => {
  const together = () => Promise.all([1, 2].map((number) => pool.query('select $1::int', [number])));
  // The first time the second of them waits for its connection.
  await together();
  recorder.take();
  await together();
  await expect(pool.query('select 1 / 0')).rejects.toThrow('division by zero');
  await pool.query('select 3');
  expect(recorder.take().map((step) => step.length)).toEqual([2, 1, 1]);
});

test.each([
  ['select 1', true],
  [' (select 1) union all (select 2)', true],
  ['with a as (select 1) select * from a', true],
  ['begin', false],
  ['insert into audit_log values (1)', false],
  ['with gone as (delete from alerts returning id) select * from gone', false],
  ['with changed as (update "plans" set progress = 1 returning id) select * from changed', false],
])('of “%s” it is %s that it only reads', (text, expected) => {
  expect(isReading({ text, values: [] })).toBe(expected);
});
