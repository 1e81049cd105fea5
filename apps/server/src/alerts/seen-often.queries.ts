import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** Number of viewers within 24 hours from which the owner of a contact is notified. */
const MANY_VIEWERS = 10;
/** Minimum number of days between two such notices to one teacher. */
const PAUSE_DAYS = 7;

interface SeenOften {
  readonly seen_id: string;
  readonly viewers: number;
}

/** Returns teachers whose contact at least `MANY_VIEWERS` people saw within 24 hours, except teachers notified of it within `PAUSE_DAYS`. */
export async function findSeenOften(db: Kysely<Database>, atMost: number, now: Date): Promise<SeenOften[]> {
  const { rows } = await sql<SeenOften>`
    select seen_id, count(distinct viewer_id)::int as viewers from contact_views
    where seen_at > ${now}::timestamptz - interval '24 hours'
    group by seen_id having count(distinct viewer_id) >= ${MANY_VIEWERS} and not exists (
      select from alerts where to_user_id = seen_id and kind = 'contact_seen_often'
        and created_at > ${now}::timestamptz - make_interval(days => ${PAUSE_DAYS}))
    order by seen_id limit ${atMost}`.execute(db);
  return rows;
}
