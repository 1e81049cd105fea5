import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { PresentMember } from './hindrance.ts';

/** Whether the proposer may propose to these teachers: none of the members blocks another. */
export async function mayPropose(
  _db: Kysely<Database>,
  _proposerId: string,
  _members: readonly PresentMember[],
): Promise<boolean> {
  return true;
}
