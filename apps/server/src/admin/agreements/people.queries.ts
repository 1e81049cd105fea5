import { type Kysely, sql } from 'kysely';
import type { WholeAgreement } from '../../agreements/steps/locked-agreement.ts';
import type { Database } from '../../database/tables.ts';
import type { Posted } from './seen-member.ts';

/** Account of a member, as administrators see it. */
export interface Person extends Posted {
  readonly name: string;
  readonly phone: string | null;
  readonly email: string;
  readonly school_name: string | null;
  readonly category: string | null;
}

/** Returns the accounts of the members of agreements by their ids. */
export async function findPeople(
  db: Kysely<Database>,
  agreements: readonly Pick<WholeAgreement, 'members'>[],
): Promise<Map<string, Person>> {
  const ids = agreements.flatMap(({ members }) => members.flatMap(({ user_id }) => user_id ?? []));
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'phone', 'email', 'school_name', 'category', 'district'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, ...person }) => [id, person]));
}
