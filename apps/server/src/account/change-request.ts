import { isDeepStrictEqual } from 'node:util';
import { ANY_BLOCK, blockByCode, districtByCode } from '@mutual-transfer/domain/reference/places';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import {
  mayEdit,
  type NewTransferRequest,
  newTransferRequestSchema,
  type RequestEdit,
  type StatusChange,
} from '@mutual-transfer/domain/requests/transfer-request';
import type { Kysely, Transaction } from 'kysely';
import { endForRequest, endImpossible, lockAgreementsOf } from '../agreements/endings.ts';
import { refuseStale } from '../http/if-match.ts';
import { type FieldRisks, findFieldRisks, mustWait } from '../notices/text-review.ts';
import { requestTag } from '../people/if-match-of-owners.ts';
import { type LockedRequest, lockOwnAccount, lockOwnRequest, lockTeacher } from '../people/lock-members.ts';
import * as members from '../people/own-requests.ts';
import { findRequest } from '../people/request-rows.ts';
import type { Database, RequestRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';

/**
 * Changes the content of an active or held request. A changed text is reviewed like a new one, after which the request is held or active.
 * If it is held, all its proposals end; otherwise only those that the edit makes impossible.
 *
 * @throws {AppError} `changed_meanwhile`, `status_step` in any other status, `not_found`, and the errors of posting.
 */
export async function editRequestAndAgreements(
  db: Kysely<Database>,
  own: LockedRequest,
  { input, ifMatch }: { input: RequestEdit; ifMatch: string | undefined },
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
export function changeStatusAndAgreements(
  db: Kysely<Database>,
  own: LockedRequest,
  { ifMatch, ...change }: StatusChange & { ifMatch: string | undefined },
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
export function deleteOwnRequest(db: Kysely<Database>, own: LockedRequest, now: Date): Promise<void> {
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
  own: LockedRequest,
  now: Date,
): Promise<void> {
  const agreements = await lockAgreementsOf(transaction, [own.userId]);
  await endForRequest(transaction, agreements, own, now);
  await members.deleteRequest(transaction, await lockTeacher(transaction, own.userId), own.id);
}

/** Held request, and the ids of the proposals and agreements of its owner. */
export interface HeldRequest {
  request: RequestRow;
  agreements: readonly string[];
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

/** Returns the texts that need a review before others may read them. */
export function textsOf({ reason, additionalInfo }: Pick<NewTransferRequest, 'reason' | 'additionalInfo'>) {
  return { reason, additionalInfo };
}

/**
 * Finds the risks in the texts after an edit. Runs before the transaction of the edit.
 *
 * @returns `undefined` if the request does not exist or belongs to another teacher.
 */
async function checkTexts(
  db: Kysely<Database>,
  { userId, id }: LockedRequest,
  edit: RequestEdit,
): Promise<CheckedTexts | undefined> {
  const stored = await findRequest(db, id);
  if (stored?.user_id !== userId) return undefined;
  const texts = {
    reason: edit.reason ?? stored.reason,
    additionalInfo: edit.additionalInfo ?? stored.additional_info,
  };
  return { texts, risks: findFieldRisks(texts) };
}

interface CheckedTexts {
  texts: ReturnType<typeof textsOf>;
  risks: FieldRisks;
}

/** Returns the risks of the changed texts. Leaves out unchanged texts of an active request, which were reviewed before it became active. */
function risksOfChanged(
  request: RequestRow,
  edited: NewTransferRequest,
  checked: CheckedTexts | undefined,
): FieldRisks {
  const before: Record<string, string> = { reason: request.reason, additionalInfo: request.additional_info };
  const after: Record<string, string> = textsOf(edited);
  // Another edit may have changed a text since the review.
  const risks = isDeepStrictEqual(after, checked?.texts) ? (checked?.risks ?? {}) : findFieldRisks(after);
  const isChanged = (field: string) => request.status !== 'active' || before[field] !== after[field];
  return Object.fromEntries(Object.entries(risks).filter(([field]) => isChanged(field)));
}

/** A field that is missing here would be emptied by every edit of another field. */
type StatedField = Exclude<keyof RequestEdit, 'sendForReview'>;

/** Returns the whole request after the edit, validated like a new one. */
function checkedEdit(request: RequestRow, input: RequestEdit): NewTransferRequest {
  const before = {
    desiredDistrict: districtByCode(request.desired_district).name,
    desiredBlock: request.desired_block === null ? ANY_BLOCK : blockByCode(request.desired_block).name,
    subject: subjectByCode(request.subject).name,
    classRange: request.class_range,
    reason: request.reason,
    urgency: request.urgency,
    contactPreference: request.contact_preference,
    additionalInfo: request.additional_info,
  } satisfies Record<StatedField, unknown>;
  const edited = newTransferRequestSchema.safeParse({ ...before, ...input });
  if (!edited.success) throw new AppError('validation_failed', { issues: edited.error.issues });
  return edited.data;
}
