import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';

/**
 * Returns the condition that the teacher consented to the plans of a season, has not withdrawn the consent, and has neither objected to a
 * group of that season nor left one.
 */
export function consents(userColumn: string, seasonId: string): RawBuilder<SqlBool> {
  const teacher = sql.ref(userColumn);
  return sql<SqlBool>`exists (
      select from season_consents where season_id = ${seasonId} and user_id = ${teacher}
        and given_at is not null and withdrawn_at is null
    ) and not exists (
      select from agreement_steps
      join agreements on agreements.id = agreement_id join rounds on rounds.id = agreements.round_id
      where agreement_steps.user_id = ${teacher} and rounds.season_id = ${seasonId} and kind in ('no', 'leave')
    )`;
}

/** Returns the ids of the current consents of these teachers, by teacher id. */
export async function findConsents(
  db: Kysely<Database>,
  seasonId: string,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('season_consents')
    .select(['id', 'user_id'])
    .where('season_id', '=', seasonId)
    .where('user_id', 'in', userIds)
    .where(consents('season_consents.user_id', seasonId))
    .execute();
  return new Map(rows.map(({ id, user_id }) => [user_id, id]));
}
