import { blockByCode } from '@mutual-transfer/domain/reference/places';
import type { Transaction } from 'kysely';
import type { Database, UserRow } from '../database/tables.ts';
import { releaseRequest } from './bound-requests.ts';
import { findLeftPlace } from './left-places.queries.ts';
import { forgetLeftPlaces, storeLeftPlace } from './left-places.ts';
import { lockOwnAccount, type OwnRequest } from './lock-members.ts';
import { asksFor, movedColumns, writeMember } from './people.ts';
import { refreshProjections } from './projections.ts';
import type { StoredPosting } from './stored-place.ts';

/** Move of a member of an agreement: the request that the agreement binds, and the code of the new block. */
export interface Move {
  readonly request: OwnRequest;
  readonly toBlock: string;
}

/**
 * Sets a member's posting to the new block, and completes the bound request and the member's other requests for that place. Clears the name
 * of the school, unless the member had already stated the new block. The caller has locked the member.
 */
export async function moveMember(
  transaction: Transaction<Database>,
  { request, toBlock }: Move,
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
 * Undoes a move that was recorded by mistake. Restores the posting that the member left, unless they have changed the new one since or had
 * stated it before, and reopens the requests that the move completed. Shows these requests in their owner's list again: a hidden request
 * that became active would be offered to others without its owner seeing it.
 *
 * @param movedAt Time of the step that is undone.
 */
export async function takeMoveBack(
  transaction: Transaction<Database>,
  { request, toBlock, movedAt }: Move & { readonly movedAt: Date },
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
  { id }: OwnRequest,
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
