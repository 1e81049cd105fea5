import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type pg from 'pg';
import type { Database } from './tables.ts';

/** Value below the id of every row. */
export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** Yields rows in batches, in ascending order of id. @param read Returns the next rows after an id; an empty array after the last row. */
export async function* batchesById<Row extends { id: string }>(
  read: (after: string) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = LOWEST_ID; ; ) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.id;
  }
}

/** Maximum number of rows per batch, so that a statement stays far below its timeout. */
const CHANGED_AT_ONCE = 10_000;

/**
 * Deletes the rows of a table that are due, or empties columns of theirs. Each batch is a transaction of its own, so that no statement
 * reaches its timeout, whatever the number of rows. Without an index for the condition each batch scans the whole table.
 */
export async function changeInBatches(
  db: Kysely<Database>,
  {
    table,
    columns,
    due,
  }: { table: string; columns?: readonly string[] | undefined; due: RawBuilder<SqlBool> },
): Promise<void> {
  // Rows are identified by `ctid`, because not every table has a key. The outer condition skips a row that is updated meanwhile: some
  // versions of PostgreSQL recheck only the other conditions on the new version of a row, not its `ctid`.
  const rows = sql`where ctid = any(array(
    select ctid from ${sql.table(table)} where ${due} limit ${CHANGED_AT_ONCE})) and ${due}`;
  const emptied = columns?.map((column) => sql`${sql.ref(column)} = null`);
  const batch = emptied
    ? sql`update ${sql.table(table)} set ${sql.join(emptied)} ${rows}`
    : sql`delete from ${sql.table(table)} ${rows}`;
  let changed: bigint | undefined;
  do {
    changed = (await batch.execute(db)).numAffectedRows;
  } while (changed === BigInt(CHANGED_AT_ONCE));
}

export function daysBefore(moment: Date, days: number): Date {
  return new Date(moment.getTime() - days * MILLISECONDS_A_DAY);
}

/** Number of rows that a load reads and adds before the event loop serves other calls. */
export const READ_AT_ONCE = 1_000;
/** Time in milliseconds after which a query without an answer fails, because the connection is lost. */
const LONGEST_SILENCE_MS = 60_000;
/** Cells of a row as text, in the order of the columns of the query. */
export type Cells = readonly string[];

/** Runs queries in one read-only transaction with one snapshot and no statement timeout. @returns the snapshot. */
export async function inOneSnapshot(client: pg.ClientBase, read: () => Promise<void>): Promise<string> {
  await client.query('begin isolation level repeatable read read only');
  await client.query('set local statement_timeout = 0');
  const { rows } = await client.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot');
  await read();
  await client.query('commit');
  return rows[0]?.snapshot ?? '';
}

/** Returns the rows of a query with parameters, each cell as the text that PostgreSQL sends; an empty text for NULL. */
export async function readRows(client: pg.ClientBase, text: string, values: unknown[]): Promise<Cells[]> {
  const { rows } = await client.query<(string | null)[]>({
    ...{ text, values, rowMode: 'array', query_timeout: LONGEST_SILENCE_MS },
  });
  return rows.map((cells) => cells.map((cell) => cell ?? ''));
}

/** Returns a copy of a cell. The text of a long cell refers to its whole chunk, which would stay in memory as long as the cell. */
export function copyOfCell(cell: string): string {
  return Buffer.from(cell).toString();
}
