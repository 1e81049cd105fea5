import type { Posting } from '@mutual-transfer/domain/accounts/user';
import {
  mayChangeStatus,
  mayEdit,
  mayRenew,
  type NewTransferRequest,
  type PrivacySettings,
  type RequestEdit,
  type StatusChange,
} from '@mutual-transfer/domain/requests/transfer-request';
import type { Kysely, Transaction } from 'kysely';
import { accountGone } from '../accounts/account-gone.ts';
import { moveTo, type StoredPosting } from '../accounts/profile/posting.ts';
import { storedPlace } from '../accounts/registration/auth.service.ts';
import type { Database, RequestRow, UserRow } from '../database/schema.ts';
import { AppError } from '../errors.ts';
import type { Endings } from '../http/dependencies.ts';
import { refuseBeyondLimit, refuseHindered } from '../members/hindrances.ts';
import { findFieldRisks, mustWait } from '../notices/text-review.ts';
import { refreshProjections } from '../privacy/projections.ts';
import { checkedEdit, checkTexts, risksOfChanged, textsOf } from './edited-request.ts';
import { expiryOf, newRequest, privacyColumns, statedColumns } from './request-rows.ts';

/**
 * Posts a request of that teacher, and one for each other acceptable place, and makes them offers in the same transaction;
 * those whose text was sent for review wait.
 *
 * @returns the id of the new request, and those of the others in the order of their places.
 * @throws {AppError} `validation_failed` for the teacher's own place, `too_many_requests_active`,
 * `request_duplicate`, `text_needs_review`, `forbidden` for an account without a posting.
 */
export async function postRequests(
  db: Kysely<Database>,
  userId: string,
  input: NewTransferRequest,
  now: Date,
): Promise<{ id: string; others: string[] }> {
  const isHeld = mustWait(findFieldRisks(textsOf(input)), input.sendForReview);
  const status = isHeld ? 'held' : 'active';
  return db.transaction().execute(async (transaction) => {
    const user = await lockUser(transaction, userId);
    const first = { ...newRequest(user, input, now), status } as const;
    const others = input.alsoAcceptable.map((place, index) => {
      const field = `alsoAcceptable.${index}.desiredBlock`;
      return { ...newRequest(user, { ...input, ...place }, now, field), status } as const;
    });
    await refuseBeyondLimit(transaction, userId, 1 + others.length);
    await transaction
      .insertInto('requests')
      .values([first, ...others])
      .execute();
    await refreshProjections(transaction, userId);
    return { id: first.id, others: others.map(({ id }) => id) };
  });
}

/**
 * Changes what an active or held request says; its number and time of posting stay. A changed text is looked at as a new one is:
 * the request waits, or waits no longer. Proposals that this makes impossible end.
 *
 * @throws {AppError} `status_step` in any other status, `not_found`, and what posting it would throw.
 */
export async function editRequest(
  { db, endings }: { db: Kysely<Database>; endings: Endings },
  own: OwnRequest,
  input: RequestEdit,
  now: Date,
): Promise<void> {
  const before = async (transaction: Transaction<Database>) => {
    if (input.sendForReview) await endings.requestEnds(transaction, own, now);
    const endImpossible = await endings.accountChanges(transaction, own.userId);
    return () => endImpossible(now);
  };
  const checked = await checkTexts(db, own, input);
  await changeOwn(db, { ...own, before }, async (transaction, request, user) => {
    if (!mayEdit(request.status)) throw new AppError('status_step');
    const edited = checkedEdit(request, input);
    const isHeld = mustWait(risksOfChanged(request, edited, checked), input.sendForReview);
    const status = isHeld ? 'held' : 'active';
    await transaction
      .updateTable('requests')
      .set({ ...statedColumns(user, edited), status })
      .where('id', '=', own.id)
      .execute();
  });
}

/** Changes what a request hides. @throws {AppError} `not_found` also for another teacher's request. */
export async function changePrivacy(
  db: Kysely<Database>,
  { userId, id }: OwnRequest,
  privacy: PrivacySettings,
): Promise<void> {
  await changeOwn(db, { userId, id }, async (transaction) => {
    await transaction.updateTable('requests').set(privacyColumns(privacy)).where('id', '=', id).execute();
  });
}

