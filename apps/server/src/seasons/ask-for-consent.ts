import { type Kysely, sql } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database, SeasonRow } from '../database/tables.ts';
import { createNotices } from '../notices/create-notices.ts';

const AT_ONCE = 500;

/**
 * Asks every teacher with a listed request for their consent, once, if the season asks for it before the plan and its list is open. Each
 * question is a row, written together with its notice, so two servers ask only once.
 */
export async function askForConsent(db: Kysely<Database>, season: SeasonRow, now: Date): Promise<void> {
  const isDue = season.consent === 'before' && season.asked_at === null && season.list_closes_at > now;
  if (!isDue) return;
  let asked: number;
  do {
    asked = await askSome(db, season, now);
  } while (asked === AT_ONCE);
  await db.updateTable('seasons').set({ asked_at: now }).where('id', '=', season.id).execute();
}

function askSome(db: Kysely<Database>, { id, name }: SeasonRow, now: Date): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { rows: due } = await sql<{ user_id: string }>`
      select distinct user_id from requests
      where listed and not exists (
        select from season_consents where season_id = ${id} and season_consents.user_id = requests.user_id
      ) order by user_id limit ${AT_ONCE}`.execute(transaction);
    if (due.length === 0) return 0;
    const asked = await transaction
      .insertInto('season_consents')
      .values(
        due.map(({ user_id }) => ({
          id: newId({ msecs: now.getTime() }),
          season_id: id,
          user_id,
          asked_at: now,
          given_at: null,
          withdrawn_at: null,
          sentence: null,
        })),
      )
      .onConflict((conflict) => conflict.columns(['season_id', 'user_id']).doNothing())
      .returning('user_id')
      .execute();
    const content = { kind: 'consent_asked', season: name } as const;
    const notices = asked.map(({ user_id }) => ({ recipientId: user_id, requestId: null, content }));
    await createNotices(transaction, notices, now);
    return due.length;
  });
}
