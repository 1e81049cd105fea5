import type { Kysely } from 'kysely';
import { isAnyBlocked } from '../../accounts/blocks.queries.ts';
import type { Database } from '../../database/tables/schema.ts';
import type { PresentMember } from '../room/present-members.queries.ts';

/** Returns true if none of these teachers blocks another, so that they may be in one proposal. */
export async function mayPropose(db: Kysely<Database>, members: readonly PresentMember[]): Promise<boolean> {
  return !(await isAnyBlocked(
    db,
    members.map(({ userId }) => userId),
  ));
}
