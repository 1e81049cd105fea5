import type { Transaction } from 'kysely';
import type { Database, UserRow } from '../../database/schema.ts';

/** Keeps what a person was called until now, for rows of the audit log that were written under that name. */
export async function keepFormerName(
  transaction: Transaction<Database>,
  before: Pick<UserRow, 'id' | 'name'>,
  name: string,
  now: Date,
): Promise<void> {
  if (before.name === name) return;
  await transaction
    .insertInto('former_names')
    .values({ user_id: before.id, name: before.name, until: now })
    .execute();
}
