import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

export type DemoCell = string | number | boolean | Date | null;

/** A table with the columns that rows are copied into, in this order. */
export interface Target<Column extends string> {
  table: string;
  columns: readonly Column[];
}

/** Returns the row as one line of PostgreSQL's COPY text format. Missing columns are null. */
export function copyLine<Column extends string>(
  { columns }: Target<Column>,
  row: Readonly<Partial<Record<Column, DemoCell>>>,
): string {
  return `${columns.map((column) => copyCell(row[column])).join('\t')}\n`;
}

/** Copies lines into the table. PostgreSQL checks constraints as for inserted rows. */
export async function copyLines(
  client: pg.PoolClient,
  { table, columns }: Target<string>,
  lines: readonly string[],
): Promise<void> {
  if (lines.length === 0) return;
  const stream = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
  await pipeline(Readable.from([lines.join('')]), stream);
}

function copyCell(cell: DemoCell | undefined): string {
  if (cell === null || cell === undefined) return '\\N';
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === 'boolean') return cell ? 't' : 'f';
  return String(cell).replace(/[\\\n\r\t]/g, escapeCharacter);
}

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeCharacter(character: string): string {
  return escapes[character] ?? `\\${character}`;
}
