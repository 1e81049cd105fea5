import { fieldsWith } from '@mutual-transfer/domain/accounts/teacher-fields';
import type { Account } from '@mutual-transfer/domain/accounts/user';
import type { PersonCorrection, PersonPage } from '@mutual-transfer/domain/administration/administration';
import { DEFAULT_PAGE, LIST_WINDOW, PAISE_A_RUPEE } from '@mutual-transfer/domain/constants';
import { DEFAULT_LANGUAGE } from '@mutual-transfer/domain/language/language';
import type { FastifyRequest } from 'fastify';
import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import { deleteRequestOf } from '../account/change-request.ts';
import { correctTeacher } from '../account/change-teacher.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuseStale } from '../http/if-match.ts';
import { signedIn } from '../http/policy.ts';
import { offerConfirmation } from '../notices/email-address.ts';
import { createNotices, deleteMessage } from '../notices/notices.ts';
import { findBrokenAgreement, mayBeRefunded } from '../payments/refunds.ts';
import { writeAudit } from '../people/audit.ts';
import { personTag } from '../people/if-match-of-owners.ts';
import { lockTeacher } from '../people/lock-members.ts';
import { changeMember, storedPosting } from '../people/members.ts';
import { presentAccount, presentName } from '../people/present.ts';
import { findRequest } from '../people/request-rows.ts';
import type { Database, UserRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import type { SignedIn } from '../platform/sessions.ts';
import { presentRequest } from '../requests/present-request.ts';
import { findOwnListedRequests } from '../requests/requests.queries.ts';
import type { SeasonReader } from '../seasons/seasons.ts';
import { isContactTaken } from '../sign-in/guarded-entry.ts';
import { findSentSms } from '../sign-in/sent-sms.ts';
import { findAgreementsOf } from './agreements/agreements.ts';
import { findAuditEntries } from './audit-log.ts';
import { findConsentsOf } from './consents.ts';

/** Maximum number of alerts, payments, sessions and audit entries on a page, the newest ones. All requests are shown. */
const NEWEST = 50;

/** Returns everything that the product stores about one teacher, with its `ETag`. @throws {AppError} `not_found`, `forbidden` for an administrator. */
export async function findPersonPage(
  db: Kysely<Database>,
  viewer: SignedIn,
  id: string,
  { language, now }: SeasonReader,
): Promise<{ page: PersonPage; tag: string }> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  if (user === undefined) throw new AppError('not_found');
  if (user.role === 'admin') throw new AppError('forbidden');
  const [requests, alertsSent, payments, broken, sessions, agreements, history, consents, sms] =
    await Promise.all([
      findOwnListedRequests(db, id, { page: DEFAULT_PAGE, limit: LIST_WINDOW, includeHidden: true }),
      findAlertsSent(db, viewer, id),
      // Payments, and the agreement whose end is a reason for a refund, are for administrators of the state.
      viewer.administers === null ? findPayments(db, id) : [],
      viewer.administers === null ? findBrokenAgreement(db, id) : undefined,
      findSessions(db, id),
      findAgreementsOf(db, viewer, id, now),
      findAuditEntries(db, { page: 1, limit: NEWEST, person: id }, viewer, sql<SqlBool>`true`),
      findConsentsOf(db, id, language),
      findSentSms(db, id),
    ]);
  const page = {
    user: presentAccount(user),
    verification: await findVerification(db, user),
    requests: requests.rows.map((row) => presentRequest(row, viewer)),
    alertsSent,
    payments,
    brokenAgreementAt: broken?.ended_at?.toISOString() ?? null,
    sessions,
    agreements,
    consents,
    sms,
    mailBouncedAt: user.email_bounced_at?.toISOString() ?? null,
    history: history.entries,
  };
  return { page, tag: personTag(user) };
}

async function findVerification(db: Kysely<Database>, user: UserRow): Promise<PersonPage['verification']> {
  const { verified_at, verified_how, verified_by, verified_note } = user;
  if (verified_at === null || verified_how === null) return null;
  const administrator =
    verified_by === null
      ? undefined
      : await db.selectFrom('users').select('name').where('id', '=', verified_by).executeTakeFirst();
  return {
    at: verified_at.toISOString(),
    how: verified_how,
    by: administrator?.name ?? null,
    note: verified_note,
  };
}

