import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { AppError } from '../../errors.ts';
import { type FieldRisks, findFieldRisks } from './text-review.ts';

/**
 * Returns the risks of a message, which may contain the writer's own phone number and email address. Call it before a transaction is opened,
 * as `findFieldRisks`.
 */
export async function findMessageRisks(
  db: Kysely<Database>,
  writerId: string,
  message: string,
): Promise<FieldRisks> {
  const ownContact = await db
    .selectFrom('users')
    .select(['phone', 'email'])
    .where('id', '=', writerId)
    .executeTakeFirstOrThrow(() => new AppError('unauthenticated'));
  return findFieldRisks({ message }, ownContact);
}
