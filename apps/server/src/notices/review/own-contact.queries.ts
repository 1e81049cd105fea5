import type { OwnContact } from '@mutual-transfer/domain/language/text-risks';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables/schema.ts';
import { AppError } from '../../errors.ts';

/** Returns the writer's own phone number and email address. */
export async function ownContact(db: Kysely<Database>, userId: string): Promise<OwnContact> {
  return db
    .selectFrom('users')
    .select(['phone', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('unauthenticated'));
}
