import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type BinaryRow, BinaryRows } from './binary-rows.ts';

/** Time in ms without any data after which the connection counts as lost. PostgreSQL sorts millions of rows before it sends the first. */
const LONGEST_SILENCE_MS = 60_000;
/** Cells of a row in the order of the query, as text. */
export type Cells = readonly string[];

/** Runs reads in one read-only transaction with one snapshot, each as long as it takes. @returns that snapshot. */
export async function inOneSnapshot(client: pg.ClientBase, read: () => Promise<void>): Promise<string> {
  await client.query('begin isolation level repeatable read read only');
  await client.query('set local statement_timeout = 0');
  const { rows } = await client.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot');
  await read();
  await client.query('commit');
  return rows[0]?.snapshot ?? '';
}

/**
 * Streams the rows of a query by binary COPY, which costs a fraction of the processor time of a cursor. The event loop serves other calls
 * between chunks of 64 kB.
 *
 * @param client Without `query_timeout`: the driver would not notice that the COPY has ended.
 */
export async function streamRows(
  client: pg.ClientBase,
  query: string,
  take: (row: BinaryRow) => void,
): Promise<void> {
  const stream = client.query(copyTo(`copy (${query}) to stdout (format binary)`));
  const silence = setTimeout(
    () => stream.destroy(new Error('PostgreSQL stopped sending rows')),
    LONGEST_SILENCE_MS,
  );
  const rows = new BinaryRows();
  try {
    for await (const chunk of stream) {
      silence.refresh();
      rows.push(chunk, take);
      // Without this pause the loop would process megabytes of received data at once.
      await setImmediate();
    }
  } finally {
    clearTimeout(silence);
  }
}

/** Returns the rows of a query with parameters, each cell as the text that PostgreSQL writes; empty for NULL. */
export async function readRows(client: pg.ClientBase, text: string, values: unknown[]): Promise<Cells[]> {
  const { rows } = await client.query<(string | null)[]>({ text, values, rowMode: 'array' });
  return rows.map((cells) => cells.map((cell) => cell ?? ''));
}

/** Returns a copy of a cell. A longer cell is a part of its chunk, which would stay in memory as long as the cell. */
export function copyOfCell(cell: string): string {
  return Buffer.from(cell).toString();
}
