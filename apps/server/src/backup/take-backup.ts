import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { currentMigration } from '../database/migrate.ts';
import { clientWithoutTimeout, type OpenDatabase } from '../database/open-database.ts';
import { codeOf } from '../error-code.ts';
import { StartupError } from '../startup-error.ts';
import { type BackupLine, END_OF_ROWS, FORMAT } from './backup-file.ts';
import { encrypting, unchanged } from './encryption.ts';
import { copyTarget, findTables, namesOf, type Table } from './tables.ts';

/** File mode of a backup. Only its owner may read it, because it contains all personal data. */
const PRIVATE = 0o600;

export type RowCounts = Readonly<Record<string, number>>;

/**
 * Writes a snapshot of every table to a new file, concurrently with other work.
 *
 * @param recipients of `age`, who alone can read the file; without recipients it is not encrypted.
 * @throws {StartupError} with one sentence if the file already exists or the database is empty.
 */
export async function takeBackup(
  database: OpenDatabase,
  file: string,
  recipients: readonly string[] = [],
): Promise<RowCounts> {
  const encryption = recipients.length === 0 ? unchanged : encrypting(recipients);
  if (await isThere(file)) throw new StartupError(`${file} is there already; name another file.`);
  const draft = `${file}.${randomUUID()}.part`;
  await makeEmpty(draft);
  const client = await clientWithoutTimeout(database);
  try {
    const migration = await currentMigration(database.db);
    if (migration === undefined)
      throw new StartupError('There is nothing to back up: the database is empty.');
    const counts: Record<string, number> = {};
    await pipeline(
      Readable.from(checksummed(textOf(client, migration, counts))),
      createGzip(),
      encryption,
      createWriteStream(draft, { flags: 'r+', flush: true }),
    );
    await publish(draft, file);
    return counts;
  } finally {
    await client.end();
    await rm(draft, { force: true });
  }
}

/** Yields all lines of the file except the last, read in one snapshot. */
async function* textOf(
  client: pg.Client,
  migration: string,
  counts: Record<string, number>,
): AsyncGenerator<Buffer> {
  await client.query('begin isolation level repeatable read read only');
  const tables = await findTables(client);
  // Prevents schema changes until the end of the transaction. Reads and writes continue.
  await client.query(`lock table ${namesOf(tables)} in access share mode`);
  yield line({ format: FORMAT, migration, takenAt: new Date().toISOString() });
  for (const table of tables) {
    yield line({ table: table.name, columns: [...table.columns] });
    counts[table.name] = yield* rowsOf(client, table);
    yield END_OF_ROWS;
    yield line({ rows: counts[table.name] ?? 0 });
  }
  await client.query('commit');
}

async function* rowsOf(client: pg.Client, table: Table): AsyncGenerator<Buffer, number> {
  const stream = client.query(copyTo(`copy ${copyTarget(table)} to stdout`));
  // The chunks of a COPY are buffers, which the stream's type does not express.
  for await (const chunk of stream) yield chunk as Buffer;
  return stream.rowCount;
}

async function* checksummed(text: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let tables = 0;
  for await (const piece of text) {
    hash.update(piece);
    if (piece === END_OF_ROWS) tables += 1;
    yield piece;
  }
  yield line({ tables, sha256: hash.digest('hex') });
}

function line(content: BackupLine): Buffer {
  return Buffer.from(`${JSON.stringify(content)}\n`);
}

async function makeEmpty(file: string): Promise<void> {
  try {
    await (await open(file, 'wx', PRIVATE)).close();
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new StartupError(`A file cannot be made in ${dirname(file)}: ${reason}`);
  }
}

/** Gives the complete file its final name. Never overwrites another file if the file system supports hard links. */
async function publish(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') return rename(draft, file);
    throw new StartupError(`${file} is there already; name another file.`);
  }
}

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
