import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneDatabase } from '../../test/testing/test-app.ts';
import type { OpenDatabase } from './open-database.ts';
import { SharedConnection } from './shared-connection.ts';

/** Statement that waits while the test has the advisory lock. */
const waiting = { text: 'select pg_advisory_lock_shared(7)' };

let database: OpenDatabase;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ database, drop } = await cloneDatabase());
});
afterAll(() => drop());

function shared(options: pg.PoolConfig = {}): SharedConnection {
  const pool = new pg.Pool({ ...database.pool.options, max: 1, pipeline: true, ...options });
  pool.on('error', () => {});
  return new SharedConnection(pool);
}

/** Runs some work while a statement that takes the advisory lock waits. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  const holder = await database.pool.connect();
  await holder.query('select pg_advisory_lock(7)');
  try {
    await work();
  } finally {
    await holder.query('select pg_advisory_unlock_all()');
    holder.release();
  }
}

it('answers statements in their order, and closes after the last answer', async () => {
  const connection = shared();
  const answers: Promise<pg.QueryResult>[] = [];
  let closed: Promise<void> | undefined;
  await whileLocked(async () => {
    answers.push(connection.query(waiting), connection.query({ text: 'select 2 as two' }));
    expect(connection.unanswered).toBe(2);
    closed = connection.end();
  });
  expect((await Promise.all(answers))[1]?.rows).toEqual([{ two: 2 }]);
  await closed;
  expect(connection.unanswered).toBe(0);
});

it('after a statement without an answer fails the ones behind it too, and then opens a new connection', async () => {
  const connection = shared({ query_timeout: 500, statement_timeout: 0 });
  await connection.query({ text: 'select' });
  await whileLocked(async () => {
    const answers = [connection.query(waiting), connection.query({ text: 'select 2 as two' })];
    expect(await Promise.allSettled(answers)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  });
  await expect
    .poll(() =>
      connection.query({ text: 'select 3 as three' }).then(
        ({ rows }) => rows,
        () => [],
      ),
    )
    .toEqual([{ three: 3 }]);
  await connection.end();
});
