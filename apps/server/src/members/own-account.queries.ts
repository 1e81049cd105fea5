import type { Kysely } from 'kysely';
import type { Database, UserRow } from '../database/schema.ts';
import { accountNotFound } from './account-gone.ts';

/** Returns the caller's own account. @throws {AppError} `unauthenticated` if it was erased. */
export function findOwnAccount(db: Kysely<Database>, userId: string): Promise<UserRow> {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow(accountNotFound);
}
