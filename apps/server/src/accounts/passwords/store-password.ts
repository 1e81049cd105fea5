import type { Transaction } from 'kysely';
import type { Database, UserRow } from '../../database/tables.ts';
import { replacePassword } from '../../members/people.ts';
import type { KeyedHash } from '../keyed-hash.ts';
import { forgetCode, newPassword } from '../phone/phone-codes.ts';
import { endSessions, forgetPasswordLinks } from '../sessions-of-account.ts';

/**
 * Replaces the password of an account, ends its sessions, and deletes the code and link for a new password that were sent before. Deletes
 * these first, so that all transactions take their locks in one order (docs/tables.md).
 *
 * @param user Account with the password hash that the caller read. @throws {AppError} `conflict` if the password was changed meanwhile.
 */
export async function storePassword(
  transaction: Transaction<Database>,
  keyedHash: KeyedHash,
  { user, password_hash }: { user: Pick<UserRow, 'id' | 'password_hash' | 'phone'>; password_hash: string },
  now: Date,
): Promise<void> {
  if (user.phone !== null) await forgetCode({ db: transaction, keyedHash }, newPassword, user.phone);
  await forgetPasswordLinks(transaction, user.id);
  await replacePassword(transaction, user, password_hash);
  await endSessions(transaction, user.id, now);
}
