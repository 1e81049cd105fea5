import type { Transaction } from 'kysely';
import type { Database } from '../database/tables/schema.ts';

/** Posting that a member left when an agreement completed a request. */
export interface LeftPlace {
  readonly block: string;
  readonly school: string | null;
  /** Day on which they had joined that school. */
  readonly joinedOn: string | null;
}

/** Returns the posting that was left; undefined if the joining changed no posting. @param requestId the request that the agreement completed. */
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
