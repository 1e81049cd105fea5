import { phone as phoneNumber } from '@mutual-transfer/domain/accounts/credentials';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';

/** Returns the account among these that has the email address or phone number, or `undefined`. */
export async function findAmong(
  db: Kysely<Database>,
  userIds: readonly string[],
  contact: string,
): Promise<string | undefined> {
  if (userIds.length === 0) return undefined;
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', userIds)
    .where(hasContact(contact))
    .executeTakeFirst();
  return user?.id;
}

/** SQL condition that an account has this phone number or email address. */
export function hasContact(contact: string): RawBuilder<SqlBool> {
  const stored = storedContact(contact);
  return stored.includes('@') ? sql<SqlBool>`users.email = ${stored}` : sql<SqlBool>`users.phone = ${stored}`;
}

/** Returns a phone number as ten digits, however it is written, and an email address in lower case. */
export function storedContact(contact: string): string {
  return phoneNumber.safeParse(contact).data ?? contact.toLowerCase();
}
