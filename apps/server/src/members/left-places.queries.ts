import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../database/tables.ts';

/** Posting that a member left when an agreement completed a request. */
export interface LeftPlace {
  readonly block: string;
  readonly school: string | null;
  /** Day on which the member had joined that school. */
  readonly joinedOn: string | null;
}

/**
 * Returns the posting that the owner of a completed request left; `undefined` if none is stored, for example because the joining changed no
 * posting.
 *
 * @param requestId Request that the agreement completed.
 */
export async function findLeftPlace(
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
  joinings: readonly { readonly requestId: string; readonly toBlock: string }[],
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
