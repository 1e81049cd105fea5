import { type SqlBool, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { advisoryLocks } from '../platform/database/advisory-locks.ts';
import type { Database, Db, UserRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { type Erasing, eraseMember } from './members.ts';

interface NewAdministrator {
  name: string;
  email: string;
  passwordHash: string;
  /** Codes of the districts; null for the whole state. */
  administers?: readonly string[] | null;
  office?: string | null;
  designation?: string | null;
  /** The administrator who creates this one. What a demo administrator creates is a demo account. */
  createdBy?: string;
  isPasswordTemporary?: boolean;
}

/** Creates an administrator. @returns the id. @throws {AppError} `email_taken`, from the constraint. */
export async function createAdministrator(
  db: Db,
  {
    name,
    email,
    passwordHash,
    administers,
    office,
    designation,
    createdBy,
    isPasswordTemporary,
  }: NewAdministrator,
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
      password_is_temporary: isPasswordTemporary ?? false,
      role: 'admin',
      administers: administers ? [...administers] : null,
      office: office || null,
      designation: designation || null,
      is_demo: sql`exists (select from users where id = ${createdBy ?? null} and is_demo)`,
      created_at: now,
    })
    .execute();
  return id;
}

/**
 * Erases an administrator's account. Refuses to erase the last administrator of the whole state.
 *
 * @throws {AppError} `not_found`, `last_administrator`.
 */
export async function eraseAdministrator(
  transaction: Transaction<Database>,
  id: string,
  erasing: Erasing,
): Promise<void> {
  await holdStateWithout(transaction, id);
  await eraseMember(transaction, id, erasing);
}

/**
 * Assures that the whole state keeps an administrator without this one. An advisory lock serialises such changes, so two administrators
 * cannot erase each other.
 *
 * @throws {AppError} `not_found`, `last_administrator`.
 */
async function holdStateWithout(transaction: Transaction<Database>, id: string): Promise<void> {
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
}

/** Columns of an administrator that the state changes. */
type AdministratorColumns = Pick<UserRow, 'name' | 'administers' | 'office' | 'designation'>;

/**
 * Changes an administrator. Refuses to take the last administrator of the whole state from it.
 *
 * @throws {AppError} `last_administrator`.
 */
export async function changeAdministrator(
  transaction: Transaction<Database>,
  id: string,
  columns: Partial<AdministratorColumns>,
): Promise<void> {
  if (columns.administers) await holdStateWithout(transaction, id);
  if (Object.keys(columns).length === 0) return;
  await transaction.updateTable('users').set(columns).where('id', '=', id).execute();
}

/** Stores the salt of a secret that is being set up. */
export async function prepareFactor(db: Db, id: string, salt: string): Promise<void> {
  await db.updateTable('users').set({ factor_new_salt: salt }).where('id', '=', id).execute();
}

interface Factor {
  salt: string;
  /** Time step of the code that turned it on, which signs no one in. */
  step: number;
  recoveryCodes: string[];
}

/** Turns a second factor on, in place of an earlier one. */
export async function turnFactorOn(
  db: Db,
  id: string,
  { salt, step, recoveryCodes }: Factor,
  now: Date,
): Promise<void> {
  const factor = { factor_salt: salt, factor_on_at: now, factor_step: String(step), factor_new_salt: null };
  await db
    .updateTable('users')
    .set({ ...factor, recovery_codes: recoveryCodes })
    .where('id', '=', id)
    .execute();
}

export async function turnFactorOff(db: Db, id: string): Promise<void> {
  const none = { factor_salt: null, factor_on_at: null, factor_step: null, factor_new_salt: null };
  await db
    .updateTable('users')
    .set({ ...none, recovery_codes: [] })
    .where('id', '=', id)
    .execute();
}

/** Uses up the code of a time step. Returns false if this or a later one was used. */
export async function spendFactorStep(db: Db, id: string, step: number): Promise<boolean> {
  const spent = await db
    .updateTable('users')
    .set({ factor_step: String(step) })
    .where('id', '=', id)
    .where((user) => user.or([user('factor_step', 'is', null), user('factor_step', '<', String(step))]))
    .returning('id')
    .executeTakeFirst();
  return spent !== undefined;
}

/** Uses up a recovery code. Returns false if the account has no such code. */
export async function spendRecoveryCode(db: Db, id: string, hash: string): Promise<boolean> {
  const spent = await db
    .updateTable('users')
    .set({ recovery_codes: sql`array_remove(recovery_codes, ${hash})` })
    .where('id', '=', id)
    .where(sql<SqlBool>`${hash} = any(recovery_codes)`)
    .returning('id')
    .executeTakeFirst();
  return spent !== undefined;
}
