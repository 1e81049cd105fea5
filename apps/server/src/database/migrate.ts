import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartupError } from '../startup-error.ts';
import { connect, type OpenDatabase, withoutTimeout } from './open-database.ts';
import type { Database } from './tables/schema.ts';

const folder = join(import.meta.dirname, 'migrations');

const MIGRATIONS_TABLE = 'kysely_migration';

/**
 * Runs every new file of `migrations/` in the order of its number, all in one transaction. Servers that start at the same time wait for
 * each other.
 *
 * @returns the names of the migrations that this call ran.
 * @throws {StartupError} if a newer version of the product migrated the database.
 */
export async function migrate(database: OpenDatabase): Promise<string[]> {
  return runWithoutTimeout(database, async (db) => {
    await refuseNewer(db);
    const { error, results = [] } = await migrator(db).migrateToLatest();
    if (error) throw error;
    return results.map((result) => result.migrationName);
  });
}

async function refuseNewer(db: Kysely<Database>): Promise<void> {
  const newest = await currentMigration(db);
  if (newest === undefined || (await isKnownMigration(newest))) return;
  throw new StartupError(
    `The database was migrated by a newer version of the product (${newest}). Start that version, or restore a backup made before it.`,
  );
}

/** Migrates an empty database up to and including the migration `name`. */
export async function migrateTo(database: OpenDatabase, name: string): Promise<void> {
  await runWithoutTimeout(database, async (db) => {
    const { error } = await migrator(db).migrateTo(name);
    if (error) throw error;
  });
}

/** Returns true if this version of the product has the migration. */
export async function isKnownMigration(name: string): Promise<boolean> {
  return Object.hasOwn(await readMigrations(), name);
}

/** Returns the name of the newest migration that ran, or `undefined` if none did. */
export async function currentMigration(db: Kysely<Database>): Promise<string | undefined> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass(${MIGRATIONS_TABLE}) is not null as "isThere"`.execute(db);
  if (!rows[0]?.isThere) return undefined;
  const newest = await sql<{ name: string }>`
    select name from ${sql.table(MIGRATIONS_TABLE)} order by name desc limit 1`.execute(db);
  return newest.rows[0]?.name;
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
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(join(folder, name), 'utf8');
    return [name.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}
