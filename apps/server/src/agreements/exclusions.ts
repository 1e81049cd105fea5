import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import { groupKey } from '@mutual-transfer/matching/clearing/plan-round';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';

/** Returns the condition that a row of `season_exclusions`, joined with its season, holds now: the season is open, and its last day has not passed. */
function holdsNow(now: Date): RawBuilder<SqlBool> {
  return sql<SqlBool>`(opens_at <= ${now} and closed_at > ${now} and coalesce(until >= ${dayInIndia(now)}::date, true))`;
}

/** Returns the condition that a teacher is out of the open season. */
export function isOut(userColumn: string, now: Date): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from season_exclusions join seasons on seasons.id = season_exclusions.season_id
    where season_exclusions.user_id = ${sql.ref(userColumn)} and ${holdsNow(now)}
  )`;
}

/** Returns the reason for which a teacher is out of the open season; undefined if they are not. */
export async function findReasonOut(db: Db, userId: string, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('season_exclusions')
    .innerJoin('seasons', 'seasons.id', 'season_id')
    .select('reason')
    .where('user_id', '=', userId)
    .where(holdsNow(now))
    .executeTakeFirst();
  return row?.reason;
}

/** @throws {AppError} `out_of_season` for a teacher who is out of the open season. */
export async function refuseOut(db: Db, userId: string, now: Date): Promise<void> {
  if ((await findReasonOut(db, userId, now)) !== undefined) throw new AppError('out_of_season');
}

/**
 * Returns the groups of teachers that the office ended, as `groupKey` writes them: those of the open season, and outside of a season all.
 * Such a group is not proposed again, through whichever requests of its members.
 */
export async function findEndedGroups(db: Db, now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ members: string[] }>`
    select array_agg(user_id::text) as members from agreements join agreement_members on agreement_id = agreements.id
    where agreements.reason = 'office' and ended_at >= coalesce(
      (select opens_at from seasons where opens_at <= ${now} and closed_at > ${now}), '-infinity')
    group by agreements.id having bool_and(user_id is not null)`.execute(db);
  return new Set(rows.map(({ members }) => groupKey(members)));
}
