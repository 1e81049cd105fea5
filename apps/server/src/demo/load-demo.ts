import { setImmediate } from 'node:timers/promises';
import { type DemoOptions, demoTeachers } from '@mutual-transfer/demo/demo-teachers';
import type pg from 'pg';
import { SEARCH_WORDS_VERSION } from '../privacy/search-words.ts';
import { copyLines } from './copy-rows.ts';
import { addDemoLines, type DemoLines, offersTarget, requestsTarget, usersTarget } from './demo-rows.ts';
import { dropListIndexes, vacuum } from './index-rebuild.ts';

/** A demo world and how its teachers log in. */
export interface LoadOptions extends DemoOptions {
  readonly passwordHash: string;
  /** Told now and then how many teachers are written. */
  readonly onProgress?: (teachers: number) => void;
}

/** How many teachers go to the database at once. */
const BATCH = 5_000;
/** After how many teachers the connection is let work. */
const BREATH = 20;
/** From how many teachers on it pays to write first and index after. */
const BULK = 20_000;

/**
 * Writes a demo world into the database, in one transaction: people, their requests, and all that lists and matches
 * read of them.
 *
 * @returns how many teachers and requests were written.
 */
export async function loadDemo(
  pool: pg.Pool,
  options: LoadOptions,
): Promise<{ teachers: number; requests: number }> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    const { rows } = await client.query<{ has: boolean }>('select exists (select from requests) as has');
    const isBulk = options.teachers >= BULK;
    const rebuild = isBulk ? await dropListIndexes(client) : undefined;
    const counts = await writeWorld(client, options);
    await rebuild?.();
    // Words are written in the newest form: a world without older ones need not be gone through for them.
    if (rows[0]?.has === false)
      await client.query('update product_settings set search_words_version = $1', [SEARCH_WORDS_VERSION]);
    await client.query('commit');
    if (isBulk) await vacuum(client);
    client.release();
    return counts;
  } catch (error) {
    // The connection may be in the midst of a COPY: it is of no more use.
    client.release(true);
    throw error;
  }
}

/** While the database takes one batch, the next is made up. */
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
    // Awaited before the next batch; until then a failure must not count as an unhandled rejection.
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
    if (index % BREATH === 0) await setImmediate();
    if (lines.users.length < BATCH) continue;
    yield lines;
    lines = { users: [], requests: [], offers: [] };
  }
  yield lines;
}

async function writeBatch(client: pg.PoolClient, lines: DemoLines): Promise<void> {
  await copyLines(client, usersTarget, lines.users);
  await copyLines(client, requestsTarget, lines.requests);
  await copyLines(client, offersTarget, lines.offers);
}
