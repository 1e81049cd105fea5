import { teacherFields } from '@mutual-transfer/domain/accounts/teacher-fields';
import type { Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database } from '../platform/database/tables.ts';
import { seal } from '../platform/seal.ts';

/** What an account stated at its registration or later, and how it was confirmed. Neither texts nor secrets. */
const registrationData = [
  ...['id', 'role', 'email_confirmed_at', 'verified_at', 'verified_how', 'created_at'],
  ...Object.values(teacherFields).map(({ column }) => column),
] as const;

/** Stores the registration data of an account that is being erased, so that only the holder of the key can read it. */
export async function sealRegistration(
  transaction: Transaction<Database>,
  id: string,
  { recipient, now }: { recipient: string; now: Date },
): Promise<void> {
  const account = await transaction
    .selectFrom('users')
    .select(registrationData)
    .where('id', '=', id)
    .executeTakeFirst();
  if (account === undefined) return;
  const formerNames = await transaction
    .selectFrom('former_names')
    .select(['name', 'until'])
    .where('user_id', '=', id)
    .orderBy('until')
    .execute();
  const consents = await transaction
    .selectFrom('notice_consents')
    .select(['version', 'given_at'])
    .where('user_id', '=', id)
    .orderBy('given_at')
    .execute();
  const record = JSON.stringify({ ...account, former_names: formerNames, consents, erased_at: now });
  await transaction
    .insertInto('sealed_records')
    .values({ id: newId({ msecs: now.getTime() }), sealed: await seal(recipient, record), created_at: now })
    .execute();
}
