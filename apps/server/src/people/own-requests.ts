import { isDeepStrictEqual } from 'node:util';
import type { Posting } from '@mutual-transfer/domain/accounts/user';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import {
  mayChangeStatus,
  mayRenew,
  type NewTransferRequest,
  type PrivacySettings,
  type StatusChange,
} from '@mutual-transfer/domain/requests/transfer-request';
import { type Kysely, sql, type Transaction } from 'kysely';
import { isStale, refuseStale } from '../http/if-match.ts';
import { noteOfferWrite } from '../http/turns.ts';
import { executePrepared } from '../platform/database/postgres-dialect.ts';
import type { Database, RequestRow, UserRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { activationObstacle, refuseBeyondLimit, refuseImpossibleActivation } from './activation-obstacle.ts';
import { isRecord } from './bound-requests.ts';
import { privacyToStore, requestTag } from './if-match-of-owners.ts';
import { type LockedRequest, lockOwnAccount, lockOwnRequest } from './lock-members.ts';
import { movedColumns, type StoredPosting, storedPosting, writeMember } from './members.ts';
import { insertRequests, refreshProjectionsOf } from './projections.ts';
import { expiryOf, findRequest, findRequestsOf, newRequest, statedColumns } from './request-rows.ts';
import { privacyColumns, privacyOf } from './visibility.ts';

/** Status of a posted or edited request: active, or held if its text waits for an administrator. */
export type ReviewedStatus = 'active' | 'held';

/**
 * Posts a request of a teacher, and one for each other acceptable place.
 *
 * @returns the id of the new request, and the ids of the others in the order of `alsoAcceptable`.
 * @throws {AppError} `validation_failed` for the teacher's own place, `too_many_requests_active`, `request_duplicate`, `forbidden` for an
 *   account without a posting.
 */
export async function postRequests(
  transaction: Transaction<Database>,
  userId: string,
  { input, status }: { input: NewTransferRequest; status: ReviewedStatus },
  now: Date,
): Promise<{ id: string; others: string[] }> {
  const user = await lockOwnAccount(transaction, userId);
  const review = { status, held_at: status === 'held' ? now : null };
  const first = { ...newRequest(user, input, now), ...review };
  const others = input.alsoAcceptable.map((place, index) => {
    const field = `alsoAcceptable.${index}.desiredBlock`;
    return { ...newRequest(user, { ...input, ...place }, now, field), ...review };
  });
  const rows = inOrder([first, ...others]);
  const before = await findRequestsOf(transaction, userId);
  refuseBeyondLimit(before, rows.length);
  const contact = input.contactPreference ?? user.contact_preference;
  await insertRequests(transaction, { ...user, contact }, before, withRanks(rows, before));
  const [id = first.id, ...otherIds] = rows.map((row) => row.id);
  return { id, others: otherIds };
}

/** Exchanges the ids of requests of the same moment, so that lists, which show the newest first, show them as the teacher ordered them. */
function inOrder<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  const ids = rows.map(({ id }) => id).sort((one, other) => (one < other ? 1 : -1));
  return rows.map((row, index) => ({ ...row, id: ids[index] ?? row.id }));
}

/**
 * Ranks several places as the teacher ordered them, after the ranked requests that are active. Held places stay without a rank, and so do
 * all if an active request has none, because they would be preferred to it.
 */
function withRanks<Row extends Pick<RequestRow, 'status'>>(
  rows: readonly Row[],
  before: readonly Pick<RequestRow, 'status' | 'own_rank'>[],
): (Row & { own_rank: number | null })[] {
  const ranks = before.filter(({ status }) => status === 'active').map(({ own_rank }) => own_rank);
  const isRanked =
    rows.length > 1 && rows.every(({ status }) => status === 'active') && !ranks.includes(null);
  const last = Math.max(0, ...ranks.map(Number));
  return rows.map((row, index) => ({ ...row, own_rank: isRanked ? last + 1 + index : null }));
}

/**
 * Changes the content of a request, which keeps its id and its time of posting. If the edit is held, stores the texts that were last
 * listed. The caller has locked the owner and then read the request.
 */
