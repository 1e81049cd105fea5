import { optionalColumnsOf } from '@mutual-transfer/domain/accounts/teacher-fields';
import type { Registration, Session } from '@mutual-transfer/domain/accounts/user';
import {
  MILLISECONDS_A_DAY,
  PRIVACY_NOTICE_VERSION,
  SESSION_LIFETIME_DAYS,
} from '@mutual-transfer/domain/constants';
import { subjectByName } from '@mutual-transfer/domain/reference/subjects';
import { nothingHidden } from '@mutual-transfer/domain/requests/transfer-request';
import type { FastifyRequest } from 'fastify';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Dependencies } from '../dependencies.ts';
import { languageOf } from '../http/answers.ts';
import { offerConfirmation } from '../notices/email-address.ts';
import { writeAuditOf } from '../people/audit.ts';
import { lockMembers } from '../people/lock-members.ts';
import {
  createMember,
  findPhoneHolders,
  noteSignIn,
  ownPrivacyColumns,
  setLanguage,
  storedPlace,
} from '../people/members.ts';
import { storeNoticeConsent } from '../people/notice-consents.ts';
import { presentAccount } from '../people/present.ts';
import type { Database, UserRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { insertSession } from '../platform/sessions.ts';
import { refuseWeakPassword } from './passwords.ts';
import { claimPhone, spendCode, tryCode, verification, verifiedByCode } from './phone-codes.ts';
import { sharedIn } from './shares.ts';

/**
 * Creates the account, with an offer for its registered wish, and signs the teacher in. Stores the consent to the present privacy notice. A code that was sent to the phone verifies the teacher, and removes the phone number from
 * another account that has it.
 */
export async function register(
  dependencies: Dependencies,
  request: FastifyRequest,
  input: Registration,
): Promise<Session> {
  const { db, passwords, now } = dependencies;
  refuseWeakPassword('password', input.password, input);
  const { phone, phoneCode: code } = input;
  const caller = { address: request.ip };
  const sent = code && (await tryCode(dependencies, verification, { phone, code, caller }));
  const language = languageOf(request);
  const createdAt = now();
  const values = { ...newTeacher(input, await passwords.hash(input.password), createdAt), language };
  const user = await db.transaction().execute(async (transaction) => {
    if (sent) {
      await spendCode(transaction, sent);
      const claim = { phone, claimantId: values.id };
      const holders = await lockMembers(transaction, await findPhoneHolders(transaction, claim));
      await claimPhone(transaction, request, { claim, holders }, createdAt);
    }
    const created = await createMember(transaction, values);
    if (input.consentVersion === PRIVACY_NOTICE_VERSION)
      await storeNoticeConsent(transaction, created.id, createdAt);
    return created;
  });
  await offerConfirmation(dependencies, request, { ...user, language });
  return startSession(dependencies, user);
}

/**
 * Signs in by email or phone number, and password. The response and its time are the same for an unknown contact and a wrong password.
 *
 * @throws {AppError} `second_factor_needed` with the token of the second step for an account that has a second factor.
 */
export async function logIn(
  dependencies: Dependencies,
  request: FastifyRequest,
  input: { email: string; password: string },
): Promise<Session> {
  const { db, passwords, keyedHash, tokens, now } = dependencies;
  const user = await db.selectFrom('users').selectAll().where(hasContact(input.email)).executeTakeFirst();
  const isRight = await passwords.verify(user?.password_hash, input.password);
  const failed = (details: object) =>
    writeAuditOf(
      db,
      request,
      { actorId: null, action: 'login.failed', subjectId: user?.id, details: { ...details } },
      now(),
    );
  if (user === undefined || !isRight) {
    await failed(user === undefined ? { email: keyedHash(input.email) } : {});
    throw new AppError('credentials_wrong');
  }
  if (!user.is_active) {
    await failed({ inactive: true });
    throw new AppError('account_inactive');
  }
  if (user.factor_on_at !== null) {
    const step = { userId: user.id, password: keyedHash(user.password_hash) };
    throw new AppError('second_factor_needed', { factorToken: await tokens.signFactor(step, now()) });
  }
  return openSession(dependencies, request, user);
}

/** Starts the session of a person who has proved who they are. */
export async function openSession(
  dependencies: Dependencies,
  request: FastifyRequest,
  user: UserRow,
): Promise<Session> {
  const { db, now } = dependencies;
  const session = await startSession(dependencies, user);
  // Messages use the language of the last sign-in.
  const language = languageOf(request);
  if (user.language !== language) await setLanguage(db, user.id, language);
  await writeAuditOf(db, request, { actorId: user.id, action: 'login', subjectId: user.id }, now());
  return session;
}

/**
 * Starts a session of seven days, if the account is still active and has the password that was verified. The same statement notes the
 * sign-in and so locks the account: a password change that runs at the same time also ends this session, and no unused account that is
 * signed in to is erased.
 *
 * @throws {AppError} `credentials_wrong` if the password was changed since, or the account deactivated or erased.
 */
export async function startSession(
  { db, tokens, now }: Dependencies,
  user: Pick<UserRow, 'id' | 'password_hash'>,
): Promise<Session> {
  const created_at = now();
  const expiresAt = new Date(created_at.getTime() + SESSION_LIFETIME_DAYS * MILLISECONDS_A_DAY);
  const id = newId();
  const held = await db.transaction().execute(async (transaction) => {
    const row = await noteSignIn(transaction, user, created_at);
    if (row === undefined) throw new AppError('credentials_wrong');
    const session = { id, user_id: user.id, created_at, expires_at: expiresAt };
    await insertSession(transaction, session);
    return row;
  });
  return { token: await tokens.sign({ id, userId: user.id, expiresAt }), user: presentAccount(held) };
}

function newTeacher(input: Registration, password_hash: string, created_at: Date) {
  const posting = storedPlace(input.district, input.postingBlock);
  const desired = storedPlace(input.desiredDistrict, input.desiredBlock);
  return {
    id: newId(),
    email: input.email,
    phone: input.phone,
    password_hash,
    name: input.name,
    school_name: input.schoolName,
    district: posting.districtCode,
    block: posting.blockCode,
    desired_district: desired.districtCode,
    desired_block: desired.blockCode,
    subject: subjectByName(input.subject)?.code ?? null,
    class_range: input.classRange,
    ...optionalColumnsOf(input),
    ...ownPrivacyColumns({ ...nothingHidden, ...input.privacySettings }),
    ...(input.phoneCode === undefined ? {} : verifiedByCode(created_at)),
    came_by: input.cameBy === undefined ? null : (sharedIn(input.cameBy)?.kind ?? null),
    created_at,
  };
}

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

/** Returns the id of the teacher with this email address or phone number, or `undefined`. */
export async function findTeacherByContact(
  db: Kysely<Database>,
  contact: string,
): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'teacher')
    .where(hasContact(contact))
    .executeTakeFirst();
  return user?.id;
}

/** SQL condition that an account has this phone number or email address. */
function hasContact(contact: string): RawBuilder<SqlBool> {
  return contact.includes('@')
    ? sql<SqlBool>`users.email = ${contact}`
    : sql<SqlBool>`users.phone = ${contact}`;
}
