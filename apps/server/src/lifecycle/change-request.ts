import {
  mayEdit,
  type RequestEdit,
  type StatusChange,
} from '@mutual-transfer/domain/requests/transfer-request';
import type { Kysely, Transaction } from 'kysely';
import { endForRequest, endImpossible, lockAgreementsOf } from '../agreements/steps/endings.ts';
import type { Database, RequestRow } from '../database/tables.ts';
import { AppError } from '../errors.ts';
import { refuseStale } from '../http/turns/owner-tags.ts';
import { lockOwnAccount, lockOwnRequest, lockTeacher, type OwnRequest } from '../members/lock-members.ts';
import * as members from '../members/own-requests.ts';
import { requestTag } from '../members/owner-tags.ts';
import { mustWait } from '../notices/review/text-review.ts';
import { checkedEdit, checkTexts, risksOfChanged } from './edited-request.ts';

/**
 * Changes the content of an active or held request. A changed text is reviewed like a new one, after which the request is held or active.
 * If it is held, all its proposals end; otherwise only those that the edit makes impossible.
 *
 * @throws {AppError} `changed_meanwhile`, `status_step` in any other status, `not_found`, and the errors of posting.
 */
export async function editRequest(
  db: Kysely<Database>,
  own: OwnRequest,
  { input, ifMatch }: { readonly input: RequestEdit; readonly ifMatch: string | undefined },
  now: Date,
): Promise<void> {
  const checked = await checkTexts(db, own, input);
  await db.transaction().execute(async (transaction) => {
    const agreements = await lockAgreementsOf(transaction, [own.userId]);
    const held = await lockOwnRequest(transaction, own);
    refuseStale(ifMatch, requestTag(held.request));
    if (!mayEdit(held.request.status)) throw new AppError('status_step');
    const edited = checkedEdit(held.request, input);
    const isHeld = mustWait(risksOfChanged(held.request, edited, checked), input.sendForReview);
    if (isHeld) await endForRequest(transaction, agreements, own, now);
    const status = isHeld ? 'held' : 'active';
    await members.editRequest(transaction, held, { input: edited, status }, now);
    await endImpossible(transaction, agreements, now);
  });
}

/**
 * Changes the status of the caller's request. Ends the proposals with the request, and those that a move makes impossible.
 *
 * @returns true if the request changed; false if it already had the status.
 * @throws {AppError} `changed_meanwhile`, `request_in_agreement`, `status_step` if the owner may not take this step, `not_found`, and the
 *   errors of posting.
 */
export function changeStatus(
  db: Kysely<Database>,
  own: OwnRequest,
  { ifMatch, ...change }: StatusChange & { readonly ifMatch: string | undefined },
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const agreements = await lockAgreementsOf(transaction, [own.userId]);
    const { request } = await lockOwnRequest(transaction, own);
    if (request.status === change.status) return false;
    refuseStale(ifMatch, requestTag(request));
    await endForRequest(transaction, agreements, own, now);
    await members.changeStatus(transaction, own, change, now);
    await endImpossible(transaction, agreements, now);
    return true;
  });
}

/**
 * Deletes the caller's request, and ends the proposals with it.
 *
 * @throws {AppError} `request_in_agreement`, `request_is_record`; `not_found` if the request does not exist or belongs to another teacher.
 */
export function deleteOwnRequest(db: Kysely<Database>, own: OwnRequest, now: Date): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const agreements = await lockAgreementsOf(transaction, [own.userId]);
    await endForRequest(transaction, agreements, own, now);
    await members.deleteRequest(transaction, await lockOwnAccount(transaction, own.userId), own.id);
  });
}

/**
 * Deletes a teacher's request for an administrator, and ends the proposals with it.
 *
 * @throws {AppError} `request_in_agreement`, `request_is_record`, `not_found`.
 */
export async function deleteRequestOf(
  transaction: Transaction<Database>,
  own: OwnRequest,
  now: Date,
): Promise<void> {
  const agreements = await lockAgreementsOf(transaction, [own.userId]);
  await endForRequest(transaction, agreements, own, now);
  await members.deleteRequest(transaction, await lockTeacher(transaction, own.userId), own.id);
}

/** Held request, and the ids of the proposals and agreements of its owner. */
export interface HeldRequest {
  readonly request: RequestRow;
  readonly agreements: readonly string[];
}

/**
 * Rejects the held text of a teacher's request, as an administrator decided: activates the request again with its former text, or deletes
 * it if it was never listed or can no longer be active.
 *
 * @param held Held request, and the agreements of its owner, locked by `lockAgreementsOf`.
 * @returns true if the request is listed again.
 * @throws {AppError} `request_in_agreement`, `request_is_record`.
 */
export async function refuseHeldText(
  transaction: Transaction<Database>,
  { request, agreements }: HeldRequest,
  now: Date,
): Promise<boolean> {
  const own = { userId: request.user_id, id: request.id };
  const owner = await lockTeacher(transaction, own.userId);
  if (await members.restoreFormerTexts(transaction, owner, request, now)) return true;
  await endForRequest(transaction, agreements, own, now);
  await members.deleteRequest(transaction, owner, own.id);
  return false;
}
