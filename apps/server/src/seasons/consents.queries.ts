import type { OwnConsent } from '@mutual-transfer/domain/seasons/season';
import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';

/** Returns a teacher's own consent for a season. */
export async function findOwnConsent(
  db: Kysely<Database>,
  seasonId: string,
  userId: string,
): Promise<OwnConsent> {
  const row = await db
    .selectFrom('season_consents')
    .select(['given_at', 'withdrawn_at', 'sentence'])
    .where('season_id', '=', seasonId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return {
    given: row != null && row.given_at !== null && row.withdrawn_at === null,
    givenAt: row?.given_at?.toISOString() ?? null,
    withdrawnAt: row?.withdrawn_at?.toISOString() ?? null,
    sentence: row?.sentence ?? null,
  };
}
