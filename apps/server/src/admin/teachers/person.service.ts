import type { Account } from '@mutual-transfer/domain/accounts/user';
import type { PersonCorrection } from '@mutual-transfer/domain/administration/administration';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import { writeAudit } from '../../accounts/audit.ts';
import type { Database } from '../../database/tables/schema.ts';
import { AppError } from '../../errors.ts';
import type { CoreDependencies } from '../../http/dependencies.ts';
import { signedIn } from '../../http/policy.ts';
import { refuseStale, setOwnerTag } from '../../http/turns/owner-tags.ts';
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
 * Corrects a teacher's account. The audit log stores which fields changed and why, not the values.
 *
 * @throws {AppError} `changed_meanwhile`, `not_found`, `forbidden` also for an email that an administrator of districts changes, `email_taken`,
 * `phone_taken`, `malformed` without a change.
 */
export async function correctPerson(
  { db, now }: Pick<CoreDependencies, 'db' | 'now'>,
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
  if (changed.length === 0) throw new AppError('malformed');
  // Links for a new password go to the email, and passwords of teachers are for administrators of the state.
  if (contact.email !== undefined && signedIn(request).administers !== null)
    throw new AppError('forbidden', { message: 'forbidden.state' });
  return db.transaction().execute(async (transaction) => {
    const place = posting && storedPosting(posting, 'posting');
    const ifMatch = request.headers['if-match'];
    const correction = { contact, posting: place, teaching, ifMatch };
    const after = await correctTeacher(transaction, id, correction, now());
    const details = { changed, reason };
    await writeAudit(transaction, request, { action: 'user.correct', subjectId: id, details }, now());
    setOwnerTag(request, personTag(after));
    return presentAccount(after);
  });
}

/** Verifies a teacher with a note, or removes the verification if the note is null. @throws {AppError} `changed_meanwhile`, `not_found`, `forbidden`. */
export async function setVerified(
  { db, now }: Pick<CoreDependencies, 'db' | 'now'>,
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
    const row = await changeMember(transaction, teacher, mark, now());
    setOwnerTag(request, personTag(row));
    const action = note === null ? 'user.unverify' : 'user.verify';
    const details = note === null ? {} : { note };
    await writeAudit(transaction, request, { action, subjectId: id, details }, now());
    return presentAccount(row);
  });
}

/** Deletes a teacher's request and notifies its owner of the reason. @throws {AppError} `not_found`. */
export async function removeRequest(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  { id, reason }: { id: string; reason: string },
  now: Date,
): Promise<void> {
  const row = await findRequest(transaction, id);
  if (row === undefined) throw new AppError('not_found');
  await deleteRequestOf(transaction, { userId: row.user_id, id }, now);
  const content = { kind: 'request_removed', reason } as const;
  await createNotices(transaction, [{ recipientId: row.user_id, content }], now);
  const entry = {
    action: 'request.remove',
    subjectId: row.user_id,
    details: { request: id, reason },
  } as const;
  await writeAudit(transaction, request, entry, now);
}

/** Deletes a message between teachers and notifies its sender of the reason. @throws {AppError} `not_found`. */
export async function removeMessage(
  { db, now }: Pick<CoreDependencies, 'now'> & { readonly db: Kysely<Database> },
  request: FastifyRequest,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const senderId = await deleteMessage(transaction, id);
    await createNotices(
      transaction,
      [{ recipientId: senderId, content: { kind: 'message_removed', reason } }],
      now(),
    );
    const details = { alert: id, reason };
    await writeAudit(transaction, request, { action: 'message.remove', subjectId: senderId, details }, now());
  });
}
