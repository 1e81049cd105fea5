import type { Transaction } from 'kysely';
import type { Database, UserRow } from '../database/schema.ts';
import { AppError } from '../errors.ts';

/**
 * Stores a new password in place of the one that was verified.
 *
 * @throws {AppError} `conflict` when another change came first.
 */
export async function replacePassword(
  transaction: Transaction<Database>,
  verified: Pick<UserRow, 'id' | 'password_hash'>,
  password_hash: string,
): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ password_hash })
    .where('id', '=', verified.id)
    .where('password_hash', '=', verified.password_hash)
    .returning('id')
    .executeTakeFirstOrThrow(() => new AppError('conflict'));
}