async function findAlertsSent(
  db: Kysely<Database>,
  viewer: SignedIn,
  userId: string,
): Promise<PersonPage['alertsSent']> {
  const rows = await db
    .selectFrom('alerts')
    .innerJoin('users', 'users.id', 'alerts.to_user_id')
    .select(['alerts.id', 'message', 'read_at', 'alerts.created_at'])
    .select(['users.id as personId', 'users.name', 'users.district', 'users.hide_name'])
    .where('from_user_id', '=', userId)
    .orderBy('alerts.id', 'desc')
    .limit(NEWEST)
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    to: presentName(row, viewer),
    message: row.message ?? '',
    isRead: row.read_at !== null,
    createdAt: row.created_at.toISOString(),
  }));
}

async function findPayments(db: Kysely<Database>, userId: string): Promise<PersonPage['payments']> {
  const rows = await db
    .selectFrom('payment_orders')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute();
  const refunds = await db
    .selectFrom('payment_refunds')
    .innerJoin('payment_orders', 'payment_orders.id', 'order_id')
    .selectAll('payment_refunds')
    .where('user_id', '=', userId)
    .orderBy('asked_at', 'desc')
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    orderId: row.provider_order_id,
    paymentId: row.payment_id,
    amount: row.amount_paise / PAISE_A_RUPEE,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
    refunds: refunds
      .filter(({ order_id }) => order_id === row.id)
      .map(({ state, origin, failure, asked_at, settled_at }) => ({
        state,
        origin,
        failure,
        askedAt: asked_at.toISOString(),
        settledAt: settled_at?.toISOString() ?? null,
      })),
    canRefund: mayBeRefunded(row, refunds),
  }));
}

async function findSessions(db: Kysely<Database>, userId: string): Promise<PersonPage['sessions']> {
  const rows = await db
    .selectFrom('sessions')
    .leftJoin('users as impersonators', 'impersonators.id', 'impersonator_id')
    .select(['sessions.created_at', 'expires_at', 'ended_at', 'impersonators.name as impersonator'])
    .where('user_id', '=', userId)
    .orderBy('sessions.id', 'desc')
    .limit(NEWEST)
    .execute();
  return rows.map((row) => ({
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    impersonator: row.impersonator,
  }));
}

/**
 * Corrects a teacher's account. An error that tells an administrator of districts that any account of the state has a phone number counts in
 * the same budget as at registration.
 */
export async function guardedCorrection(
  dependencies: Dependencies,
  request: FastifyRequest,
  id: string,
  correction: PersonCorrection,
): Promise<Account> {
  return correctPerson(dependencies, request, id, correction).catch(async (error: unknown) => {
    if (signedIn(request).administers !== null && isContactTaken(error))
      await dependencies.limits.reserve(request, 'taken');
    throw error;
  });
}

/**
 * Corrects a teacher's account. The audit log stores which fields changed and why, not the values, and has no entry for a repeated
 * correction.
 *
 * @throws {AppError} `changed_meanwhile`, `not_found`, `forbidden` also for an email that an administrator of districts changes, `email_taken`,
 * `phone_taken`, `malformed` without a change.
 */
async function correctPerson(
  dependencies: Dependencies,
  request: FastifyRequest,
  id: string,
  { reason, posting, ...stated }: PersonCorrection,
): Promise<Account> {
  const contact = statedAmong(fieldsWith({ correctedAs: 'contact' }), stated);
  const taught = [...fieldsWith({ correctedAs: 'teaching' }), ...fieldsWith({ correctedAs: 'service' })];
  const teaching = statedAmong(taught, stated);
  const changed = [
    ...Object.keys(contact),
    ...(posting === undefined ? [] : ['posting']),
    ...Object.keys(teaching),
  ];
  if (changed.length === 0) throw new AppError('malformed', { message: 'correction.empty' });
  // Links for a new password go to the email address, so only the state changes it.
  if (contact.email !== undefined && signedIn(request).administers !== null)
    throw new AppError('forbidden', { message: 'forbidden.state' });
  const { db, now } = dependencies;
  const { before, after } = await db.transaction().execute(async (transaction) => {
    const place = posting && storedPosting(posting, 'posting');
    const ifMatch = request.headers['if-match'];
    const correction = { contact, posting: place, teaching, ifMatch };
    const { before, after } = await correctTeacher(transaction, id, correction, now());
    const details = { changed, reason };
    if (personTag(before) !== personTag(after))
      await writeAudit(transaction, request, { action: 'user.correct', subjectId: id, details }, now());
    request.ownerTag = personTag(after);
    return { before, after };
  });
  if (before.email !== after.email)
    await offerConfirmation(dependencies, request, {
      ...after,
      language: after.language ?? DEFAULT_LANGUAGE,
    });
  return presentAccount(after);
}

