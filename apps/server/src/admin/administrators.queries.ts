import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { presentAdministration } from '../privacy/present.ts';

export async function findAdministrators(db: Kysely<Database>) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'created_at', 'administers', 'office', 'designation'])
    .where('role', '=', 'admin')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, email, created_at, designation, ...row }) => ({
    _id: id,
    name,
    email,
    designation,
    ...presentAdministration(row),
    createdAt: created_at.toISOString(),
  }));
}
