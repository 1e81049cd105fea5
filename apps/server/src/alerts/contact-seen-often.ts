import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { type FindDue, remind } from '../notices/remind.ts';

/** From so many teachers in 24 hours on their owner is told, at most once in so many days. */
const MANY_VIEWERS = 10;
const TOLD_EVERY_DAYS = 7;

/** Tells teachers whose contact many others saw within a day: it is theirs to hide, and a sign that it is collected. */
export async function tellOfContactSeen(db: Kysely<Database>, now: Date): Promise<void> {
  const findDue: FindDue = async (transaction, atMost) => {
    const { rows } = await sql<{ seen_id: string; viewers: number }>`
      select seen_id, count(distinct viewer_id)::int as viewers from contact_views
      where seen_at > ${now}::timestamptz - interval '24 hours'
      group by seen_id having count(distinct viewer_id) >= ${MANY_VIEWERS} and not exists (
        select from alerts where to_user_id = seen_id and kind = 'contact_seen_often'
          and created_at > ${now}::timestamptz - make_interval(days => ${TOLD_EVERY_DAYS}))
      order by seen_id limit ${atMost}`.execute(transaction);
    return rows.map(({ seen_id, viewers }) => ({
      recipientId: seen_id,
      content: { kind: 'contact_seen_often', viewers },
    }));
  };
  await remind(db, findDue, now);
}
