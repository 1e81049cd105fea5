import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../test/testing/test-app.ts';
import { refreshProjections } from '../people/projections.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { hasDemoAccounts } from './demo-accounts.ts';
import { addDemoTeachers, countDemoTeachers } from './demo-world.ts';
import { dropListIndexes } from './index-rebuild.ts';
import { loadDemo } from './load-demo.ts';

const NOW = new Date('2026-06-15T06:30:00.000Z');
const world = { seed: 1, teachers: 300, now: NOW, passwordHash: 'a hash' };

let clone: { database: OpenDatabase; drop: () => Promise<void> };

beforeAll(async () => {
  clone = await cloneDatabase();
});

afterAll(() => clone.drop());

/** Returns all columns that the product derives, as text. */
async function derived({ db }: OpenDatabase): Promise<unknown> {
  const users = await sql`
    select id, hide_name, hide_phone, hide_email, hide_school_name from users order by id`.execute(db);
  const requests = await sql`select id, search::text, listed from requests order by id`.execute(db);
  const offers = await sql`select * from offers order by user_id, request_id`.execute(db);
  return { users: users.rows, requests: requests.rows, offers: offers.rows };
}

test('loaded demo data equals what the server would have derived', async () => {
  const progress: number[] = [];
  const counts = await loadDemo(clone.database.pool, {
    ...world,
    onProgress: (written) => progress.push(written),
  });
  expect(counts.teachers).toBe(300);
  expect(progress.at(-1)).toBe(300);
  const loaded = await derived(clone.database);
  const { db } = clone.database;
  const users = await db.selectFrom('users').select('id').execute();
  for (const { id } of users) await db.transaction().execute((step) => refreshProjections(step, id));
  expect(loaded).toEqual(await derived(clone.database));
});

test('ids contain the creation time of their rows to the millisecond', async () => {
  const { rows } = await sql<{ id: string; created_at: Date }>`
    select id, created_at from users union all select id, created_at from requests`.execute(
    clone.database.db,
  );
  const wrong = rows.filter(
    ({ id, created_at }) => Number.parseInt(id.replace('-', '').slice(0, 12), 16) !== created_at.getTime(),
  );
  expect(rows.length).toBeGreaterThan(500);
  expect(wrong).toEqual([]);
});

test('demo data grows to the requested number and no further', async () => {
  expect(await addDemoTeachers(clone.database, world)).toEqual({ before: 300, teachers: 0, requests: 0 });
  const created = await addDemoTeachers(clone.database, { ...world, teachers: 350 });
  expect(created).toMatchObject({ before: 300, teachers: 50 });
});

test('demo data of another seed is refused', async () => {
  await expect(addDemoTeachers(clone.database, { ...world, seed: 2, teachers: 400 })).rejects.toThrow(
    'another seed',
  );
});

test('demo data is loaded completely or not at all', async () => {
  const before = await derived(clone.database);
  await expect(loadDemo(clone.database.pool, { ...world, first: 350, passwordHash: '\0' })).rejects.toThrow();
  await expect(loadDemo(clone.database.pool, world)).rejects.toThrow('duplicate key');
  expect(await derived(clone.database)).toEqual(before);
});

test('dropped indexes are restored unchanged', async () => {
  const client = await clone.database.pool.connect();
  const indexes = () =>
    client.query('select indexdef from pg_indexes where tablename = any ($1) order by indexname', [
      ['users', 'requests', 'offers'],
    ]);
  try {
    const before = await indexes();
    await client.query('begin');
    const rebuild = await dropListIndexes(client);
    expect((await indexes()).rows.length).toBeLessThan(before.rows.length);
    await rebuild();
    await client.query('commit');
    expect((await indexes()).rows).toEqual(before.rows);
  } finally {
    client.release();
  }
});

test('counting demo teachers finds the last one although others were erased', async () => {
  const { database } = clone;
  expect(await countDemoTeachers(database, 1)).toBe(350);
  await database.pool.query("delete from users where email ~ '[a-z](350|100|42)@'");
  expect(await countDemoTeachers(database, 1)).toBe(349);
  expect(await countDemoTeachers(database, 2)).toBe(0);
  await database.pool.query('delete from users where true');
  expect(await countDemoTeachers(database, 1)).toBe(0);
  expect(await hasDemoAccounts(database)).toBe(false);
});
