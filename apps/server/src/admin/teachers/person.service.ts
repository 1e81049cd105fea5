import type { Account } from '@mutual-transfer/domain/accounts/user';
import type { PersonCorrection } from '@mutual-transfer/domain/administration/administration';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { writeAudit } from '../../accounts/audit.ts';
import { isContactTaken } from '../../accounts/registration/guarded-entry.ts';
import type { Database, UserRow } from '../../database/tables.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../errors.ts';
import { signedIn } from '../../http/policy.ts';
import { refuseStale } from '../../http/turns/owner-tags.ts';
import { deleteRequestOf } from '../../lifecycle/change-request.ts';
import { correctTeacher } from '../../lifecycle/change-teacher.ts';
import { lockTeacher } from '../../members/lock-members.ts';
import { personTag } from '../../members/owner-tags.ts';
import { changeMember } from '../../members/people.ts';
import { findRequest } from '../../members/requests.queries.ts';
import { storedPosting } from '../../members/stored-place.ts';
import { deleteMessage } from '../../notices/change-notices.ts';
import { createNotices } from '../../notices/create-notices.ts';
import { presentAccount } from '../../privacy/present.ts';

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
  { db, now }: Dependencies,
  request: FastifyRequest,
  id: string,
  { reason, posting, subject, classRange, category, recruitmentBatch, ...contact }: PersonCorrection,
): Promise<Account> {
  const stated = { subject, classRange, category, recruitmentBatch };
  const teaching = Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined));
  const changed = [
    ...Object.keys(contact),
    ...(posting === undefined ? [] : ['posting']),
    ...Object.keys(teaching),
  ];
  if (changed.length === 0) throw new AppError('malformed', { message: 'correction.empty' });
  // Password links go to the email address, and only administrators of the state may set passwords of teachers.
  if (contact.email !== undefined && signedIn(request).administers !== null)
    throw new AppError('forbidden', { message: 'forbidden.state' });
  return db.transaction().execute(async (transaction) => {
    const place = posting && storedPosting(posting, 'posting');
    const ifMatch = request.headers['if-match'];
    const correction = { contact, posting: place, teaching, ifMatch };
    const { before, after } = await correctTeacher(transaction, id, correction, now());
    const details = { changed, reason };
    if (personTag(before) !== personTag(after))
      await writeAudit(transaction, request, { action: 'user.correct', subjectId: id, details }, now());
    request.ownerTag = personTag(after);
    return presentAccount(after);
  });
}

/**
 * Verifies a teacher with a note, or removes the verification if the note is null. A repetition changes nothing.
 *
 * @throws {AppError} `changed_meanwhile`, `not_found`, `forbidden`.
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
  readonly kind: 'request' | 'message';
  readonly id: string;
  readonly reason: string;
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
