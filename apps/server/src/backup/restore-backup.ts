import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { currentMigration, isKnownMigration, migrate, migrateTo } from '../database/migrate.ts';
import { clientWithoutTimeout, type OpenDatabase } from '../database/open-database.ts';
import { codeOf } from '../error-code.ts';
import { StartupError } from '../startup-error.ts';
import {
  type BackedUpTable,
  BackupFileError,
  type BackupHeader,
  type BackupSource,
  readBackup,
} from './backup-file.ts';
import { copyTarget, findTables, namesOf, type Table } from './tables.ts';
import type { RowCounts } from './take-backup.ts';

/** Tables that may have rows in an empty database: rows inserted by migrations, and rows caused by the first visitors. */
const replaced = [
  'payment_settings',
  'product_settings',
  'policy_rules',
  'captchas',
  'rate_limits',
  'access_log',
];
const NOT_EMPTY = 'The database is not empty; a backup is restored into an empty one only.';

/** Verifies the whole file. @returns its header. @throws {StartupError} unless it is a complete backup that this version can restore. */
export async function checkBackup(source: BackupSource): Promise<BackupHeader> {
  const { file } = source;
  const header = await refusing(file, () => readBackup(source, skipRows));
  if (await isKnownMigration(header.migration)) return header;
  throw new StartupError(
    `${file} was made by a newer version of the product (${header.migration}); restore it there.`,
  );
}

/**
 * Restores a backup into an empty database: migrates it to the backup's version, copies all rows in one transaction, and migrates it to the
 * newest version.
 *
 * @throws {StartupError} with one sentence if the file or the database is unsuitable; nothing is stored then.
 */
export async function restoreBackup(database: OpenDatabase, source: BackupSource): Promise<RowCounts> {
  const { migration } = await checkBackup(source);
  const client = await clientWithoutTimeout(database);
  try {
    await prepare(database, client, migration);
    const counts = await refusing(source.file, () => inTransaction(client, () => copyAll(client, source)));
    await migrate(database);
    await client.query('analyze');
    return counts;
  } finally {
    await client.end();
  }
}

async function prepare(database: OpenDatabase, client: pg.Client, migration: string): Promise<void> {
  const tables = await findTables(client);
  const current = await currentMigration(database.db);
  if (current === undefined && tables.length > 0) throw new StartupError(NOT_EMPTY);
  await requireEmpty(client, tables);
  if (current === undefined) return migrateTo(database, migration);
  if (current === migration) return;
  throw new StartupError(
    `The database has another shape (${current}) than the backup (${migration}); restore into a new database.`,
  );
}

async function requireEmpty(client: pg.Client, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables.filter((table) => !replaced.includes(table.name))) {
    const { rowCount } = await client.query(`select from ${pg.escapeIdentifier(name)} limit 1`);
    if (rowCount !== 0) throw new StartupError(NOT_EMPTY);
  }
}

async function inTransaction<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function copyAll(client: pg.Client, source: BackupSource): Promise<RowCounts> {
  const tables = await findTables(client);
  await client.query(`lock table ${namesOf(tables)} in access exclusive mode`);
  await requireEmpty(client, tables);
  const emptied = tables.filter(({ name }) => replaced.includes(name));
  for (const { name } of emptied) await client.query(`delete from ${pg.escapeIdentifier(name)}`);
  const left = new Map(tables.map((table) => [table.name, table]));
  const counts: Record<string, number> = {};
  await readBackup(source, async (found, rows) => {
    const table = takeFitting(left, found);
    const stream = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`));
    await pipeline(Readable.from(rows), stream);
    counts[table.name] = stream.rowCount;
    return stream.rowCount;
  });
  if (left.size > 0) throw new BackupFileError(`it has no ${[...left.keys()].join(', ')}`);
  return counts;
}

function takeFitting(left: Map<string, Table>, found: BackedUpTable): Table {
  const table = left.get(found.table);
  left.delete(found.table);
  if (table?.columns.join() === found.columns.join()) return table;
  throw new BackupFileError(`its table ${found.table} is not one of this product`);
}

async function skipRows(_table: BackedUpTable, rows: AsyncIterable<Buffer>): Promise<undefined> {
  for await (const _piece of rows);
}

/** Runs the work, and converts errors of the file to a `StartupError` with one sentence. */
async function refusing<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (error instanceof BackupFileError)
      throw new StartupError(`${file} cannot be restored: ${error.message}.`);
    if (code.startsWith('Z_'))
      throw new StartupError(`${file} cannot be restored: it is cut off, damaged or of another kind.`);
    if (/^E[A-Z]+$/.test(code) && !isConnecting(error))
      throw new StartupError(`${file} cannot be read: ${code}.`);
    throw error;
  }
}

function isConnecting(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'connect';
}
