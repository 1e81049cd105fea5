import {
  type Account,
  checkTeacher,
  type PasswordChange,
  type ProfileChange,
  type Session,
} from '@mutual-transfer/domain/accounts/user';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import type { MessageKey } from '@mutual-transfer/domain/language/messages/messages';
import { ANY_BLOCK, blockByCode, districtByCode } from '@mutual-transfer/domain/reference/places';
import { subjectByCode, subjectByName } from '@mutual-transfer/domain/reference/subjects';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction, Updateable } from 'kysely';
import type { $ZodRawIssue } from 'zod/v4/core';
import type { Database, UserRow } from '../../database/schema.ts';
import { AppError } from '../../errors.ts';
import { signedIn } from '../../http/policy.ts';
import { counted } from '../../limits/limits.ts';
import { presentAccount } from '../../privacy/present.ts';
import { refreshProjections } from '../../privacy/projections.ts';
import { endSessions, forgetPasswordLinks } from '../../sessions/end-sessions.ts';
import { accountGone } from '../account-gone.ts';
import { eraseAdministrator } from '../administrators.ts';
import { writeAudit } from '../audit.ts';
import type { AccountDependencies } from '../dependencies.ts';
import { type Passwords, refuseWeakPassword } from '../passwords/passwords.ts';
import { replacePassword } from '../passwords/replace-password.ts';
import { claimPhone, verifiedByCode } from '../phone/phone-claims.ts';
import {
  newPassword as codeToNewPassword,
  forgetCode,
  spendPhoneCode,
  tryPhoneCode,
} from '../phone/phone-codes.ts';
import { startSession, storedPlace } from '../registration/auth.service.ts';
import { keepFormerName } from './former-names.ts';
import { withdrawFulfilled } from './posting.ts';

/**
 * Changes the given fields of an account. A teacher who moves takes their active requests along; those that now ask
 * for the place they are in are withdrawn, and proposals that this makes impossible end.
 *
 * @throws {AppError} `validation_failed`, `email_taken`, `phone_taken`; `posting_limit` where a teacher changes too often what
 * they offer.
 */
export async function changeProfile(
  dependencies: AccountDependencies,
  request: FastifyRequest,
  input: ProfileChange,
): Promise<Account> {
  const { db, passwords, limits, endings, now } = dependencies;
  const { userId } = signedIn(request);
  const before = await findUser(db, userId);
  if (changesContact(before, input)) {
    await limits.ownPassword(request, userId);
    await confirmPassword(passwords, before, input.currentPassword);
  }
  const claim = await tryClaim(dependencies, input.phone ?? before.phone, input.phoneCode);
  const change = () =>
    db.transaction().execute(async (transaction) => {
      if (claim !== undefined) await spendPhoneCode(transaction, claim.sent);
      const endImpossible = await endings.accountChanges(transaction, userId);
      const user = await transaction
        .selectFrom('users')
        .selectAll()
        .where('id', '=', userId)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow(accountGone);
      if (claim !== undefined)
        await claimPhone(transaction, request, { phone: claim.phone, claimantId: userId }, now());
      const values = { ...changedColumns(user, input, now()), ...(claim && verifiedByCode(now())) };
      const changed = await transaction
        .updateTable('users')
        .set(values)
        .where('id', '=', userId)
        .returningAll()
        .executeTakeFirstOrThrow(accountGone);
      await keepTrace(transaction, request, { before: user, after: changed }, now());
      await forgetLinksToFormer(transaction, user, changed);
      if (changed.block !== user.block) await withdrawFulfilled(transaction, userId, changed);
      await refreshProjections(transaction, userId);
      await endImpossible(now());
      return presentAccount(changed);
    });
  return changesOffer(before, changedColumns(before, input, now()))
    ? counted(limits.posting(request, userId), change)
    : change();
}

