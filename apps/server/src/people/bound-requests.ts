import { READY_TIME } from '@mutual-transfer/domain/agreements/agreement-rules';
import { blockByCode } from '@mutual-transfer/domain/reference/places';
import { retention } from '@mutual-transfer/domain/retention';
import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import { refuseStale } from '../http/if-match.ts';
import type { Database, UserRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { activationObstacle } from './activation-obstacle.ts';
import { requestTag } from './if-match-of-owners.ts';
import { type LockedRequest, lockOwnAccount, lockOwnRequest } from './lock-members.ts';
import { asksFor, movedColumns, type StoredPosting, writeMember } from './members.ts';
import { refreshProjections } from './projections.ts';

/**
 * Sets active requests to `pending`, so that lists do not show them while their agreement waits for the department. The caller has locked
 * their owners.
 */
export async function bindRequests(
  transaction: Transaction<Database>,
  requests: readonly LockedRequest[],
): Promise<void> {
  for (const request of requests) await setStatus(transaction, request, { from: 'active', to: 'pending' });
}

/**
 * Completes the requests of an agreement whose transfers are done. `moveMember` has already completed the requests of members whose joining
 * it recorded; this completes those that are still pending. The caller has locked their owners.
 */
export async function completeRequests(
  transaction: Transaction<Database>,
  requests: readonly LockedRequest[],
): Promise<void> {
  for (const request of requests) {
    await setStatus(transaction, request, { from: 'pending', to: 'completed' });
  }
}

/** Reactivates the requests of a broken agreement, or withdraws those that cannot be active. The caller has locked their owners. */
export async function releaseRequests(
  transaction: Transaction<Database>,
  requests: readonly LockedRequest[],
): Promise<void> {
  for (const request of requests) await releaseRequest(transaction, request);
  await forgetLeftPlaces(
    transaction,
    requests.map(({ id }) => id),
  );
}

/** Activates a pending request, or withdraws it if it cannot be active. The caller has locked its owner. */
async function releaseRequest(
  transaction: Transaction<Database>,
  { userId, id }: LockedRequest,
): Promise<void> {
  const owner = await transaction
    .selectFrom('users')
    .select(['id', 'block'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const request = await transaction
    .selectFrom('requests')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  if (owner === undefined || request === undefined) return;
  const isFree = (await activationObstacle(transaction, owner, request)) === undefined;
  await setStatus(transaction, { userId, id }, { from: 'pending', to: isFree ? 'active' : 'withdrawn' });
}

async function setStatus(
  transaction: Transaction<Database>,
  { userId, id }: LockedRequest,
  { from, to }: { from: 'active' | 'pending'; to: 'active' | 'pending' | 'completed' | 'withdrawn' },
): Promise<void> {
  await transaction
    .updateTable('requests')
    .set({ status: to })
    .where('id', '=', id)
    .where('status', '=', from)
    .execute();
  await refreshProjections(transaction, userId);
}

interface Readiness {
  ready: boolean;
  acceptForMe?: boolean | undefined;
}

/**
 * Marks a teacher as ready to take the place that the request asks for, for 30 days from now, or ends the readiness.
 *
 * @throws {AppError} `changed_meanwhile`; `not_found` if the request does not exist or belongs to another teacher; `status_step` if the
 *   teacher becomes ready while the request is not active.
 */
export function setReadiness(
  db: Kysely<Database>,
  own: LockedRequest,
  { ready, acceptForMe, ifMatch }: Readiness & { ifMatch: string | undefined },
  now: Date,
): Promise<void> {
  const ready_until = ready ? new Date(now.getTime() + READY_TIME) : null;
  const accept_for_me = ready ? acceptForMe : false;
  return db.transaction().execute(async (transaction) => {
    const { request } = await lockOwnRequest(transaction, own);
    refuseStale(ifMatch, requestTag(request));
    if (ready && request.status !== 'active') throw new AppError('status_step');
    await transaction
      .updateTable('requests')
      .set({ ready_until, ...(accept_for_me === undefined ? {} : { accept_for_me }) })
      .where('id', '=', own.id)
      .execute();
  });
}

export async function endReadiness(
  transaction: Transaction<Database>,
  requestIds: readonly string[],
): Promise<void> {
  if (requestIds.length === 0) return;
  await transaction
    .updateTable('requests')
    .set({ ready_until: null, accept_for_me: false })
    .where('id', 'in', requestIds)
    .execute();
}

/** Switches "accept for me" off in every request of these teachers. */
export async function stopAcceptingFor(
  transaction: Transaction<Database>,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await transaction
    .updateTable('requests')
    .set({ accept_for_me: false })
    .where('accept_for_me', '=', true)
    .where('user_id', 'in', userIds)
    .execute();
}

/** Move of a member of an agreement: the request that the agreement binds, and the code of the new block. */
export interface PostingMove {
  request: LockedRequest;
  toBlock: string;
}

/**
 * Sets a member's posting to the new block, and completes the bound request and the member's other requests for that place. Clears the name
 * of the school, which the member then states, unless the member had already stated the new block. The caller has locked the member.
 */
export async function moveMember(
  transaction: Transaction<Database>,
  { request, toBlock }: PostingMove,
  now: Date,
): Promise<void> {
  const before = await lockOwnAccount(transaction, request.userId);
  const posting = postingAt(toBlock);
  await transaction
    .updateTable('requests')
    .set({ status: 'completed', completed_at: now })
    .where('user_id', '=', request.userId)
    .where('status', 'in', ['active', 'pending'])
    .where((row) => row.or([row('id', '=', request.id), asksFor(row, posting)]))
    .execute();
  if (before.block === posting.block) {
    await forgetLeftPlaces(transaction, [request.id]);
    return refreshProjections(transaction, before.id);
  }
  await storeLeftPlace(transaction, request.id, before);
  await writePosting(transaction, before, { ...posting, schoolName: '' }, now);
}

/**
 * Sets the day on which a member joined the school to which an agreement moved them, as the office recorded it. Has no effect on a member
 * whose posting the joining did not change, or who has moved since.
 */
export async function stateJoiningDay(
  transaction: Transaction<Database>,
  { request, toBlock }: PostingMove,
  { day, now }: { day: string; now: Date },
): Promise<void> {
  const before = await lockOwnAccount(transaction, request.userId);
  if (before.block !== toBlock) return;
  if (before.joined_on !== null && (await findLeftPlace(transaction, request.id)) === undefined) return;
  await writeMember(transaction, before, { joined_on: day }, now);
  await refreshProjections(transaction, before.id);
}

/**
 * Undoes a move that was recorded by mistake. Restores the posting that the member left, unless they have changed the new one since or had
 * stated it before, and reopens the requests that the move completed. Shows these requests in their owner's list again: a hidden request
 * that became active would be offered to others without its owner seeing it.
 *
 * @param movedAt Time of the step that is undone.
 */
export async function takeMoveBack(
  transaction: Transaction<Database>,
  { request, toBlock, movedAt }: PostingMove & { movedAt: Date },
  now: Date,
): Promise<void> {
  const before = await lockOwnAccount(transaction, request.userId);
  const completed = await transaction
    .updateTable('requests')
    .set({ status: 'pending', completed_at: null, is_hidden: false })
    .where('user_id', '=', request.userId)
    .where('status', '=', 'completed')
    .where('completed_at', '=', movedAt)
    .returning('id')
    .execute();
  if (before.block === toBlock) await moveBack(transaction, before, request, now);
  await forgetLeftPlaces(transaction, [request.id]);
  for (const { id } of completed) {
    if (id !== request.id) await releaseRequest(transaction, { ...request, id });
  }
}

function postingAt(block: string): { district: string; block: string } {
  return { district: blockByCode(block).districtCode, block };
}

async function moveBack(
  transaction: Transaction<Database>,
  before: UserRow,
  { id }: LockedRequest,
  now: Date,
): Promise<void> {
  const left = await findLeftPlace(transaction, id);
  if (left === undefined) return;
  const posting = { ...postingAt(left.block), schoolName: left.school ?? '' };
  await writePosting(transaction, before, posting, now, left.joinedOn);
}

async function writePosting(
  transaction: Transaction<Database>,
  before: UserRow,
  posting: StoredPosting,
  now: Date,
  joinedOn: string | null = null,
): Promise<void> {
  await writeMember(transaction, before, { ...movedColumns(before, posting), joined_on: joinedOn }, now);
  await refreshProjections(transaction, before.id);
}

/** Stores the posting that a member leaves with the request that the move completes. */
async function storeLeftPlace(
  transaction: Transaction<Database>,
  requestId: string,
  { block, school_name, joined_on }: UserRow,
): Promise<void> {
  await transaction
    .updateTable('requests')
    .set({ left_block: block, left_school: school_name, left_school_joined_on: joined_on })
    .where('id', '=', requestId)
    .execute();
}

/** Number of days for which the office can take the joining of a completed agreement back. */
export const DAYS_TO_TAKE_BACK = retention.formerPlaces.period.days;

/**
 * Deletes the former postings that are stored with these requests. Only while they are stored, papers of the agreement name the school that
 * was left, and the office can undo the joining.
 */
async function forgetLeftPlaces(
  transaction: Transaction<Database>,
  requestIds: readonly string[],
): Promise<void> {
  if (requestIds.length === 0) return;
  await transaction
    .updateTable('requests')
    .set({ left_block: null, left_school: null, left_school_joined_on: null })
    .where('id', 'in', requestIds)
    .execute();
}

/** Posting that a member left when an agreement completed a request. */
interface LeftPlace {
  block: string;
  school: string | null;
  /** Day on which the member had joined that school. */
  joinedOn: string | null;
}

/**
 * Returns the posting that the owner of a completed request left; `undefined` if none is stored, for example because the joining changed no
 * posting.
 *
 * @param requestId Request that the agreement completed.
 */
async function findLeftPlace(
  transaction: Transaction<Database>,
  requestId: string,
): Promise<LeftPlace | undefined> {
  const row = await transaction
    .selectFrom('requests')
    .select(['left_block as block', 'left_school as school', 'left_school_joined_on as joinedOn'])
    .where('id', '=', requestId)
    .executeTakeFirst();
  return row === undefined || row.block === null ? undefined : { ...row, block: row.block };
}

/**
 * Returns which of these completed requests have a stored posting that undoing the joining restores: their owner still works where the
 * agreement moved them.
 */
export async function findRestorable(
  db: Kysely<Database>,
  joinings: readonly { requestId: string; toBlock: string }[],
): Promise<ReadonlySet<string>> {
  if (joinings.length === 0) return new Set();
  const rows = await db
    .selectFrom('requests')
    .innerJoin('users', 'users.id', 'requests.user_id')
    .select(['requests.id', 'users.block'])
    .where(
      'requests.id',
      'in',
      joinings.map(({ requestId }) => requestId),
    )
    .where('left_block', 'is not', null)
    .execute();
  const blocks = new Map(rows.map(({ id, block }) => [id, block]));
  const restored = joinings.filter(({ requestId, toBlock }) => blocks.get(requestId) === toBlock);
  return new Set(restored.map(({ requestId }) => requestId));
}

/**
 * Returns the SQL condition that an agreement completed a request, which means that its owner joined the school.
 *
 * @param id SQL expression of the request id.
 */
export function isRecord(id: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from agreement_members seats join agreement_steps steps using (agreement_id, user_id)
    where seats.request_id = ${id} and steps.kind = 'joined'
  )`;
}

/**
 * Hides a record (a request that an agreement completed) from its owner's list, or shows it again. A record cannot be deleted before the
 * account. Hiding is never refused as stale.
 *
 * @throws {AppError} `not_found` if the request does not exist or belongs to another teacher; `changed_meanwhile`; `status_step` for hiding
 *   a request that no agreement completed.
 */
export function setRequestHidden(
  db: Kysely<Database>,
  own: LockedRequest,
  { hidden: is_hidden, ifMatch }: { hidden: boolean; ifMatch: string | undefined },
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const { request } = await lockOwnRequest(transaction, own);
    if (request.is_hidden === is_hidden) return;
    if (!is_hidden) refuseStale(ifMatch, requestTag(request));
    if (is_hidden && !(await isRecordNow(transaction, own.id))) throw new AppError('status_step');
    await transaction.updateTable('requests').set({ is_hidden }).where('id', '=', own.id).execute();
  });
}

async function isRecordNow(db: Kysely<Database>, id: string): Promise<boolean> {
  const { rows } = await sql<{
    isRecord: boolean;
  }>`select ${isRecord(sql`${id}::uuid`)} as "isRecord"`.execute(db);
  return rows[0]?.isRecord === true;
}
