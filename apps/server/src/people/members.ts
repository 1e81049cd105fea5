import type { PrivacySettings } from '@mutual-transfer/domain/accounts/user';
import type { Language } from '@mutual-transfer/domain/language/language';
import { type Place, placeOf } from '@mutual-transfer/domain/reference/place';
import { type ExpressionBuilder, type Kysely, sql, type Transaction, type Updateable } from 'kysely';
import { isStale } from '../http/if-match.ts';
import { noteOfferWrite } from '../http/turns.ts';
import type { Config } from '../platform/config.ts';
import type { Database, NewUserRow, UserRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { type accountColumns, accountTag, privacyToStore } from './if-match-of-owners.ts';
import { accountNotFound, lockMembers, lockOwnAccount } from './lock-members.ts';
import {
  effectivePrivacy,
  refreshProjections,
  refreshProjectionsOf,
  refreshVerification,
} from './projections.ts';
import { findRequestsOf } from './request-rows.ts';
import { sealRegistration } from './sealed-records.ts';
import { ownPrivacyOf, privacyColumns } from './visibility.ts';

/** Columns that `changeMember` can set. Other columns are derived, or are written by a function of their own. */
export type MemberChange = Partial<
  Pick<
    Updateable<Database['users']>,
    | (typeof accountColumns)[number]
    | 'verified_at'
    | 'verified_how'
    | 'verified_by'
    | 'verified_note'
    | 'phone_set_by_office'
  >
>;

/** Creates an account and the offer of its registered wish. */
export async function createMember(
  transaction: Transaction<Database>,
  values: NewUserRow & { id: string },
): Promise<UserRow> {
  const created = await transaction
    .insertInto('users')
    .values(values)
    .returningAll()
    .executeTakeFirstOrThrow();
  await refreshProjectionsOf(transaction, created);
  return created;
}

/**
 * Changes a locked account. Stores a former name, because the audit log has entries that were written under it. After a move, the person's
 * active requests start from the new place, and those that ask for it are withdrawn.
 */
export async function changeMember(
  transaction: Transaction<Database>,
  before: UserRow,
  values: MemberChange,
  now: Date,
): Promise<UserRow> {
  const changed = await writeMember(transaction, before, values, now);
  await refreshProjectionsOf(transaction, changed);
  return changed;
}

/** Changes a locked account. The caller updates the projections. */
export async function writeMember(
  transaction: Transaction<Database>,
  before: UserRow,
  values: MemberChange,
  now: Date,
): Promise<UserRow> {
  const changed = await transaction
    .updateTable('users')
    .set(values)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (changed.name !== before.name) {
    const former = { user_id: before.id, name: before.name, until: now };
    await transaction.insertInto('former_names').values(former).execute();
  }
  if (changed.block !== before.block) await withdrawFulfilled(transaction, changed);
  return changed;
}

/**
 * Returns the changed columns of a teacher who moves. Clears the joining date, because the teacher has not stated the one at the new
 * school; keeps it if the school is the same.
 */
export function movedColumns(
  before: Pick<UserRow, 'block' | 'joined_on' | 'school_name'>,
  { district, block, schoolName }: StoredPosting,
): MemberChange {
  const school_name = schoolName ?? before.school_name;
  const joined_on = isSameSchool(before, { block, school_name }) ? before.joined_on : null;
  return { district, block, school_name, joined_on };
}

/** Returns true if a posting is that of before, or names the school for one without a name: after a joining the teacher states it. */
export function isSameSchool(
  before: Pick<UserRow, 'block' | 'school_name'>,
  after: Pick<UserRow, 'block' | 'school_name'>,
): boolean {
  return after.block === before.block && (!before.school_name || after.school_name === before.school_name);
}

/** Returns the SQL condition that a request asks for a place: for its block, or for any block of its district. */
export function asksFor(
  row: ExpressionBuilder<Database, 'requests'>,
  { district, block }: Pick<UserRow, 'district' | 'block'>,
) {
  return row.and([
    row('desired_district', '=', district ?? ''),
    row.or([row('desired_block', '=', block), row('desired_block', 'is', null)]),
  ]);
}

/** Withdraws the active requests that ask for the place where the person works now. */
async function withdrawFulfilled(
  transaction: Transaction<Database>,
  { id, ...posting }: Pick<UserRow, 'id' | 'district' | 'block'>,
): Promise<void> {
  await transaction
    .updateTable('requests')
    .set({ status: 'withdrawn' })
    .where('user_id', '=', id)
    .where('status', '=', 'active')
    .where((row) => asksFor(row, posting))
    .execute();
}

/**
 * Changes a person's own privacy settings. An open request can hide additional fields. Hiding is never refused as stale: if a stale change
 * also shows a field, only its hiding part is stored.
 *
 * @throws {AppError} `changed_meanwhile`.
 */
export async function changeOwnPrivacy(
  db: Kysely<Database>,
  userId: string,
  { privacy: wanted, ifMatch }: { privacy: PrivacySettings; ifMatch: string | undefined },
): Promise<UserRow> {
  const { changed, isRefused } = await db.transaction().execute(async (transaction) => {
    const user = await lockOwnAccount(transaction, userId);
    const before = ownPrivacyOf(user);
    const stored = privacyToStore({ before, wanted, isStale: isStale(ifMatch, accountTag(user)) });
    const own = ownPrivacyColumns(stored.privacy);
    const effective = effectivePrivacy({ ...user, ...own }, await findRequestsOf(transaction, userId));
    // One statement: `refreshProjections` would otherwise write the effective columns a second time.
    const changed = await transaction
      .updateTable('users')
      .set({ ...own, ...privacyColumns(effective) })
      .where('id', '=', userId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await refreshProjections(transaction, userId);
    return { changed, isRefused: stored.isRefused };
  });
  if (isRefused) throw new AppError('changed_meanwhile');
  return changed;
}

/**
 * Returns the columns of the person's own settings. Sets the effective columns (`hide_…`) too, so that the person can show a field again
 * that only an ended request hid.
 */
export function ownPrivacyColumns(privacy: PrivacySettings) {
  return {
    own_hide_name: privacy.hideName,
    own_hide_phone: privacy.hidePhone,
    own_hide_email: privacy.hideEmail,
    own_hide_school_name: privacy.hideSchoolName,
    ...privacyColumns(privacy),
  };
}

/** Activates or deactivates an account. Also updates `owner_is_active` in all its requests, whatever their status. */
export async function setActive(
  transaction: Transaction<Database>,
  id: string,
  isActive: boolean,
): Promise<UserRow> {
  const changed = await transaction
    .updateTable('users')
    .set({ is_active: isActive })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await transaction
    .updateTable('requests')
    .set({ owner_is_active: isActive })
    .where('user_id', '=', id)
    .execute();
  await refreshProjections(transaction, id);
  return changed;
}

/**
 * Verifies teachers who are not verified yet. Locks them in the order of their ids.
 *
 * @returns the ids of those that it verified.
 */
export async function verifyMembers(
  transaction: Transaction<Database>,
  ids: readonly string[],
  mark: Pick<MemberChange, 'verified_at' | 'verified_how' | 'verified_by' | 'verified_note'>,
): Promise<string[]> {
  const held = await lockMembers(transaction, ids);
  if (held.length === 0) return [];
  const rows = await transaction
    .updateTable('users')
    .set(mark)
    .where('id', 'in', held)
    .where('verified_at', 'is', null)
    .where('phone_set_by_office', '=', false)
    .returning('id')
    .execute();
  const verified = rows.map(({ id }) => id);
  await refreshVerification(transaction, verified);
  return verified;
}

/**
 * States the employee ids of teachers who have stated none.
 *
 * @returns the ids of these teachers.
 */
export async function stateEmployeeIds(
  transaction: Transaction<Database>,
  stated: readonly { id: string; employeeId: string }[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update users set teacher_id = stated.employee_id
    from unnest(${stated.map(({ id }) => id)}::uuid[], ${stated.map(({ employeeId }) => employeeId)}::text[]) as stated (id, employee_id)
    where users.id = stated.id and users.role = 'teacher' and teacher_id is null
    returning users.id`.execute(transaction);
  return rows.map(({ id }) => id);
}

export interface NewPassword {
  password_hash: string;
  /** True if an administrator must replace it at the first sign-in. */
  isTemporary?: boolean;
}

/** Replaces the password hash that the caller verified. @throws {AppError} `conflict` if it was changed meanwhile. */
export async function replacePassword(
  transaction: Transaction<Database>,
  verified: Pick<UserRow, 'id' | 'password_hash'>,
  { password_hash, isTemporary = false }: NewPassword,
): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ password_hash, password_is_temporary: isTemporary })
    .where('id', '=', verified.id)
    .where('password_hash', '=', verified.password_hash)
    .returning('id')
    .executeTakeFirstOrThrow(() => new AppError('conflict'));
}

/**
 * Stores that the mailbox of an address confirmed it. A link that was mailed for this purpose also starts mails again that the mailbox
 * stopped; a link for a new password does not.
 *
 * @returns false if the account has another address now, or was erased.
 */
export async function confirmEmail(
  db: Kysely<Database>,
  { id, email, startsMails }: Pick<UserRow, 'id' | 'email'> & { startsMails: boolean },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set((user) =>
      startsMails
        ? { email_confirmed_at: now, email_stopped_at: null, email_bounced_at: null }
        : { email_confirmed_at: user.fn.coalesce('email_confirmed_at', sql<Date>`${now}::timestamptz`) },
    )
    .where('id', '=', id)
    .where('email', '=', email)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores that the mailbox of an account wants no more mails. */
export async function stopEmail(db: Kysely<Database>, id: string, now: Date): Promise<void> {
  await db.updateTable('users').set({ email_stopped_at: now }).where('id', '=', id).execute();
}

/** Stores that an address takes no mail. A report of before the mailbox used its link changes nothing, and a repeated one keeps the first time. */
export async function noteBounce(db: Kysely<Database>, email: string, at: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_bounced_at: at })
    .where('email', '=', email)
    .where('email_bounced_at', 'is', null)
    .where((user) => user.or([user('email_confirmed_at', 'is', null), user('email_confirmed_at', '<', at)]))
    .execute();
}

/** Stores the time of a sign-in. @returns undefined unless the account is active and has the password that was verified. */
export function noteSignIn(
  transaction: Transaction<Database>,
  { id, password_hash }: Pick<UserRow, 'id' | 'password_hash'>,
  now: Date,
): Promise<UserRow | undefined> {
  return transaction
    .updateTable('users')
    .set({ signed_in_at: now })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .where('is_active', '=', true)
    .returningAll()
    .executeTakeFirst();
}

/** Stores the language in which messages to this person are written. */
export async function setLanguage(db: Kysely<Database>, id: string, language: Language): Promise<void> {
  await db.updateTable('users').set({ language }).where('id', '=', id).execute();
}

/** Grants access for a payment. Has no effect if the person already has access. */
export async function grantAccess(
  transaction: Transaction<Database>,
  id: string,
  { rupees, now }: { rupees: number; now: Date },
): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ paid_at: now, paid_rupees: rupees })
    .where('id', '=', id)
    .where('paid_at', 'is', null)
    .execute();
}

/** Revokes access after a refund. */
export async function takeAccess(transaction: Transaction<Database>, id: string): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ paid_at: null, paid_rupees: null })
    .where('id', '=', id)
    .execute();
}

/** What an erasure needs beside its transaction. */
export interface Erasing {
  config: Pick<Config, 'sealedRecordsKey'>;
  now: () => Date;
}

/** Deletes an account, after its registration data is sealed if there is a key. Foreign keys delete or anonymise the rows that refer to it. */
export async function eraseMember(
  transaction: Transaction<Database>,
  id: string,
  { config: { sealedRecordsKey: recipient }, now }: Erasing,
): Promise<void> {
  if (recipient !== undefined) await sealRegistration(transaction, id, { recipient, now: now() });
  await transaction.deleteFrom('users').where('id', '=', id).execute();
  noteOfferWrite();
}

/** Phone number, and the id of the person who proved to own it. */
export interface ClaimedPhone {
  phone: string;
  claimantId: string;
}

/**
 * Returns the ids of the other teachers who have the phone number, at most one. The caller locks their accounts together with the
 * claimant's.
 */
export async function findPhoneHolders(
  transaction: Transaction<Database>,
  { phone, claimantId }: ClaimedPhone,
): Promise<string[]> {
  const holders = await transaction
    .selectFrom('users')
    .select('id')
    .where('phone', '=', phone)
    .where('id', '<>', claimantId)
    .where('role', '=', 'teacher')
    .execute();
  return holders.map(({ id }) => id);
}

/**
 * Removes a phone number from the teacher who has it, because another person proved to own it. A trigger removes that teacher's
 * verification.
 *
 * @param holders Teachers whom the caller has locked (`findPhoneHolders`). No other teacher is changed.
 * @returns the id of the teacher who lost the number; `undefined` if none of `holders` has it any more.
 */
export async function releasePhone(
  transaction: Transaction<Database>,
  { phone }: ClaimedPhone,
  holders: readonly string[],
  now: Date,
): Promise<string | undefined> {
  if (holders.length === 0) return undefined;
  const holder = await transaction
    .updateTable('users')
    .set({ phone: null, phone_claimed_at: now })
    .where('phone', '=', phone)
    .where('id', 'in', holders)
    .returning('id')
    .executeTakeFirst();
  if (holder !== undefined) await refreshProjections(transaction, holder.id);
  return holder?.id;
}

/** Returns the caller's own account. @throws {AppError} `unauthenticated` if it was erased. */
export function findOwnAccount(db: Kysely<Database>, userId: string): Promise<UserRow> {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow(accountNotFound);
}

/** Returns an account, or `undefined` if there is none. */
export function findAccount(db: Kysely<Database>, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns true if none of the accounts is deactivated or erased. */
export async function areActive(db: Kysely<Database>, ids: readonly string[]): Promise<boolean> {
  const active = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('is_active', '=', true)
    .execute();
  return active.length === new Set(ids).size;
}

/** Place where a teacher works, as stored. */
export interface StoredPosting {
  district: string;
  block: string;
  /** `undefined` leaves the name of the school unchanged. */
  schoolName?: string | undefined;
}

interface NamedPosting {
  district: string;
  postingBlock: string;
  schoolName?: string | undefined;
}

/** Returns the codes of a place whose names the schema has validated. */
export function storedPlace(district: string, block: string): Place {
  const place = placeOf(district, block);
  if (place === undefined)
    throw new AppError('validation_failed', { fields: { desiredBlock: 'block.unknown' } });
  return place;
}

/** Returns the codes of a posting. @throws {AppError} `validation_failed` at `field` if the posting has no block. */
export function storedPosting(posting: NamedPosting, field: string): StoredPosting {
  const { districtCode: district, blockCode: block } = storedPlace(posting.district, posting.postingBlock);
  if (block === null) throw new AppError('validation_failed', { fields: { [field]: 'block.unknown' } });
  return { district, block, schoolName: posting.schoolName };
}
