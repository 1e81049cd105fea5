import { sql, type Transaction } from 'kysely';
import { executePrepared } from '../platform/database/postgres-dialect.ts';
import type { Database, RequestRow, UserRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';

/**
 * Creates the error for a caller whose account was erased during the call, which ended their session. Pass it to `executeTakeFirstOrThrow`
 * of a query for the caller's own row.
 */
export function accountNotFound(): AppError {
  return new AppError('unauthenticated');
}

/** Id of a request and of its owner. */
export interface LockedRequest {
  userId: string;
  id: string;
}

/**
 * Locks accounts in the order of their ids, so that transactions that lock several accounts do not deadlock.
 *
 * @returns the ids of those that exist.
 */
export async function lockMembers(
  transaction: Transaction<Database>,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const query = transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate();
  const locked = await executePrepared(transaction, 'locked members', query.compile());
  return locked.map(({ id }) => id);
}

/** Locks the caller's own account, which serialises changes of their requests. @throws {AppError} `unauthenticated` if it was erased. */
export async function lockOwnAccount(transaction: Transaction<Database>, id: string): Promise<UserRow> {
  const user = await findLocked(transaction, id);
  if (user === undefined) throw accountNotFound();
  return user;
}

/** Locks a teacher's account for an administrator. @throws {AppError} `not_found`; `forbidden` for an administrator's account. */
export async function lockTeacher(transaction: Transaction<Database>, id: string): Promise<UserRow> {
  const user = await findLocked(transaction, id);
  if (user === undefined) throw new AppError('not_found');
  if (user.role === 'admin') throw new AppError('forbidden');
  return user;
}

/**
 * Locks the caller's account, and returns it with their request.
 *
 * @throws {AppError} `not_found` if the request does not exist or belongs to another teacher.
 */
export async function lockOwnRequest(
  transaction: Transaction<Database>,
  { userId, id }: LockedRequest,
): Promise<{ user: UserRow; request: RequestRow }> {
  const user = await lockOwnAccount(transaction, userId);
  const request = await transaction
    .selectFrom('requests')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return { user, request };
}

function findLocked(transaction: Transaction<Database>, id: string): Promise<UserRow | undefined> {
  return transaction.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}
