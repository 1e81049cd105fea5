import { CompiledQuery, type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneDatabase } from '../../test/testing/test-app.ts';
import { connect, type OpenDatabase } from './open-database.ts';
import { executePrepared, readPrepared } from './postgres-dialect.ts';
import type { Database } from './tables/schema.ts';

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

/** Returns the process of PostgreSQL that ran a statement of `readPrepared`. */
async function readingProcess(db: Kysely<Database>): Promise<number | undefined> {
  const query = sql<{ pid: number }>`select pg_backend_pid() as pid`.compile(db);
  return (await readPrepared(db, 'process', query))[0]?.pid;
}

it('readPrepared runs concurrent statements on one connection, each with its own answer', async () => {
  const { db } = database;
  const half = (of: number) =>
    readPrepared(
      db,
      'half',
      sql<{ half: number; pid: number }>`select 60 / ${of}::int as half, pg_backend_pid() as pid`.compile(db),
    );
  const answers = await Promise.allSettled([half(2), half(3), half(0), half(4)]);
  const pid = await readingProcess(db);
  expect(answers).toMatchObject([
    { value: [{ half: 30, pid }] },
    { value: [{ half: 20, pid }] },
    { reason: { message: 'division by zero' } },
    { value: [{ half: 15, pid }] },
  ]);
});

it('readPrepared runs on the connection of a transaction', async () => {
  await database.db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
    expect(await readingProcess(transaction)).toBe(rows[0]?.pid);
  });
  expect(await readingProcess(database.db)).toBe(await readingProcess(database.db));
});

it('readPrepared opens a new connection after the shared one was closed', async () => {
  const { db, pool } = database;
  const closed = await readingProcess(db);
  await pool.query('select pg_terminate_backend($1)', [closed]);
  // A statement that is sent before the end of the connection is noticed fails.
  await expect.poll(() => readingProcess(db).catch(() => closed)).not.toBe(closed);
});
