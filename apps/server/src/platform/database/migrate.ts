import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PRIVACY_NOTICE_VERSION } from '@mutual-transfer/domain/constants';
import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationResult, Migrator } from 'kysely/migration';
import { connect, type OpenDatabase, withoutTimeout } from './open-database.ts';
import { codeOf, StartupError } from './startup-error.ts';
import type { Database } from './tables.ts';

/** Migration 1, which creates the whole schema. */
const SCHEMA = '0001-schema';
const schemaFile = join(import.meta.dirname, 'schema.sql');
/** Folder of the later migrations. */
const folder = join(import.meta.dirname, 'migrations');

const MIGRATIONS_TABLE = 'kysely_migration';

/**
 * Creates the schema in an empty database, and runs every new file of `migrations/` in the order of its number, all in one transaction.
 * Servers that start at the same time wait for each other.
 *
 * Stores the version of the privacy notice that this program shows.
 *
 * @returns the names of the migrations that this call ran.
 * @throws {StartupError} if a newer version of the product migrated the database, or one of before the first release created it.
 */
export async function migrate(database: OpenDatabase): Promise<string[]> {
  return runWithoutTimeout(database, async (db) => {
    await refuseForeign(db);
    const results = await migrateUnderLoad(db);
    await db
      .insertInto('privacy_notices')
      .values({ version: PRIVACY_NOTICE_VERSION, published_at: sql`now()` })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return results.map((result) => result.migrationName);
  });
}

/**
 * Time for which a migration waits for a table that calls of the previous version use. It is below `deadlock_timeout` (1 s): the migration gives
 * up what it locked before PostgreSQL would end one of the calls.
 */
const LOCK_TIMEOUT = '500ms';
const PAUSE_MS = 500;
const ATTEMPTS = 120;

/** Migrates, and tries again while calls of other processes use the tables. */
async function migrateUnderLoad(db: Kysely<Database>): Promise<readonly MigrationResult[]> {
  for (let attempt = 1; ; attempt += 1) {
    const { error, results = [] } = await migrator(db).migrateToLatest();
    if (error === undefined) return results;
    if (attempt === ATTEMPTS || !isLocked(error)) throw error;
    await setTimeout(PAUSE_MS);
  }
}

/** Returns true if another transaction had locked what this one needed. */
function isLocked(error: unknown): boolean {
  return ['55P03', '40P01'].includes(codeOf(error) ?? '');
}

async function refuseForeign(db: Kysely<Database>): Promise<void> {
  const executed = await findExecuted(db);
  if (executed.length === 0) return;
  if (!executed.includes(SCHEMA)) {
    throw new StartupError(
      'The database is from before the first release and cannot be migrated: delete the data folder (DATA_DIR; by default .data, with demo data .data/demo), or set DATABASE_URL to an empty database.',
    );
  }
  const newest = executed.at(-1) ?? '';
  if (await isKnownMigration(newest)) return;
  throw new StartupError(
    `The database was migrated by a newer version of the product (${newest}). Start that version, or restore a backup made before it.`,
  );
}

/** Returns true if this version of the product has the migration. */
async function isKnownMigration(name: string): Promise<boolean> {
  return Object.hasOwn(await readMigrations(), name);
}

/** Returns the names of the migrations that ran, in their order. */
async function findExecuted(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass(${MIGRATIONS_TABLE}) is not null as "isThere"`.execute(db);
  if (!rows[0]?.isThere) return [];
  const executed = await sql<{ name: string }>`
    select name from ${sql.table(MIGRATIONS_TABLE)} order by name`.execute(db);
  return executed.rows.map(({ name }) => name);
}

/** Runs work on connections without a statement timeout, because a migration that rewrites all requests takes longer than the timeout. */
async function runWithoutTimeout<Result>(
  { pool }: OpenDatabase,
  work: (db: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  const { db, close } = connect({ ...pool.options, ...withoutTimeout, max: 2 });
  try {
    return await work(db);
  } finally {
    await close();
  }
}

function migrator(db: Kysely<Database>): Migrator {
  return new Migrator({ db, provider: { getMigrations: readMigrations } });
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const later = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const files = [
    [SCHEMA, schemaFile],
    ...later.map((name) => [name.replace(/\.sql$/, ''), join(folder, name)]),
  ];
  const entries = files.map(async ([name = '', file = '']): Promise<[string, Migration]> => {
    const text = await readFile(file, 'utf8');
    const up = async (db: Kysely<unknown>) => {
      if (name !== SCHEMA) await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(db);
      await sql.raw(text).execute(db);
    };
    return [name, { up }];
  });
  return Object.fromEntries(await Promise.all(entries));
}
