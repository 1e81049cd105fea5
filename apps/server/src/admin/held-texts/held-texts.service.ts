import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { writeAudit } from '../../accounts/audit.ts';
import { isAnyBlocked } from '../../accounts/blocks.queries.ts';
import { releaseMessage } from '../../agreements/room/room-messages.ts';
import { lockAgreementsOf } from '../../agreements/steps/endings.ts';
import { lockAgreement } from '../../agreements/steps/locked-agreement.ts';
import type { Database, RequestRow } from '../../database/tables.ts';
import { AppError } from '../../errors.ts';
import { ownerTag, refuseStale } from '../../http/turns/owner-tags.ts';
import { type HeldRequest, refuseHeldText } from '../../lifecycle/change-request.ts';
import { areActive } from '../../members/accounts.queries.ts';
import { lockMembers, lockTeacher } from '../../members/lock-members.ts';
import { releaseHeldRequest } from '../../members/own-requests.ts';
import { findRequest } from '../../members/requests.queries.ts';
import { createNotices } from '../../notices/create-notices.ts';
import { findHeldMessage, takeHeldMessage } from '../../notices/review/held-messages.ts';

interface Releasing {
  readonly id: string;
  /** Tag of the texts that the administrator has read. */
  readonly ifMatch: string | undefined;
  readonly now: Date;
}

/**
 * Releases a held text: activates a request and notifies its owner, or sends a message as if it were written now. If the recipient can no
 * longer get messages from the writer, deletes the message without sending it.
 *
 * @throws {AppError} `not_found` unless the text is held; `changed_meanwhile`; `request_duplicate`; `status_step` if the writer of the
 * request works in its place now.
 */
export async function releaseText(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  id: string,
  now: Date,
): Promise<void> {
  const releasing = { id, ifMatch: request.headers['if-match'], now };
  const writerId =
    (await releaseRequest(transaction, releasing)) ?? (await releaseHeldMessage(transaction, releasing));
  if (writerId === undefined) throw new AppError('not_found');
  const entry = { action: 'text.release', subjectId: writerId, details: { text: id } } as const;
  await writeAudit(transaction, request, entry, now);
}

async function releaseRequest(
  transaction: Transaction<Database>,
  { id, ifMatch, now }: Releasing,
): Promise<string | undefined> {
  const held = await lockHeldRequest(transaction, id);
  if (held === undefined) return undefined;
  refuseStale(ifMatch, tagOfRequest(held.request));
  const owner = await lockTeacher(transaction, held.request.user_id);
  await releaseHeldRequest(transaction, owner, held.request, now);
  const content = { kind: 'request_released' } as const;
  await createNotices(transaction, [{ recipientId: owner.id, content }], now);
  return owner.id;
}

/** Locks the owner of a held request, with the members of their agreements. Resolves with `undefined` unless the request is held. */
async function lockHeldRequest(
  transaction: Transaction<Database>,
  id: string,
): Promise<HeldRequest | undefined> {
  const found = await findRequest(transaction, id);
  if (found?.status !== 'held') return undefined;
  const agreements = await lockAgreementsOf(transaction, [found.user_id]);
  const request = await findRequest(transaction, id);
  return request?.status === 'held' ? { request, agreements } : undefined;
}

/** Returns the tag of a request in the list of held texts. */
function tagOfRequest({ reason, additional_info }: RequestRow): string {
  return ownerTag([reason, additional_info]);
}

async function releaseHeldMessage(
  transaction: Transaction<Database>,
  { id, ifMatch, now }: Releasing,
): Promise<string | undefined> {
  const held = await findHeldMessage(transaction, id);
  if (held === undefined) return undefined;
  refuseStale(ifMatch, ownerTag([held.message]));
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
 * @throws {AppError} `not_found` unless the text is held; `changed_meanwhile`.
 */
export async function refuseText(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  { id, reason }: { id: string; reason: string },
  now: Date,
): Promise<void> {
  const ifMatch = request.headers['if-match'];
  const held = await lockHeldRequest(transaction, id);
  if (held !== undefined) {
    refuseStale(ifMatch, tagOfRequest(held.request));
    return refuseRequest(transaction, request, { held, reason }, now);
  }
  const found = await findHeldMessage(transaction, id);
  await lockMembers(transaction, found === undefined ? [] : [found.from_user_id]);
  const row = await takeHeldMessage(transaction, id);
  if (row === undefined) throw new AppError('not_found');
  refuseStale(ifMatch, ownerTag([row.message]));
  const content = { kind: 'message_removed', reason } as const;
  await createNotices(transaction, [{ recipientId: row.from_user_id, content }], now);
  const details = { text: id, reason };
  const entry = { action: 'text.refuse', subjectId: row.from_user_id, details } as const;
  await writeAudit(transaction, request, entry, now);
}

async function refuseRequest(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  { held, reason }: { readonly held: HeldRequest; readonly reason: string },
  now: Date,
): Promise<void> {
  const { id, user_id: writerId } = held.request;
  const isListed = await refuseHeldText(transaction, held, now);
  const content = { kind: isListed ? 'request_text_refused' : 'request_removed', reason } as const;
  await createNotices(transaction, [{ recipientId: writerId, content }], now);
  const entry = isListed
    ? ({ action: 'text.refuse', details: { text: id, reason } } as const)
    : ({ action: 'request.remove', details: { request: id, reason } } as const);
  await writeAudit(transaction, request, { ...entry, subjectId: writerId }, now);
}
