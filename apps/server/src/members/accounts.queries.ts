import type { Kysely } from 'kysely';
import type { Database, UserRow } from '../database/tables.ts';
import { accountNotFound } from './account-gone.ts';

/** Returns the caller's own account. @throws {AppError} `unauthenticated` if it was erased. */
export function findOwnAccount(db: Kysely<Database>, userId: string): Promise<UserRow> {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow(accountNotFound);
}

/** Returns an account, or `undefined` if there is none. */
export function findAccount(db: Kysely<Database>, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns true if none of the accounts is deactivated or erased. */
export async function areActive(db: Kysely<Database>, ids: readonly string[]): Promise<boolean> {
  const active = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('is_active', '=', true)
    .execute();
  return active.length === new Set(ids).size;
}