/** The phone that a teacher proves by a code to have, where they state one. @throws {AppError} `validation_failed` at `phoneCode`. */
async function tryClaim(dependencies: AccountDependencies, phone: string | null, code: string | undefined) {
  if (phone === null || code === undefined) return undefined;
  return { phone, sent: await tryPhoneCode(dependencies, phone, code) };
}

/** What a teacher offers to others: changing it is posting anew. */
const offeredColumns = [
  'district',
  'block',
  'desired_district',
  'desired_block',
  'subject',
  'class_range',
  'category',
] as const;

function changesOffer(before: UserRow, after: Updateable<Database['users']>): boolean {
  return offeredColumns.some((column) => after[column] !== undefined && after[column] !== before[column]);
}

/** The former name, for rows of the audit log that were written under it; and what an administrator changed of themselves. */
async function keepTrace(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  { before, after }: { readonly before: UserRow; readonly after: UserRow },
  now: Date,
): Promise<void> {
  await keepFormerName(transaction, before, after.name, now);
  const fields = (['name', 'email', 'phone'] as const).filter((field) => before[field] !== after[field]);
  if (before.role === 'admin' && fields.length > 0) {
    await writeAudit(
      transaction,
      request,
      { action: 'admin.profile', subjectId: before.id, details: { fields } },
      now,
    );
  }
}

/** A link to a new password that went to the former address. */
async function forgetLinksToFormer(
  transaction: Transaction<Database>,
  before: UserRow,
  after: UserRow,
): Promise<void> {
  if (before.email !== after.email || before.phone !== after.phone) {
    await forgetPasswordLinks(transaction, before.id);
  }
}

/** Changes one's own password; every session ends, and a new one starts. */
export async function changePassword(
  dependencies: AccountDependencies,
  request: FastifyRequest,
  { currentPassword, newPassword }: PasswordChange,
): Promise<Session> {
  const { userId } = signedIn(request);
  const { db, passwords, limits, seal, now } = dependencies;
  const user = await findUser(db, userId);
  await limits.ownPassword(request, userId);
  if (!(await passwords.verify(user.password_hash, currentPassword))) {
    throw wrongField('currentPassword', 'password.wrong');
  }
  refuseWeakPassword('newPassword', newPassword, user);
  const password_hash = await passwords.hash(newPassword);
  await db.transaction().execute(async (transaction) => {
    await replacePassword(transaction, user, password_hash);
    await endSessions(transaction, userId, now());
    if (user.phone !== null) await forgetCode({ db: transaction, seal }, codeToNewPassword, user.phone);
    await writeAudit(transaction, request, { action: 'account.password', subjectId: userId }, now());
  });
  return startSession(dependencies, { id: userId, password_hash });
}

/** Erases the account and all that hangs on it at once; payment records and the audit log stay, without the person. */
export async function deleteAccount(
  { db, passwords, limits, endings, now }: AccountDependencies,
  request: FastifyRequest,
  password: string,
): Promise<void> {
  const { userId } = signedIn(request);
  const user = await findUser(db, userId);
  await limits.ownPassword(request, userId);
  if (!(await passwords.verify(user.password_hash, password))) throw wrongField('password', 'password.wrong');
  await db.transaction().execute(async (transaction) => {
    if (user.role === 'admin') return eraseAdministrator(transaction, userId);
    await endings.accountEnds(transaction, userId, now());
    await transaction.deleteFrom('users').where('id', '=', userId).execute();
    await endings.accountIsErased(transaction, userId);
  });
}

function findUser(db: Kysely<Database>, userId: string): Promise<UserRow> {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow(accountGone);
}

function changesContact(user: UserRow, input: ProfileChange): boolean {
  return (input.email ?? user.email) !== user.email || (input.phone ?? user.phone) !== user.phone;
}

async function confirmPassword(
  passwords: Passwords,
  user: UserRow,
  currentPassword: string | undefined,
): Promise<void> {
  if (currentPassword === undefined) throw wrongField('currentPassword', 'password.needed');
  const isRight = await passwords.verify(user.password_hash, currentPassword);
  if (!isRight) throw wrongField('currentPassword', 'password.wrong');
}

