import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import { writeAudit } from '../../accounts/audit.ts';
import { isAnyBlocked } from '../../accounts/blocks.queries.ts';
import { releaseMessage } from '../../agreements/room/room-messages.ts';
import { lockAgreement } from '../../agreements/steps/locked-agreement.ts';
import type { Database } from '../../database/tables/schema.ts';
import { AppError } from '../../errors.ts';
import type { CoreDependencies } from '../../http/dependencies.ts';
import { refuseHeldText } from '../../lifecycle/change-request.ts';
import { areActive } from '../../members/accounts.queries.ts';
import { lockMembers, lockTeacher, type OwnRequest } from '../../members/lock-members.ts';
import { releaseHeldRequest } from '../../members/own-requests.ts';
import { findRequest } from '../../members/requests.queries.ts';
import { createNotices } from '../../notices/create-notices.ts';
import { findHeldMessage, takeHeldMessage } from '../../notices/review/held-messages.ts';

interface Changing extends Pick<CoreDependencies, 'now'> {
  readonly db: Kysely<Database>;
}

/**
 * Releases a held text: activates a request and notifies its owner, or sends a message as if it were written now. A message is only
 * deleted if its recipient cannot be written to any more.
 *
 * @throws {AppError} `not_found` unless it is held; `request_duplicate`; `status_step` if its writer works in that place now.
 */
export async function releaseText({ db, now }: Changing, request: FastifyRequest, id: string): Promise<void> {
  const moment = now();
  await db.transaction().execute(async (transaction) => {
    const writerId =
      (await releaseRequest(transaction, id, moment)) ?? (await releaseHeldMessage(transaction, id, moment));
    if (writerId === undefined) throw new AppError('not_found');
    const entry = { action: 'text.release', subjectId: writerId, details: { text: id } } as const;
    await writeAudit(transaction, request, entry, moment);
  });
}

async function releaseRequest(
  transaction: Transaction<Database>,
  id: string,
  now: Date,
): Promise<string | undefined> {
  const found = await findRequest(transaction, id);
  if (found?.status !== 'held') return undefined;
  const owner = await lockTeacher(transaction, found.user_id);
  if (!(await releaseHeldRequest(transaction, owner, { id, now }))) return undefined;
  const content = { kind: 'request_released' } as const;
  await createNotices(transaction, [{ recipientId: owner.id, content }], now);
  return owner.id;
}

async function releaseHeldMessage(
  transaction: Transaction<Database>,
  id: string,
  now: Date,
): Promise<string | undefined> {
  const held = await findHeldMessage(transaction, id);
  if (held === undefined) return undefined;
  const { from_user_id: senderId, to_user_id: recipientId, agreement_id: agreementId, message } = held;
  if (agreementId !== null) await lockAgreement(transaction, agreementId);
  else await lockMembers(transaction, [senderId, ...(recipientId === null ? [] : [recipientId])]);
  if ((await takeHeldMessage(transaction, id)) === undefined) return undefined;
  if (agreementId !== null) {
    await releaseMessage(transaction, { id: agreementId, userId: senderId }, message, now);
  } else if (recipientId !== null && (await mayStillWrite(transaction, senderId, recipientId))) {
    const content = { kind: 'message', message } as const;
    await createNotices(transaction, [{ recipientId, senderId, content }], now);
  }
  return senderId;
}

/** Returns true if both accounts are active and neither blocks the other. The caller has locked them. */
async function mayStillWrite(
  transaction: Transaction<Database>,
  senderId: string,
  recipientId: string,
): Promise<boolean> {
  const both = [senderId, recipientId];
  return (await areActive(transaction, both)) && !(await isAnyBlocked(transaction, both));
}

/**
 * Deletes a held text and notifies its writer of the reason. A request that was listed before its edit is listed with its former text again.
 *
 * @throws {AppError} `not_found` unless it is held.
 */
export async function refuseText(
  { db, now }: Changing,
  request: FastifyRequest,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const requested = await findRequest(transaction, id);
    if (requested?.status === 'held') {
      const own = { userId: requested.user_id, id };
      return refuseRequest(transaction, request, { own, reason }, now());
    }
    const found = await findHeldMessage(transaction, id);
    await lockMembers(transaction, found === undefined ? [] : [found.from_user_id]);
    const row = await takeHeldMessage(transaction, id);
    if (row === undefined) throw new AppError('not_found');
    const content = { kind: 'message_removed', reason } as const;
    await createNotices(transaction, [{ recipientId: row.from_user_id, content }], now());
    const details = { text: id, reason };
    const entry = { action: 'text.refuse', subjectId: row.from_user_id, details } as const;
    await writeAudit(transaction, request, entry, now());
  });
}

async function refuseRequest(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  { own, reason }: { readonly own: OwnRequest; readonly reason: string },
  now: Date,
): Promise<void> {
  const isListed = await refuseHeldText(transaction, own, now);
  const content = { kind: isListed ? 'request_text_refused' : 'request_removed', reason } as const;
  await createNotices(transaction, [{ recipientId: own.userId, content }], now);
  const entry = isListed
    ? ({ action: 'text.refuse', details: { text: own.id, reason } } as const)
    : ({ action: 'request.remove', details: { request: own.id, reason } } as const);
  await writeAudit(transaction, request, { ...entry, subjectId: own.userId }, now);
}