export async function editRequest(
  transaction: Transaction<Database>,
  { user, request }: { user: UserRow; request: RequestRow },
  { input, status }: { input: NewTransferRequest; status: ReviewedStatus },
  now: Date,
): Promise<void> {
  noteOfferWrite();
  const review = status === 'held' ? heldColumns(request, now) : notHeld;
  await transaction
    .updateTable('requests')
    .set({ ...statedColumns(user, input), status, ...review })
    .where('id', '=', request.id)
    .execute();
  await refreshProjectionsOf(transaction, user);
}

const notHeld = { former_reason: null, former_additional_info: null, held_at: null };

/** Returns the columns of a held request, with its texts if it is listed. */
function heldColumns({ status, reason, additional_info }: RequestRow, now: Date) {
  const held = { held_at: now };
  return status === 'active'
    ? { ...held, former_reason: reason, former_additional_info: additional_info }
    : held;
}

/**
 * Changes the privacy settings of a request. Equal settings have no effect. Hiding is never refused as stale: if a stale change also shows
 * a field, only its hiding part is stored.
 *
 * @throws {AppError} `changed_meanwhile`; `not_found` if the request does not exist or belongs to another teacher.
 */
export async function changePrivacy(
  db: Kysely<Database>,
  own: LockedRequest,
  { privacy: wanted, ifMatch }: { privacy: PrivacySettings; ifMatch: string | undefined },
): Promise<void> {
  const isRefused = await db.transaction().execute(async (transaction) => {
    const { user, request } = await lockOwnRequest(transaction, own);
    const before = privacyOf(request);
    const stored = privacyToStore({ before, wanted, isStale: isStale(ifMatch, requestTag(request)) });
    if (!isDeepStrictEqual(stored.privacy, before)) {
      const columns = privacyColumns(stored.privacy);
      await transaction.updateTable('requests').set(columns).where('id', '=', own.id).execute();
      await refreshProjectionsOf(transaction, user);
    }
    return stored.isRefused;
  });
  if (isRefused) throw new AppError('changed_meanwhile');
}

/**
 * Changes the status of the caller's request. A request that becomes active again gets a new term of 180 days, unless it was pending.
 * Completing a request moves the teacher to the new posting and withdraws their other requests for that place.
 *
 * @throws {AppError} `status_step` if the owner may not take this step, `not_found`, and the errors of posting.
 */
export async function changeStatus(
  transaction: Transaction<Database>,
  own: LockedRequest,
  { status, newPosting }: StatusChange,
  now: Date,
): Promise<void> {
  const { user, request } = await lockOwnRequest(transaction, own);
  if (!mayChangeStatus(request.status, status)) throw new AppError('status_step');
  const isBack = status === 'active';
  if (isBack) await refuseImpossibleActivation(transaction, user, request);
  const isNewTerm = isBack && request.status !== 'pending';
  const values = {
    status,
    ...(isNewTerm ? { expires_at: expiryOf(now) } : {}),
    ...(status === 'completed' ? { completed_at: now } : {}),
  };
  await transaction.updateTable('requests').set(values).where('id', '=', own.id).execute();
  if (status === 'completed') await declareCompletion(transaction, own.id, now);
  const moved = status === 'completed' ? postingAfter(request, newPosting) : undefined;
  const owner =
    moved === undefined ? user : await writeMember(transaction, user, movedColumns(user, moved), now);
  await refreshProjectionsOf(transaction, owner);
}

/** Records that a teacher moved without an agreement of the product. The record outlives the request. */
async function declareCompletion(
  transaction: Transaction<Database>,
  request_id: string,
  completed_at: Date,
): Promise<void> {
  await transaction.insertInto('declared_completions').values({ request_id, completed_at }).execute();
}

/** Returns the posting of the teacher of a completed request: the stated one, or else the block that the request asked for, if any. */
function postingAfter(request: RequestRow, newPosting: Posting | undefined): StoredPosting | undefined {
  if (newPosting !== undefined) return storedPosting(newPosting, 'newPosting');
  const { desired_district: district, desired_block: block } = request;
  return block === null ? undefined : { district, block };
}

/**
 * Starts a new term of 180 days.
 *
 * @returns true if the request changed; a second renewal on the same day has no effect.
 * @throws {AppError} `status_step` unless the request is active or expired.
 */
