import type { Transaction } from 'kysely';
import type { Database, UserRow } from '../database/schema.ts';
import { AppError } from '../errors.ts';

/** A teacher's row, held. @throws {AppError} `not_found`; `forbidden` for an administrator. */
export async function lockTeacher(transaction: Transaction<Database>, id: string): Promise<UserRow> {
  const user = await transaction
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (user === undefined) throw new AppError('not_found');
  if (user.role === 'admin') throw new AppError('forbidden');
  return user;
}
