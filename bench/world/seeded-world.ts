import { createPasswords } from '../../apps/server/src/accounts/passwords/passwords.ts';
import { migrate } from '../../apps/server/src/database/migrate.ts';
import type { OpenDatabase } from '../../apps/server/src/database/open-database.ts';
import { addDemoAdministrator, DEMO_PASSWORD, DEMO_SEED } from '../../apps/server/src/demo/demo-world.ts';
import { loadDemo } from '../../apps/server/src/demo/load-demo.ts';
import { addAgreements } from './agreements.ts';
import { type Cluster, withDatabase } from './cluster.ts';

/** Database of generated teachers that is ready to be measured. */
export interface SeededWorld {
  /** Requested number of requests. */
  readonly size: number;
  readonly url: string;
  readonly counts: WorldCounts;
}

/** Numbers of rows in a data set. */
export interface WorldCounts {
  readonly teachers: number;
  readonly requests: number;
  readonly active: number;
}

const TEACHERS_A_REQUEST = 0.8;
const ACTIVE_SHARE = 0.6;
/**
 * Accepted deviation from the share of active requests. Requests of a stored data set expire; beyond this deviation
 * it is recreated.
 */
const LEEWAY = 0.03;
/** Database comment that marks a complete data set. */
const WHOLE = 'whole';

/**
 * Returns the data set with the given number of requests: five requests per four teachers, three in five of them
 * active. Some of the teachers are in agreements. Reuses and migrates an existing data set if it is complete;
 * otherwise creates one and prints the progress. Vacuums and analyses it in both cases.
 */
export async function seededWorld(cluster: Cluster, size: number): Promise<SeededWorld> {
  const name = `bench_${size}`;
  const url = cluster.urlOf(name);
  const reused = (await isWhole(cluster, name)) ? await reuse(url) : undefined;
  const counts = reused && isInShape(reused) ? reused : await make(cluster, name, size);
  await withDatabase(url, ({ pool }) => addAgreements(pool));
  return { size, url, counts };
}

async function isWhole(cluster: Cluster, name: string): Promise<boolean> {
  return withDatabase(cluster.urlOf('postgres'), async ({ pool }) => {
    const { rows } = await pool.query<{ comment: string | null }>(
      "select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1",
      [name],
    );
    return rows[0]?.comment === WHOLE;
  });
}

async function reuse(url: string): Promise<WorldCounts> {
  return withDatabase(url, async (database) => {
    await migrate(database);
    await database.pool.query('vacuum (analyze)');
    return count(database);
  });
}

function isInShape({ requests, active }: WorldCounts): boolean {
  return Math.abs(active / requests - ACTIVE_SHARE) <= LEEWAY;
}

async function make(cluster: Cluster, name: string, size: number): Promise<WorldCounts> {
  await withDatabase(cluster.urlOf('postgres'), async ({ pool }) => {
    await pool.query(`drop database if exists ${name} with (force)`);
    await pool.query(`create database ${name}`);
  });
  return withDatabase(cluster.urlOf(name), async (database) => {
    await migrate(database);
    await fill(database, Math.round(size * TEACHERS_A_REQUEST));
    await database.pool.query('vacuum (analyze)');
    await database.pool.query('checkpoint');
    await database.pool.query(`comment on database ${name} is '${WHOLE}'`);
    return count(database);
  });
}

async function fill({ pool, ...database }: OpenDatabase, teachers: number): Promise<void> {
  const now = new Date();
  const passwordHash = await createPasswords().hash(DEMO_PASSWORD);
  const saidEvery = Math.max(10_000, teachers / 10);
  let said = 0;
  const onProgress = (written: number) => {
    if (written < said + saidEvery) return;
    said = written;
    console.error(`${written} of ${teachers} teachers written`);
  };
  await loadDemo(pool, { seed: DEMO_SEED, teachers, now, preset: 'seasoned', passwordHash, onProgress });
  await addDemoAdministrator({ pool, ...database }, passwordHash, now);
}

async function count({ pool }: OpenDatabase): Promise<WorldCounts> {
  const { rows } = await pool.query<WorldCounts>(`
    select (select count(*)::int from users where role = 'teacher') as teachers,
      count(*)::int as requests, count(*) filter (where listed)::int as active
    from requests`);
  const [counts] = rows;
  if (counts === undefined) throw new Error('The database counted nothing.');
  return counts;
}
