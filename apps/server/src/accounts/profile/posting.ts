import type { Transaction } from 'kysely';
import type { Database, UserRow } from '../../database/schema.ts';

/** Where a teacher works, as stored. */
export interface StoredPosting {
  readonly district: string;
  readonly block: string;
  /** The name of the school; undefined leaves it as it was. */
  readonly schoolName?: string | undefined;
}

/**
 * Moves a teacher to another posting, of which they have not said when they joined it: active requests that ask for the place they are in now are withdrawn, the others
 * follow. The caller holds the person's row and refreshes their projections afterwards.
 */
export async function moveTo(
  transaction: Transaction<Database>,
  user: Pick<UserRow, 'id' | 'school_name'>,
  { district, block, schoolName }: StoredPosting,
): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ district, block, school_name: schoolName ?? user.school_name, joined_on: null })
    .where('id', '=', user.id)
    .execute();
  await withdrawFulfilled(transaction, user.id, { district, block });
}

/** Withdraws the active requests that ask for the place the teacher works in. */
export async function withdrawFulfilled(
  transaction: Transaction<Database>,
  userId: string,
  { district, block }: { readonly district: string | null; readonly block: string | null },
): Promise<void> {
  await transaction
    .updateTable('requests')
    .set({ status: 'withdrawn' })
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .where('desired_district', '=', district ?? '')
    .where((request) =>
      request.or([request('desired_block', '=', block), request('desired_block', 'is', null)]),
    )
    .execute();
}
