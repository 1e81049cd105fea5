import { createHash } from 'node:crypto';
import type { CompiledQuery, Kysely } from 'kysely';
import type pg from 'pg';
import type { Database } from './schema.ts';

/** A statement that ends with this is planned once on each connection. */
const MARK = ' /* prepared */';

/**
 * Runs a query that is planned once on each connection, which for a short one is most of its cost. For queries that
 * always take the same way whatever their values, name their columns, and come in few shapes: a connection keeps each.
 */
export async function executePrepared<Row>(
  db: Kysely<Database>,
  compiled: CompiledQuery<Row>,
): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>({ ...compiled, sql: compiled.sql + MARK });
  return rows;
}

const names = new Map<string, string>();

/** How `pg` is to be asked: by a name, where the statement is one to be kept. */
export function named(text: string, values: unknown[]): pg.QueryConfig | undefined {
  if (!text.endsWith(MARK)) return undefined;
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return { name, text, values };
}
