import type { Kysely } from 'kysely';
import { findExcludedPairs, isAnyBlocked } from '../../accounts/blocks.queries.ts';
import type { Database } from '../../database/tables.ts';
import type { PresentMember } from '../room/present-members.queries.ts';

/** Returns true if none of these teachers blocks another, so that they may be in one proposal. */
export async function mayPropose(db: Kysely<Database>, members: readonly PresentMember[]): Promise<boolean> {
  return !(await isAnyBlocked(
    db,
    members.map(({ userId }) => userId),
  ));
}

/** Returns the members without those whom a block separates from the proposer, so that to the proposer their requests look deleted. */
export async function withoutBlocked(
  db: Kysely<Database>,
  members: readonly PresentMember[],
  proposerId: string,
): Promise<PresentMember[]> {
  const excluded = (await findExcludedPairs(db, [proposerId])).get(proposerId);
  return members.filter(({ userId }) => excluded?.has(userId) !== true);
}