/** The columns of the account as they will be, checked as a registration is. */
function changedColumns(user: UserRow, input: ProfileChange, now: Date): Updateable<Database['users']> {
  const contact = {
    email: input.email ?? user.email,
    phone: input.phone ?? user.phone,
    name: input.name ?? user.name,
  };
  if (user.role === 'admin') return contact;
  const fields = checkedFields(user, input);
  const posting = storedPlace(fields.district, fields.postingBlock);
  const desired = storedPlace(fields.desiredDistrict, fields.desiredBlock);
  return {
    ...contact,
    school_name: fields.schoolName,
    district: posting.districtCode,
    block: posting.blockCode,
    desired_district: desired.districtCode,
    desired_block: desired.blockCode,
    subject: subjectByName(fields.subject)?.code ?? null,
    class_range: fields.classRange,
    category: fields.category,
    recruitment_batch: fields.recruitmentBatch,
    joined_on: joinedOn(user, input, posting.blockCode, now),
  };
}

/** Who moves to another school has joined it on another day. @throws {AppError} `validation_failed` for a day to come. */
function joinedOn(
  user: UserRow,
  { joinedOn: stated, schoolName }: ProfileChange,
  block: string | null,
  now: Date,
): string | null {
  if (stated && stated > dayInIndia(now)) throw wrongField('joinedOn', 'joinedOn.future');
  if (stated !== undefined) return stated;
  const hasMoved = block !== user.block || (schoolName ?? user.school_name) !== user.school_name;
  return hasMoved ? null : user.joined_on;
}

/** What the teacher's fields come to, held to the rules between them. */
function checkedFields(user: UserRow, input: ProfileChange): ReturnType<typeof fieldsOf> {
  const before = fieldsOf(user);
  const fields = { ...before, ...withoutUndefined(input) };
  const { category, recruitmentBatch } = fields;
  const issues: $ZodRawIssue[] = [];
  checkTeacher({
    value: { ...fields, category: category ?? undefined, recruitmentBatch: recruitmentBatch ?? undefined },
    issues,
  });
  const isNewWish =
    fields.desiredDistrict !== before.desiredDistrict || fields.desiredBlock !== before.desiredBlock;
  const isNewTeaching = fields.subject !== before.subject || fields.classRange !== before.classRange;
  // A teacher who moves into the registered wish keeps it until they state another; what was stored before a rule stays.
  const kept = new Set([
    ...(isNewWish ? [] : ['desired.same']),
    ...(isNewTeaching ? [] : ['classRange.subject']),
  ]);
  const problems = issues.filter((issue) => !kept.has(issue.message ?? ''));
  if (problems.length > 0) throw new AppError('validation_failed', { issues: problems as never });
  return fields;
}

/** A teacher's columns as the wire has them. */
function fieldsOf(user: UserRow) {
  return {
    schoolName: user.school_name ?? '',
    district: nameOf(districtByCode, user.district),
    postingBlock: nameOf(blockByCode, user.block),
    desiredDistrict: nameOf(districtByCode, user.desired_district),
    desiredBlock: user.desired_block === null ? ANY_BLOCK : nameOf(blockByCode, user.desired_block),
    subject: nameOf(subjectByCode, user.subject),
    classRange: user.class_range ?? '',
    category: user.category,
    recruitmentBatch: user.recruitment_batch,
  };
}

function nameOf(find: (code: string) => { name: string }, code: string | null): string {
  return code === null ? '' : find(code).name;
}

function withoutUndefined<Thing extends object>(
  thing: Thing,
): { [Key in keyof Thing]: Exclude<Thing[Key], undefined> } {
  return Object.fromEntries(Object.entries(thing).filter(([, value]) => value !== undefined)) as never;
}

function wrongField(field: string, key: MessageKey): AppError {
  return new AppError('validation_failed', { fields: { [field]: key } });
}
