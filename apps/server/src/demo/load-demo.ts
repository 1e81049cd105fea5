import { setImmediate } from 'node:timers/promises';
import { type DemoOptions, demoTeachers } from '@mutual-transfer/demo/demo-teachers';
import { PRIVACY_NOTICE_VERSION } from '@mutual-transfer/domain/constants';
import type pg from 'pg';
import { copyLines } from './copy-rows.ts';
import { addDemoLines, type DemoLines, offersTarget, requestsTarget, usersTarget } from './demo-rows.ts';
import { dropListIndexes, vacuum } from './index-rebuild.ts';

/** Size and seed of the demo data, and the password hash of its teachers. */
export interface LoadOptions extends DemoOptions {
  passwordHash: string;
  /** Called repeatedly with the number of teachers written so far. */
  onProgress?: (teachers: number) => void;
}

/** Number of teachers per batch. */
const BATCH = 5_000;
/** Number of teachers generated before the event loop serves other calls. */
const TEACHERS_PER_TURN = 20;
/** Minimum number of teachers for which dropping and rebuilding indexes is faster. */
const BULK = 20_000;

/**
 * Writes demo data to the database in one transaction: people, their requests, and everything that lists and matches read.
 *
 * @returns the numbers of written teachers and requests.
 */
export async function loadDemo(
  pool: pg.Pool,
  options: LoadOptions,
): Promise<{ teachers: number; requests: number }> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    const isBulk = options.teachers >= BULK;
    const rebuild = isBulk ? await dropListIndexes(client) : undefined;
    const counts = await writeWorld(client, options);
    await declareCompletions(client);
    await acceptNotice(client);
    await rebuild?.();
    await client.query('commit');
    if (isBulk) await vacuum(client);
    client.release();
    return counts;
  } catch (error) {
    // The connection may be in the middle of a COPY and cannot be reused.
    client.release(true);
    throw error;
  }
}

/** Writes the demo data in batches. Generates the next batch while the database writes one. */
async function writeWorld(
  client: pg.PoolClient,
  options: LoadOptions,
): Promise<{ teachers: number; requests: number }> {
  let teachers = 0;
  let requests = 0;
  let writing: Promise<void> = Promise.resolve();
  for await (const lines of batches(options)) {
    await writing;
    options.onProgress?.(teachers);
    writing = writeBatch(client, lines);
    // The promise is awaited before the next batch. Until then a rejection must not count as unhandled.
    writing.catch(() => {});
    teachers += lines.users.length;
    requests += lines.requests.length;
  }
  await writing;
  options.onProgress?.(teachers);
  return { teachers, requests };
}

async function* batches(options: LoadOptions): AsyncGenerator<DemoLines, void, undefined> {
  let lines: DemoLines = { users: [], requests: [], offers: [] };
  let index = options.first ?? 0;
  for (const teacher of demoTeachers(options)) {
    addDemoLines(lines, teacher, { seed: options.seed, index, passwordHash: options.passwordHash });
    index += 1;
    if (index % TEACHERS_PER_TURN === 0) await setImmediate();
    if (lines.users.length < BATCH) continue;
    yield lines;
    lines = { users: [], requests: [], offers: [] };
  }
  yield lines;
}

/** Records that the teachers of completed requests moved, ten days after each request. */
async function declareCompletions(client: pg.PoolClient): Promise<void> {
  await client.query(`
    insert into declared_completions (request_id, completed_at)
    select id, least(created_at + interval '10 days', now()) from requests
    where status = 'completed'
      and not exists (select from agreement_members where request_id = requests.id and agreement_members.state = 'completed')
    on conflict do nothing`);
}

/** Records that the demo teachers accepted the privacy notice. */
async function acceptNotice(client: pg.PoolClient): Promise<void> {
  await client.query(
    `insert into notice_consents (user_id, version, given_at)
     select id, $1, created_at from users where is_demo and role = 'teacher' on conflict do nothing`,
    [PRIVACY_NOTICE_VERSION],
  );
}

async function writeBatch(client: pg.PoolClient, lines: DemoLines): Promise<void> {
  await copyLines(client, usersTarget, lines.users);
  await copyLines(client, requestsTarget, lines.requests);
  await copyLines(client, offersTarget, lines.offers);
}
