import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { AppError } from '../../errors.ts';
import { type StoredRing, unpackRings } from './ring-batches.ts';

/** Columns of a teacher in the export, read from the current account. */
export interface Contact {
  readonly name: string;
  readonly phone: string | null;
  readonly email: string;
  readonly school_name: string | null;
  readonly subject: string | null;
  readonly class_range: string | null;
  readonly category: string | null;
}

export function findBatches(db: Kysely<Database>, planId: string): Promise<{ batch: number }[]> {
  return db
    .selectFrom('plan_rings')
    .select('lot as batch')
    .where('plan_id', '=', planId)
    .orderBy('lot')
    .execute();
}

/**
 * Reads one batch of rings.
 *
 * @throws {AppError} `conflict` if the plan was deleted in the meantime, so that the download fails instead of ending early.
 */
export async function readBatch(db: Kysely<Database>, planId: string, batch: number): Promise<StoredRing[]> {
  const row = await db
    .selectFrom('plan_rings')
    .select('rings')
    .where('plan_id', '=', planId)
    .where('lot', '=', batch)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('conflict');
  return unpackRings(row.rings);
}

export async function findContacts(
  db: Kysely<Database>,
  rings: readonly StoredRing[],
): Promise<Map<string, Contact>> {
  const ids = rings.flatMap(({ members }) => members.map(({ userId }) => userId));
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'phone', 'email', 'school_name', 'subject', 'class_range', 'category'])
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .where('is_active', '=', true)
    .execute();
  return new Map(rows.map(({ id, ...contact }) => [id, contact]));
}
