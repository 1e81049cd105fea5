import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { inStrata, isIn, isReady, type ReadyFor, type Scope } from './ready-offers.queries.ts';

export const everybody: Scope = { subjects: null, districts: null, consentsOf: null };

/**
 * Stores the teachers that a round plans with, and those whom its season asked for consent, with their district and subject. Teachers
 * stay in the list once they are in it.
 */
export async function writeReadyTeachers(
  db: Kysely<Database>,
  roundId: string,
  { scope, strata, now }: Pick<ReadyFor, 'scope' | 'strata' | 'now'>,
): Promise<void> {
  if (scope.consentsOf !== null) await noteAskedForConsent(db, roundId, scope.consentsOf, scope);
  await sql`
    insert into round_teachers as noted (round_id, user_id, district, subject, ready_at)
    select distinct on (user_id) ${roundId}::uuid, user_id, from_district, subject, ${now}::timestamptz from offers
    where request_id is not null and ${isReady(scope, now)} and ${inStrata(strata)} order by user_id, request_id
    on conflict (round_id, user_id) do update set ready_at = excluded.ready_at where noted.ready_at is null`.execute(
    db,
  );
}

/** Stores the teachers of a round's districts and subjects whom its season asked for consent, or who gave it before they were asked. */
async function noteAskedForConsent(
  db: Kysely<Database>,
  roundId: string,
  seasonId: string,
  scope: Scope,
): Promise<void> {
  await sql`
    insert into round_teachers as noted (round_id, user_id, district, subject, asked_at)
    select distinct on (offers.user_id) ${roundId}::uuid, offers.user_id, from_district, subject,
      coalesce(asked_at, given_at)
    from offers join season_consents on season_consents.user_id = offers.user_id and season_id = ${seasonId}
    where request_id is not null and ${isIn(scope)} order by offers.user_id, request_id
    on conflict (round_id, user_id) do update set asked_at = excluded.asked_at where noted.asked_at is null`.execute(
    db,
  );
}
