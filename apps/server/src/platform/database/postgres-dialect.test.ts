import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneDatabase } from '../../../test/testing/test-app.ts';
import { connect, type OpenDatabase } from './open-database.ts';
import { executePrepared } from './postgres-dialect.ts';

let database: OpenDatabase;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ database, drop } = await cloneDatabase());
});
afterAll(() => drop());

it('executePrepared prepares a statement once per connection and sends new values each time', async () => {
  await database.db.connection().execute(async (db) => {
    const sum = (first: number, second: number) =>
      executePrepared(
        db,
        'sum',
        sql<{ sum: number }>`select ${first}::int + ${second}::int as sum`.compile(db),
      );
    expect([await sum(1, 2), await sum(3, 4)]).toEqual([[{ sum: 3 }], [{ sum: 7 }]]);
    const prepared = await sql<{ calls: string }>`
      select generic_plans + custom_plans as calls from pg_prepared_statements
      where statement like '%as sum'`.execute(db);
    expect(prepared.rows).toEqual([{ calls: '2' }]);
  });
});

it('executePrepared refuses a second text under the same name', async () => {
  const select = (text: string) => executePrepared(database.db, 'varies', CompiledQuery.raw(text));
  await select('select 1 as one');
  await expect(select('select 2 as two')).rejects.toThrow('The text of the prepared statement varies varies');
});

it('executePrepared sends unnamed statements if preparing is off', async () => {
  const { db, close } = connect({ ...database.pool.options, max: 1 }, false);
  const one = await executePrepared(db, 'one', sql<{ one: number }>`select ${1}::int as one`.compile(db));
  expect(one).toEqual([{ one: 1 }]);
  expect((await sql`select from pg_prepared_statements`.execute(db)).rows).toEqual([]);
  await close();
});

it('a statement without a name is not prepared', async () => {
  await database.db.connection().execute(async (db) => {
    await sql`select ${1}::int as other`.execute(db);
    const prepared = await sql`select from pg_prepared_statements where statement like '%as other'`.execute(
      db,
    );
    expect(prepared.rows).toEqual([]);
  });
});
