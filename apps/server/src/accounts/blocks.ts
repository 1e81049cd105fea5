import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../database/tables.ts';
import { AppError } from '../errors.ts';

type Db = Kysely<Database>;

/** A block, by the ids of both teachers. */
export interface Block {
  readonly blockerId: string;
  readonly blockedId: string;
}

/** Stores that a teacher blocks another; a second block changes nothing. @throws {AppError} `not_found`. */
export async function insertBlock(
  transaction: Transaction<Database>,
  { blockerId, blockedId }: Block,
  now: Date,
): Promise<void> {
  const found = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', blockedId)
    .where('id', '<>', blockerId)
    .where('role', '=', 'teacher')
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (found === undefined) throw new AppError('not_found');
  await transaction
    .insertInto('blocks')
    .values({ blocker_id: blockerId, blocked_id: blockedId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes a block. @throws {AppError} `not_found` if there is none. */
export async function unblockTeacher(db: Db, { blockerId, blockedId }: Block): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('blocks')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError('not_found');
}
