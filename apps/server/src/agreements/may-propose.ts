import type { Kysely } from 'kysely';
import { isAnyBlocked } from '../accounts/blocks.ts';
import type { Database } from '../database/schema.ts';
import type { PresentMember } from './obstacle.ts';

/** Whether these teachers may be brought together: none of them blocks another. */
export async function mayPropose(db: Kysely<Database>, members: readonly PresentMember[]): Promise<boolean> {
  return !(await isAnyBlocked(
    db,
    members.map(({ userId }) => userId),
  ));
}
