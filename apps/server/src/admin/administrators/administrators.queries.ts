import type { Administrator } from '@mutual-transfer/domain/administration/administrator';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { AppError } from '../../errors.ts';
import { presentAdministration } from '../../privacy/present.ts';

/** @throws {AppError} `not_found`. */
export async function findAdministrator(db: Kysely<Database>, id: string): Promise<Administrator> {
  const found = (await findAdministrators(db)).find(({ _id }) => _id === id);
  if (found === undefined) throw new AppError('not_found');
  return found;
}

export async function findAdministrators(db: Kysely<Database>): Promise<Administrator[]> {
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