/** Returns those of the fields that have a value or null. */
function statedAmong<Name extends string, Fields extends Partial<Record<Name, unknown>>>(
  names: Name[],
  fields: Fields,
): Pick<Fields, Name> {
  const stated = names.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]);
  // `Object.fromEntries` types its keys as any string.
  return Object.fromEntries(stated) as Pick<Fields, Name>;
}

/**
 * Verifies a teacher with a note, or removes the verification if the note is null. A repetition changes nothing.
 *
 * @throws {AppError} `changed_meanwhile`, `not_found`, `forbidden`; `conflict` for a number that an office set, which only a code verifies.
 */
export async function setVerified(
  { db, now }: Dependencies,
  request: FastifyRequest,
  id: string,
  note: string | null,
): Promise<Account> {
  const mark =
    note === null
      ? { verified_at: null, verified_how: null, verified_by: null, verified_note: null }
      : {
          verified_at: now(),
          verified_how: 'administrator' as const,
          verified_by: signedIn(request).userId,
          verified_note: note,
        };
  return db.transaction().execute(async (transaction) => {
    const teacher = await lockTeacher(transaction, id);
    refuseStale(request.headers['if-match'], personTag(teacher));
    if (isVerifiedBy(teacher, note)) {
      request.ownerTag = personTag(teacher);
      return presentAccount(teacher);
    }
    if (note !== null && teacher.phone_set_by_office)
      throw new AppError('conflict', { message: 'verification.codeNeeded' });
    const row = await changeMember(transaction, teacher, mark, now());
    request.ownerTag = personTag(row);
    const action = note === null ? 'user.unverify' : 'user.verify';
    const details = note === null ? {} : { note };
    await writeAudit(transaction, request, { action, subjectId: id, details }, now());
    return presentAccount(row);
  });
}

/** Returns true for a teacher who is verified with this note, or who is not verified if it is null. */
function isVerifiedBy(
  { verified_at, verified_note }: Pick<UserRow, 'verified_at' | 'verified_note'>,
  note: string | null,
): boolean {
  return note === null ? verified_at === null : verified_at !== null && verified_note === note;
}

/** Request or message that an administrator removes. */
export interface RemovedText {
  kind: 'request' | 'message';
  id: string;
  reason: string;
}

/**
 * Deletes a teacher's text and notifies its writer of the reason.
 * @throws {AppError} `not_found`; for a request also `request_in_agreement` and `request_is_record`.
 */
export async function removeText(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  { kind, id, reason }: RemovedText,
  now: Date,
): Promise<void> {
  const isRequest = kind === 'request';
  const writerId = isRequest
    ? await deleteRequest(transaction, id, now)
    : await deleteMessage(transaction, id);
  const content = { kind: `${kind}_removed`, reason } as const;
  await createNotices(transaction, [{ recipientId: writerId, content }], now);
  const details = isRequest ? { request: id, reason } : { alert: id, reason };
  await writeAudit(transaction, request, { action: `${kind}.remove`, subjectId: writerId, details }, now);
}

/** Deletes a request. @returns the id of its owner. @throws {AppError} `not_found`. */
async function deleteRequest(transaction: Transaction<Database>, id: string, now: Date): Promise<string> {
  const row = await findRequest(transaction, id);
  if (row === undefined) throw new AppError('not_found');
  await deleteRequestOf(transaction, { userId: row.user_id, id }, now);
  return row.user_id;
}
