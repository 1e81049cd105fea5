import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { wordsOf } from '@mutual-transfer/domain/language/text';
import type pg from 'pg';
import { DEMO_PASSWORD, DEMO_SEED } from '../apps/server/src/demo/demo-world.ts';
import { loadDemo } from '../apps/server/src/demo/load-demo.ts';
import { projectFolder } from '../apps/server/src/platform/config.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import {
  connect,
  type OpenDatabase,
  withoutTimeout,
} from '../apps/server/src/platform/database/open-database.ts';
import { createTokens } from '../apps/server/src/platform/tokens.ts';
import { createPasswords } from '../apps/server/src/sign-in/passwords.ts';

/** Database of generated teachers that is ready to be measured. */
export interface World {
  /** Requested number of requests. */
  size: number;
  url: string;
  counts: { teachers: number; requests: number; active: number };
}

const TEACHERS_A_REQUEST = 0.8;
const ACTIVE_SHARE = 0.6;
/** Accepted deviation of the share of active requests. Requests of a stored data set expire; beyond this it is made again. */
const LEEWAY = 0.03;
/** Database comment that marks a complete data set. */
const WHOLE = 'whole';
const DAY = 24 * 60 * 60 * 1_000;

/**
 * Runs the work on a data set with the given number of requests: five requests per four teachers, three in five of them active. Reuses a
 * complete data set, which is in the PostgreSQL of `DATABASE_URL`, whose user must be allowed to create databases, or in an embedded one.
 */
export async function withWorld<Result>(
  size: number,
  work: (world: World) => Promise<Result>,
): Promise<Result> {
  const { urlOf, stop } = await openPostgres();
  try {
    const name = `bench_${size}`;
    const reused = (await isWhole(urlOf('postgres'), name)) ? await reuse(urlOf(name)) : undefined;
    const isInShape = reused && Math.abs(reused.active / reused.requests - ACTIVE_SHARE) <= LEEWAY;
    const counts = isInShape ? reused : await make(urlOf, name, size);
    return await work({ size, url: urlOf(name), counts });
  } finally {
    await stop();
  }
}

async function openPostgres() {
  const { DATABASE_URL } = process.env;
  if (DATABASE_URL) {
    const urlOf = (pathname: string) => Object.assign(new URL(DATABASE_URL), { pathname }).toString();
    return { urlOf, stop: async () => {} };
  }
  const { host, port, stop } = await startEmbeddedPostgres(join(projectFolder, '.data/bench/postgres'));
  const reach = new URLSearchParams({ host, port: String(port), user: 'postgres' });
  return { urlOf: (database: string) => `postgresql:///${database}?${reach}`, stop };
}

/** Runs the work on a database without statement timeouts. */
export async function withDatabase<Result>(
  url: string,
  work: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const database = connect({ ...withoutTimeout, max: 2, connectionString: url });
  return work(database).finally(database.close);
}

function isWhole(url: string, name: string): Promise<boolean> {
  return withDatabase(url, async ({ pool }) => {
    const { rows } = await pool.query<{ comment: string | null }>(
      "select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1",
      [name],
    );
    return rows[0]?.comment === WHOLE;
  });
}

function reuse(url: string): Promise<World['counts']> {
  return withDatabase(url, async (database) => {
    await migrate(database);
    await database.pool.query('vacuum (analyze)');
    return count(database);
  });
}

async function make(urlOf: (database: string) => string, name: string, size: number) {
  await withDatabase(urlOf('postgres'), async ({ pool }) => {
    await pool.query(`drop database if exists ${name} with (force)`);
    await pool.query(`create database ${name}`);
  });
  return withDatabase(urlOf(name), async (database) => {
    const { pool } = database;
    await migrate(database);
    const teachers = Math.round(size * TEACHERS_A_REQUEST);
    console.error(`Creating ${teachers} teachers …`);
    const passwordHash = await createPasswords().hash(DEMO_PASSWORD);
    await loadDemo(pool, { seed: DEMO_SEED, teachers, now: new Date(), preset: 'seasoned', passwordHash });
    await pool.query('vacuum (analyze)');
    await pool.query('checkpoint');
    await pool.query(`comment on database ${name} is '${WHOLE}'`);
    return count(database);
  });
}

