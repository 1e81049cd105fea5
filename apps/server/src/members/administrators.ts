import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { advisoryLocks } from '../database/advisory-locks.ts';
import type { Database } from '../database/tables.ts';
import { AppError } from '../errors.ts';
import { eraseMember } from './people.ts';

interface NewAdministrator {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  /** Codes of the districts; null for the whole state. */
  readonly administers?: readonly string[] | null;
  readonly office?: string | null;
  readonly designation?: string | null;
}

/** Creates an administrator. @returns the id. @throws {AppError} `email_taken`, from the constraint. */
export async function createAdministrator(
  db: Kysely<Database>,
  { name, email, passwordHash, administers, office, designation }: NewAdministrator,
  now: Date,
): Promise<string> {
  const id = newId({ msecs: now.getTime() });
  await db
    .insertInto('users')
    .values({
      id,
      email,
      name,
      password_hash: passwordHash,
      role: 'admin',
      administers: administers ? [...administers] : null,
      office: office || null,
      designation: designation || null,
      created_at: now,
    })
    .execute();
  return id;
}

/**
 * Erases an administrator's account. Refuses to erase the last administrator of the whole state. An advisory lock serialises erasures, so
 * two administrators cannot erase each other.
 *
 * @throws {AppError} `not_found`, `last_administrator`.
 */
export async function eraseAdministrator(transaction: Transaction<Database>, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.administrators})`.execute(transaction);
  const administrators = await transaction
    .selectFrom('users')
    .select(['id', 'administers'])
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .execute();
  const found = administrators.find((administrator) => administrator.id === id);
  if (found === undefined) throw new AppError('not_found');
  const ofState = administrators.filter(({ administers }) => administers === null);
  if (found.administers === null && ofState.length === 1) throw new AppError('last_administrator');
  await eraseMember(transaction, id);
}
