import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';

/**
 * Returns the teacher who verified this phone by a code. An unverified number may belong to another person, and a verification by an
 * administrator concerns documents and not the phone.
 */
export function findByProvedPhone(db: Kysely<Database>, phone: string) {
  return db
    .selectFrom('users')
    .selectAll()
    .where('phone', '=', phone)
    .where('verified_how', '=', 'phone_code')
    .where('role', '=', 'teacher')
    .where('is_active', '=', true)
    .executeTakeFirst();
}
