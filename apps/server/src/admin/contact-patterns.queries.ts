import type { ContactPatterns } from '@mutual-transfer/domain/accounts/contact-views';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema.ts';

/** A teacher who looks through the hundred matches of a request and some pages of the list is nothing odd. */
const MANY_AN_HOUR = 150;
const MANY_A_DAY = 250;
const SHOWN = 50;

interface PatternRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isActive: boolean;
  readonly hour: number;
  readonly day: number;
  readonly refused: number;
}

/** Accounts whose way of opening contacts is odd, those that were refused most first. */
export async function findContactPatterns(db: Kysely<Database>, now: Date): Promise<ContactPatterns> {
  const { rows } = await sql<PatternRow>`
    with opened as (
      select viewer_id, count(*)::int as day,
        (count(*) filter (where opened_at > ${now}::timestamptz - interval '1 hour'))::int as hour
      from contact_views where opened_at > ${now}::timestamptz - interval '1 day' group by viewer_id
    ), refused as (
      select viewer_id, sum(refused)::int as refused from contact_refusals
      where day >= (${now}::timestamptz at time zone interval '5 hours 30 minutes')::date - 1 group by viewer_id
    )
    select users.id, users.name, users.email, users.is_active as "isActive",
      coalesce(hour, 0) as hour, coalesce(day, 0) as day, coalesce(refused, 0) as refused
    from opened full join refused using (viewer_id) join users on users.id = viewer_id
    where refused > 0 or hour >= ${MANY_AN_HOUR} or day >= ${MANY_A_DAY}
    order by coalesce(refused, 0) desc, coalesce(day, 0) desc, users.id limit ${SHOWN}`.execute(db);
  return {
    accounts: rows.map(({ id, name, email, isActive, hour, day, refused }) => ({
      user: { _id: id, name, email, isActive },
      openedLastHour: hour,
      openedLastDay: day,
      refusedLastDay: refused,
    })),
  };
}