/**
 * Takes one of the owner's steps. A request that is active again has its 180 days anew; with a completed one the teacher
 * moves to the new posting, which withdraws their other requests for that place.
 *
 * @throws {AppError} `status_step` for any other step, `not_found`, and what posting it would throw.
 */
export async function changeStatus(
  { db, endings }: { db: Kysely<Database>; endings: Endings },
  own: OwnRequest,
  { status, newPosting }: StatusChange,
  now: Date,
): Promise<void> {
  const { id } = own;
  const before = async (transaction: Transaction<Database>) => {
    await endings.requestEnds(transaction, own, now);
    const endImpossible = await endings.accountChanges(transaction, own.userId);
    return () => endImpossible(now);
  };
  await changeOwn(db, { ...own, before }, async (transaction, request, user) => {
    if (!mayChangeStatus(request.status, status)) throw new AppError('status_step');
    const isBack = status === 'active';
    if (isBack) await refuseHindered(transaction, user, request);
    const isAnew = isBack && request.status !== 'pending';
    const values = { status, ...(isAnew ? { expires_at: expiryOf(now) } : {}) };
    await transaction.updateTable('requests').set(values).where('id', '=', id).execute();
    if (status === 'completed') await complete(transaction, user, request, { newPosting, now });
  });
}

/** Notes when the transfer was done, and moves the teacher. */
async function complete(
  transaction: Transaction<Database>,
  user: UserRow,
  request: RequestRow,
  { newPosting, now }: { newPosting: Posting | undefined; now: Date },
): Promise<void> {
  await transaction.updateTable('requests').set({ completed_at: now }).where('id', '=', request.id).execute();
  const moved = postingAfter(request, newPosting);
  if (moved !== undefined) await moveTo(transaction, user, moved);
}

/** Where the teacher of a completed request works now: as they say, else where it asked to go if that is one block. */
function postingAfter(request: RequestRow, newPosting: Posting | undefined): StoredPosting | undefined {
  if (newPosting === undefined) {
    const { desired_district: district, desired_block: block } = request;
    return block === null ? undefined : { district, block };
  }
  const { districtCode: district, blockCode: block } = storedPlace(
    newPosting.district,
    newPosting.postingBlock,
  );
  if (block === null) throw new AppError('validation_failed', { fields: { newPosting: 'block.unknown' } });
  return { district, block, schoolName: newPosting.schoolName };
}

/** Starts the 180 days anew. @throws {AppError} `status_step` unless the request is active or expired. */
export async function renew(db: Kysely<Database>, { userId, id }: OwnRequest, now: Date): Promise<void> {
  await changeOwn(db, { userId, id }, async (transaction, request, user) => {
    if (!mayRenew(request.status)) throw new AppError('status_step');
    if (request.status === 'expired') await refuseHindered(transaction, user, request);
    const values = { status: 'active', expires_at: expiryOf(now) } as const;
    await transaction.updateTable('requests').set(values).where('id', '=', id).execute();
  });
}

/** Removes a request for good. @throws {AppError} `not_found` also for another teacher's request. */
export async function deleteRequest(
  { db, endings }: { db: Kysely<Database>; endings: Endings },
  own: OwnRequest,
  now: Date,
): Promise<void> {
  const before = async (transaction: Transaction<Database>) => {
    await endings.requestEnds(transaction, own, now);
  };
  await changeOwn(db, { ...own, before }, async (transaction) => {
    await transaction.deleteFrom('requests').where('id', '=', own.id).execute();
  });
}

interface OwnRequest {
  readonly userId: string;
  readonly id: string;
}

/** What comes before a change. @returns what comes after it. */
type Before = (transaction: Transaction<Database>) => Promise<void | (() => Promise<void>)>;

/** Changes one request of its owner, and what is derived from it, in one transaction. */
async function changeOwn(
  db: Kysely<Database>,
  { userId, id, before }: OwnRequest & { before?: Before },
  change: (transaction: Transaction<Database>, request: RequestRow, user: UserRow) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const after = await before?.(transaction);
    const user = await lockUser(transaction, userId);
    const request = await transaction
      .selectFrom('requests')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (request === undefined) throw new AppError('not_found');
    await change(transaction, request, user);
    await refreshProjections(transaction, userId);
    await after?.();
  });
}

/** Holds the person's row, so that their requests change one at a time. */
function lockUser(transaction: Transaction<Database>, userId: string): Promise<UserRow> {
  return transaction
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(accountGone);
}
