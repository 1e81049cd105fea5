import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';

/** Returns true if there are active requests, and no nightly plan was ever completed. */
export async function wantsFirstPlan(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ wanted: boolean }>`
    select exists (select from offers where request_id is not null)
      and not exists (select from plans where is_nightly) as wanted`.execute(db);
  return rows[0]?.wanted === true;
}

export function plansWithNames(db: Kysely<Database>) {
  return db
    .selectFrom('plans')
    .leftJoin('users', 'users.id', 'plans.requested_by')
    .selectAll('plans')
    .select('users.name as requester');
}
