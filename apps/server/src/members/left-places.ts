import type { Transaction } from 'kysely';
import type { Database, UserRow } from '../database/tables.ts';

/** Stores the posting that a member leaves with the request that the move completes. */
export async function storeLeftPlace(
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

/** Deletes the former postings that are stored with these requests. They are needed only while the office can undo the joining. */
export async function forgetLeftPlaces(
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
