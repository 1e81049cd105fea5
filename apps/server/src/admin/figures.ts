import type { AdminStats, Growth } from '@mutual-transfer/domain/administration/administration';
import { bindingStates } from '@mutual-transfer/domain/agreements/agreement-steps';
import { PAISE_A_RUPEE } from '@mutual-transfer/domain/constants';
import type { DaySpan } from '@mutual-transfer/domain/query-parameters';
import type { ShareKind } from '@mutual-transfer/domain/shares/share';
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

const FIRST_DAY = '2000-01-01';
const LAST_DAY = '9999-12-31';

/**
 * Returns the start of the day, in India's time, of a column of times. Uses the fixed offset of India: grouping by this time is cheaper than
 * by the date, which PostgreSQL computes from the time zone.
 */
function startOfDay(column: string): RawBuilder<Date> {
  return sql<Date>`date_bin('1 day', ${sql.ref(column)}, ${FIRST_DAY}::timestamp at time zone ${INDIA_OFFSET}::interval)`;
}

type CountColumn =
  | 'registrations'
  | 'requests'
  | 'completed'
  | 'payments'
  | 'paise'
  | `${ShareKind}_visits`
  | `${ShareKind}_registrations`;

/** Returns the figures of each day (India's time) of the span, oldest first. Days without events are left out. */
export async function readGrowth(
  db: Kysely<Database>,
  { from = FIRST_DAY, to = LAST_DAY }: DaySpan,
): Promise<Growth> {
  const { rows } = await sql<{ day: string } & Record<CountColumn, string>>`
    with arrived as (
      select ${startOfDay('created_at')} as day_start, came_by, count(*) as much from users where role = 'teacher' group by 1, 2
    ), happened as (
      select day_start, 'registrations' as what, much from arrived
      union all select day_start, came_by || '_registrations', much from arrived where came_by is not null
      union all select day::timestamp at time zone ${INDIA_OFFSET}::interval, kind || '_visits', visits from share_visits
      union all select ${startOfDay('created_at')}, 'requests', count(*) from requests group by 1
      union all select ${startOfDay('moment')}, 'completed', sum(teachers) from (${completions}) as completed group by 1
      union all select settled_at, 'payments', 1 from payment_orders where status = 'paid'
      union all select settled_at, 'paise', amount_paise from payment_orders where status = 'paid'
    ), dated as materialized (
      select (day_start at time zone ${INDIA_OFFSET}::interval)::date as day, what, much from happened
    )
    select to_char(day, 'YYYY-MM-DD') as day,
      coalesce(sum(much) filter (where what = 'registrations'), 0) as registrations,
      coalesce(sum(much) filter (where what = 'requests'), 0) as requests,
      coalesce(sum(much) filter (where what = 'completed'), 0) as completed,
      coalesce(sum(much) filter (where what = 'payments'), 0) as payments,
      coalesce(sum(much) filter (where what = 'paise'), 0) as paise,
      coalesce(sum(much) filter (where what = 'invitation_visits'), 0) as invitation_visits,
      coalesce(sum(much) filter (where what = 'invitation_registrations'), 0) as invitation_registrations,
      coalesce(sum(much) filter (where what = 'missing_visits'), 0) as missing_visits,
      coalesce(sum(much) filter (where what = 'missing_registrations'), 0) as missing_registrations
    from dated where day between ${from}::date and ${to}::date
    group by day order by day`.execute(db);
  return {
    days: rows.map(({ day, paise, ...counts }) => ({
      day,
      registrations: Number(counts.registrations),
      requests: Number(counts.requests),
      completed: Number(counts.completed),
      payments: Number(counts.payments),
      income: Number(paise) / PAISE_A_RUPEE,
      invitationVisits: Number(counts.invitation_visits),
      invitationRegistrations: Number(counts.invitation_registrations),
      missingVisits: Number(counts.missing_visits),
      missingRegistrations: Number(counts.missing_registrations),
    })),
  };
}