async function count({ pool }: OpenDatabase): Promise<World['counts']> {
  const { rows } = await pool.query<World['counts']>(`
    select (select count(*)::int from users where role = 'teacher') as teachers,
      count(*)::int as requests, count(*) filter (where listed)::int as active
    from requests`);
  const [counts] = rows;
  if (counts === undefined) throw new Error('The database counted nothing.');
  return counts;
}

/** Request of a teacher, with a session of its owner. */
export interface BenchRequest {
  requestId: string;
  userId: string;
  token: string;
}

/** Teacher without an open request. */
export interface IdleTeacher {
  userId: string;
  /** Code of the block where they work. */
  block: string;
  email: string;
  token: string;
}

/** Search words and people that calls use. Drawn from the data set; the same in every run. */
export interface Samples {
  commonWords: string[];
  names: string[];
  largestStratum: BenchRequest[];
  smallStrata: BenchRequest[];
  /** Enough for all concurrent visits to use different ones. */
  idle: IdleTeacher[];
}

/** Draws the samples, and opens sessions for the callers. Deletes the sessions and notices of earlier runs. */
export async function drawSamples(client: pg.Client, tokenSecret: string): Promise<Samples> {
  await client.query('delete from sessions');
  await client.query('delete from alerts');
  const commonWords = await client.query<{ word: string }>(
    `select word from ts_stat($$select search from requests where listed
      and mod(hashtext(id::text), greatest(1, (select count(*) from requests where listed) / 20000)) = 0$$)
    where char_length(word) > 2 and word ~ '^[a-z]+$' order by ndoc desc, word limit 50`,
  );
  const names = await client.query<{ name: string }>(
    `select users.name from requests join users on users.id = user_id
    where listed and not users.hide_name order by md5(requests.id::text) limit 100`,
  );
  const idle = await client.query<{ userId: string; block: string; email: string }>(
    `select user_id as "userId", from_block as block, email from offers join users on users.id = user_id
    where request_id is null order by md5(user_id::text) limit 1000`,
  );
  const [largest, small] = [await findRequests(client, 'desc', 1), await findRequests(client, 'asc', 50)];
  const users = [...largest, ...small, ...idle.rows].map(({ userId }) => userId);
  const tokenOf = await openSessions(client, tokenSecret, [...new Set(users)]);
  const signedIn = <Person extends { userId: string }>(person: Person) => ({
    ...person,
    token: tokenOf.get(person.userId) ?? '',
  });
  return {
    commonWords: commonWords.rows.map(({ word }) => word),
    names: names.rows.map(({ name }) => wordsOf(name).join(' ')),
    largestStratum: largest.map(signedIn),
    smallStrata: small.map(signedIn),
    idle: idle.rows.map(signedIn),
  };
}

/** Returns fifty requests of the largest stratum (subject, class level and category), or of the smallest. */
async function findRequests(client: pg.Client, order: 'asc' | 'desc', strata: number) {
  const { rows } = await client.query<Omit<BenchRequest, 'token'>>(
    `with strata as (
      select subject, class_range, category from offers where request_id is not null and category is not null
      group by subject, class_range, category order by count(*) ${order}, 1, 2, 3 limit $1
    ), ranked as (
      select request_id, user_id, row_number() over (
        partition by offers.subject, offers.class_range, offers.category order by md5(request_id::text)) as place
      from offers join strata using (subject, class_range, category) where request_id is not null
    )
    select request_id as "requestId", user_id as "userId" from ranked
    order by place, md5(request_id::text) limit 50`,
    [strata],
  );
  return rows;
}

/** Opens a session for each of the people. @returns their tokens. */
export async function openSessions(client: pg.ClientBase, tokenSecret: string, userIds: string[]) {
  const tokens = createTokens(tokenSecret);
  const expiresAt = new Date(Date.now() + DAY);
  const sessions = userIds.map((userId) => ({ id: randomUUID(), userId, expiresAt }));
  await client.query(
    `insert into sessions (id, user_id, created_at, expires_at)
    select id, user_id, now(), $3 from unnest($1::uuid[], $2::uuid[]) as session (id, user_id)`,
    [sessions.map(({ id }) => id), userIds, expiresAt],
  );
  return new Map(
    await Promise.all(sessions.map(async (session) => [session.userId, await tokens.sign(session)] as const)),
  );
}