export async function renewRequest(
  transaction: Transaction<Database>,
  own: LockedRequest,
  now: Date,
): Promise<boolean> {
  const { user, request } = await lockOwnRequest(transaction, own);
  const isRenewed = dayInIndia(request.expires_at) === dayInIndia(expiryOf(now));
  if (request.status === 'active' && isRenewed) return false;
  if (!mayRenew(request.status)) throw new AppError('status_step');
  if (request.status === 'expired') await refuseImpossibleActivation(transaction, user, request);
  await activate(transaction, user, request, now);
  return true;
}

/**
 * Activates a request whose text was held for an administrator. The caller has locked the owner and then read both.
 *
 * @throws {AppError} `status_step` if the owner now works in the place that the request asks for; `request_duplicate`.
 */
export async function releaseHeldRequest(
  transaction: Transaction<Database>,
  owner: UserRow,
  request: RequestRow,
  now: Date,
): Promise<void> {
  await refuseImpossibleActivation(transaction, owner, request);
  await activate(transaction, owner, request, now);
}

/**
 * Activates a held request again with its former texts, because an administrator refused the new ones. The caller has locked the owner and
 * then read the request.
 *
 * @returns false if the request was never listed, or can no longer be active.
 */
export async function restoreFormerTexts(
  transaction: Transaction<Database>,
  owner: UserRow,
  request: RequestRow,
  now: Date,
): Promise<boolean> {
  const { id, former_reason: reason, former_additional_info: additional_info } = request;
  if (reason === null || additional_info === null) return false;
  if ((await activationObstacle(transaction, owner, request)) !== undefined) return false;
  await transaction.updateTable('requests').set({ reason, additional_info }).where('id', '=', id).execute();
  await activate(transaction, owner, request, now);
  return true;
}

async function activate(
  transaction: Transaction<Database>,
  owner: UserRow,
  request: RequestRow,
  now: Date,
): Promise<void> {
  const values = { status: 'active', expires_at: expiryOf(now), ...notHeld } as const;
  await transaction.updateTable('requests').set(values).where('id', '=', request.id).execute();
  await refreshProjectionsOf(transaction, owner);
}

/**
 * Deletes a request. The caller has locked and read its owner.
 *
 * @throws {AppError} `request_is_record`; `not_found` if the request does not exist or belongs to another teacher.
 */
export async function deleteRequest(
  transaction: Transaction<Database>,
  owner: UserRow,
  id: string,
): Promise<void> {
  const query = sql`delete from requests
    where id = ${id} and user_id = ${owner.id} and not ${isRecord(sql`requests.id`)} returning id`;
  const deleted = await executePrepared(transaction, 'deleted request', query.compile(transaction));
  if (deleted.length === 0) {
    const kept = await findRequest(transaction, id);
    throw new AppError(kept?.user_id === owner.id ? 'request_is_record' : 'not_found');
  }
  noteOfferWrite();
  await refreshProjectionsOf(transaction, owner);
}

/**
 * Sets the rank of an active request among the active requests of its owner; 1 is the first choice. The other requests keep their order:
 * ranked ones first, then the others from newest to oldest.
 *
 * @throws {AppError} `not_found` if the request does not exist or belongs to another teacher; `changed_meanwhile`; `status_step` for a
 *   request that is not active.
 */
export function rankRequest(
  db: Kysely<Database>,
  own: LockedRequest,
  { rank, ifMatch }: { rank: number; ifMatch: string | undefined },
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const { request } = await lockOwnRequest(transaction, own);
    refuseStale(ifMatch, requestTag(request));
    if (request.status !== 'active') throw new AppError('status_step');
    const others = await transaction
      .selectFrom('requests')
      .select('id')
      .where('user_id', '=', own.userId)
      .where('status', '=', 'active')
      .where('id', '<>', own.id)
      .orderBy('own_rank', (order) => order.asc().nullsLast())
      .orderBy('id', 'desc')
      .execute();
    const order = others.map(({ id }) => id).toSpliced(rank - 1, 0, own.id);
    await transaction
      .updateTable('requests')
      .set({ own_rank: sql<number>`array_position(${order}::uuid[], id)` })
      .where('id', 'in', order)
      .where(sql<boolean>`own_rank is distinct from array_position(${order}::uuid[], id)`)
      .execute();
  });
}
