import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { inStrata, isReady, type ReadyFor, type Scope } from './ready-offers.queries.ts';

export const everybody: Scope = { subjects: null, districts: null, consentsOf: null };

/** Writes with whom a round plans, with their district and subject. Teachers stay in the list once they are in it. */
export async function noteReady(
  db: Kysely<Database>,
  roundId: string,
  { scope, strata, now }: Pick<ReadyFor, 'scope' | 'strata' | 'now'>,
): Promise<void> {
  await sql`
    insert into round_teachers as noted (round_id, user_id, district, subject, ready_at)
    select distinct on (user_id) ${roundId}::uuid, user_id, from_district, subject, ${now}::timestamptz from offers
    where request_id is not null and ${isReady(scope, now)} and ${inStrata(strata)} order by user_id, request_id
    on conflict (round_id, user_id) do update set ready_at = excluded.ready_at where noted.ready_at is null`.execute(
    db,
  );
}
