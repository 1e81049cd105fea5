import type { AdminStats, Growth } from '@mutual-transfer/domain/administration/administration';
import { bindingStates } from '@mutual-transfer/domain/agreements/agreement-steps';
import { PAISE_A_RUPEE } from '@mutual-transfer/domain/constants';
import type { DaySpan } from '@mutual-transfer/domain/query-parameters';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { completions } from '../agreements/lock-agreement.ts';
import { INDIA_OFFSET } from '../platform/database/database-clock.ts';
import type { Database } from '../platform/database/tables.ts';

/** Counts of agreements with a teacher who has not paid. */
interface UnpaidCounts {
  unpaidProposals: number;
  unpaidAgreements: number;
}

/** Returns the key figures of the product. */
export async function readStats(db: Kysely<Database>): Promise<AdminStats> {
  const { rows } = await sql<AdminStats>`
    select teachers.all as "totalUsers", teachers.inactive as "inactiveUsers",
      (select count(*)::int from users where paid_at is not null) as "paidUsers",
      (select count(*)::int from requests where listed) as "activeRequests",
      (select count(*)::int from requests where status = 'pending') as "pendingRequests",
      (select coalesce(sum(teachers), 0)::int from (${completions}) as completed) as "completedTransfers"
    from (
      select count(*)::int as all, (count(*) filter (where not is_active))::int as inactive
      from users where role = 'teacher'
    ) as teachers`.execute(db);
  const [stats] = rows;
  if (stats === undefined) throw new Error('A select of counts has a row');
  return stats;
}

/** Counts the open proposals, and the agreements under way, with a teacher who has not paid. */
export async function countUnpaid(db: Kysely<Database>): Promise<UnpaidCounts> {
  const { rows } = await sql<UnpaidCounts>`
    select (count(*) filter (where state = 'proposed'))::int as "unpaidProposals",
      (count(*) filter (where state <> 'proposed'))::int as "unpaidAgreements"
    from agreements where state = any(${['proposed', ...bindingStates]}::text[]) and exists (
      select from agreement_members join users on users.id = user_id
      where agreement_id = agreements.id and users.paid_at is null
    )`.execute(db);
  return rows[0] ?? { unpaidProposals: 0, unpaidAgreements: 0 };
}

/** Returns the figures of each day (India's time) of the span, oldest first. Days without events are left out. */
export async function readGrowth(db: Kysely<Database>, { from, to }: DaySpan, now: Date): Promise<Growth> {
  const dayOf = (moment: RawBuilder<unknown>) =>
    sql`(${moment} at time zone ${INDIA_OFFSET}::interval)::date`;
  const isOnDay = (moment: string) =>
    sql`${sql.ref(moment)} >= days.starts and ${sql.ref(moment)} < days.ends`;
  // Counts each day by a range of an index: half the time of grouping all rows by their day.
  const { rows } = await sql<Growth['days'][number]>`
    with days as materialized (
      select day::date, day at time zone ${INDIA_OFFSET}::interval as starts, (day + interval '1 day') at time zone ${INDIA_OFFSET}::interval as ends
      from generate_series(
        greatest(${from ?? null}::date, (select ${dayOf(sql`min(moment)`)} from (
          (select created_at as moment from users order by id limit 1)
          union all select min(moment) from (${completions}) as completed
          union all select min(settled_at) from payment_orders where status = 'paid'
          union all select min(day)::timestamptz from share_visits) as first))::timestamp,
        least(${to ?? null}::date, ${dayOf(sql`${now}::timestamptz`)})::timestamp,
        interval '1 day') as day
    )
    select to_char(day, 'YYYY-MM-DD') as day, arrived.*, posted.*, moved.*, paid.*, visited.*
    from days
    cross join lateral (
      select count(*)::int as registrations, (count(*) filter (where came_by = 'invitation'))::int as "invitationRegistrations",
        (count(*) filter (where came_by = 'missing'))::int as "missingRegistrations"
      from users where role = 'teacher' and ${isOnDay('created_at')}
    ) as arrived
    cross join lateral (select count(*)::int as requests from requests where ${isOnDay('created_at')}) as posted
    cross join lateral (
      select coalesce(sum(teachers), 0)::int as completed from (${completions}) as completed where ${isOnDay('moment')}
    ) as moved
    cross join lateral (
      select count(*)::int as payments, coalesce(sum(amount_paise), 0)::float8 / ${PAISE_A_RUPEE}::int as income from payment_orders
      where status = 'paid' and ${isOnDay('settled_at')}
    ) as paid
    cross join lateral (
      select coalesce(sum(visits) filter (where kind = 'invitation'), 0)::int as "invitationVisits",
        coalesce(sum(visits) filter (where kind = 'missing'), 0)::int as "missingVisits"
      from share_visits where share_visits.day = days.day
    ) as visited
    where registrations + requests + completed + payments + "invitationVisits" + "missingVisits" > 0
    order by days.day`.execute(db);
  return { days: rows };
}
