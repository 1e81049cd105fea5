import type { Account } from '@mutual-transfer/domain/accounts/user';
import type { PersonCorrection } from '@mutual-transfer/domain/administration/administration';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import { writeAudit } from '../accounts/audit.ts';
import { keepFormerName } from '../accounts/profile/former-names.ts';
import { moveTo } from '../accounts/profile/posting.ts';
import { storedPlace } from '../accounts/registration/auth.service.ts';
import type { Database } from '../database/schema.ts';
import { AppError } from '../errors.ts';
import type { CoreDependencies } from '../http/dependencies.ts';
import { signedIn } from '../http/policy.ts';
import { deleteMessage } from '../notices/change-notices.ts';
import { createNotices } from '../notices/create-notices.ts';
import { presentAccount } from '../privacy/present.ts';
import { refreshProjections } from '../privacy/projections.ts';
import { lockTeacher } from './lock-teacher.ts';

/**
 * Corrects a teacher's account in the administrator's own name. The audit log holds which fields changed and why, not the values.
 *
 * @throws {AppError} `not_found`, `forbidden`, `email_taken`, `phone_taken`, `validation_failed` without a change.
 */
export async function correctPerson(
  { db, endings, now }: CoreDependencies,
  request: FastifyRequest,
  id: string,
  { reason, posting, ...contact }: PersonCorrection,
): Promise<Account> {
  const changed = [...Object.keys(contact), ...(posting === undefined ? [] : ['posting'])];
  if (changed.length === 0) throw new AppError('malformed');
  return db.transaction().execute(async (transaction) => {
    const endImpossible = await endings.accountChanges(transaction, id);
    const user = await lockTeacher(transaction, id);
    await transaction
      .updateTable('users')
      .set({
        name: contact.name ?? user.name,
        email: contact.email ?? user.email,
        phone: contact.phone ?? user.phone,
      })
      .where('id', '=', id)
      .execute();
    await keepFormerName(transaction, user, contact.name ?? user.name, now());
    if (posting !== undefined) await moveTo(transaction, user, storedPosting(posting));
    await refreshProjections(transaction, id);
    await endImpossible(now());
    const details = { changed, reason };
    await writeAudit(transaction, request, { action: 'user.correct', subjectId: id, details }, now());
    const after = await transaction
      .selectFrom('users')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return presentAccount(after);
  });
}

/** Verifies a teacher, or takes the mark away without a note. @throws {AppError} `not_found`, `forbidden`. */
export async function setVerified(
  { db, now }: CoreDependencies,
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
    await lockTeacher(transaction, id);
    const row = await transaction
      .updateTable('users')
      .set(mark)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await refreshProjections(transaction, id);
    const action = note === null ? 'user.unverify' : 'user.verify';
    const details = note === null ? {} : { note };
    await writeAudit(transaction, request, { action, subjectId: id, details }, now());
    return presentAccount(row);
  });
}

function storedPosting(posting: NonNullable<PersonCorrection['posting']>) {
  const { districtCode: district, blockCode: block } = storedPlace(posting.district, posting.postingBlock);
  if (block === null) throw new AppError('validation_failed', { fields: { posting: 'block.unknown' } });
  return { district, block, schoolName: posting.schoolName };
}

/** Deletes a teacher's request and notifies its owner of the reason. @throws {AppError} `not_found`. */
export async function removeRequest(
  transaction: Transaction<Database>,
  { endings, now }: Pick<CoreDependencies, 'endings' | 'now'>,
  request: FastifyRequest,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const row = await transaction
    .selectFrom('requests')
    .select('user_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  await endings.requestEnds(transaction, { userId: row.user_id, id }, now());
  await lockTeacher(transaction, row.user_id);
  await transaction.deleteFrom('requests').where('id', '=', id).execute();
  await refreshProjections(transaction, row.user_id);
  const content = { kind: 'request_removed', reason } as const;
  await createNotices(transaction, [{ recipientId: row.user_id, content }], now());
  const entry = {
    action: 'request.remove',
    subjectId: row.user_id,
    details: { request: id, reason },
  } as const;
  await writeAudit(transaction, request, entry, now());
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
