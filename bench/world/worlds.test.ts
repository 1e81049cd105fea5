import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connect, onSocket } from '../../apps/server/src/database/open-database.ts';
import type { Cluster } from './cluster.ts';
import { drawSamples } from './samples.ts';
import { type SeededWorld, seededWorld } from './seeded-world.ts';
import { findAlertPairs, findIdleTeachers, forgetWrites } from './writers.ts';

const SIZE = 2_000;
const SECRET = 'a secret for tests that is long enough';
const { host, port } = inject('postgres');

const cluster: Cluster = {
  urlOf: (database) =>
    `postgresql:///${database}?${new URLSearchParams({ host, port: String(port), user: 'postgres' })}`,
  stop: async () => {},
};
const name = `bench_${SIZE}`;
// A pool survives that the database is made anew beneath it.
const { pool: client, close } = connect({ connectionString: cluster.urlOf(name) });
const { pool: administrator, close: closeAdministrator } = connect(onSocket({ host, port }, 'postgres'));
let world: SeededWorld;

beforeAll(async () => {
  world = await seededWorld(cluster, SIZE, () => {});
});

afterAll(async () => {
  await close();
  await administrator.query(`drop database ${name} with (force)`);
  await closeAdministrator();
});

describe('a seeded world', () => {
  test('has four teachers to five requests, three of the five active', () => {
    expect(world.counts.teachers).toBe(1_600);
    expect(world.counts.requests / SIZE).toBeCloseTo(1, 1);
    expect(world.counts.active / world.counts.requests).toBeCloseTo(0.6, 1);
  });

  test('is kept while it is whole', async () => {
    await client.query("update users set name = 'Kept' where role = 'admin'");
    expect((await seededWorld(cluster, SIZE, () => {})).counts).toEqual(world.counts);
    expect(await nameOfAdministrator()).toBe('Kept');
  });

  test('is made anew where its making was broken off', async () => {
    await administrator.query(`comment on database ${name} is null`);
    await seededWorld(cluster, SIZE, () => {});
    expect(await nameOfAdministrator()).toBe('Demo administrator');
  });
});

test('samples are drawn from what the world holds, alike at every run', async () => {
  const samples = await drawSamples(world.url, SECRET);
  expect(samples.commonWords).toHaveLength(50);
  expect(new Set([...samples.commonWords, ...samples.rareWords]).size).toBe(100);
  expect(samples.devanagariWords.every((word) => /\p{Script=Devanagari}/u.test(word))).toBe(true);
  expect(samples.names).toHaveLength(100);
  expect(samples.largestStratum).toHaveLength(50);
  expect(samples.smallStrata.length).toBeGreaterThan(20);
  const ids = samples.largestStratum.map(({ requestId }) => requestId);
  const { rows } = await client.query('select from requests where id = any ($1) and listed', [ids]);
  expect(rows).toHaveLength(50);
  const again = await drawSamples(world.url, SECRET);
  expect(again.rareWords).toEqual(samples.rareWords);
  expect(again.smallStrata.map(({ requestId }) => requestId)).toEqual(
    samples.smallStrata.map(({ requestId }) => requestId),
  );
});

test('writers are idle teachers, and pairs who are posted where the other wishes to be', async () => {
  const idle = await findIdleTeachers(client, SECRET);
  expect(idle.length).toBeGreaterThan(100);
  const pairs = await findAlertPairs(client, SECRET);
  expect(pairs.length).toBeGreaterThan(100);
  expect([...idle, ...pairs].every(({ token }) => token.split('.').length === 3)).toBe(true);
});

test('what was written for a measurement is taken away, and nothing else', async () => {
  await client.query(
    "update users set email = 'bench-1@example.com' where id in (select id from users where role = 'teacher' limit 1)",
  );
  await forgetWrites(client);
  const { rows } = await client.query("select count(*)::int as teachers from users where role = 'teacher'");
  expect(rows[0]?.teachers).toBe(world.counts.teachers - 1);
});

async function nameOfAdministrator(): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>("select name from users where role = 'admin'");
  return rows[0]?.name;
}
