import type { AdminStats } from '@mutual-transfer/domain/administration/administration';
import { bindingStates } from '@mutual-transfer/domain/agreements/agreement-steps';
import { type Kysely, sql } from 'kysely';
import { completions } from '../../agreements/steps/completions.queries.ts';
import type { Database } from '../../database/tables.ts';

/** Counts of agreements with a teacher who has not paid. */
interface UnpaidCounts {
  readonly unpaidProposals: number;
  readonly unpaidAgreements: number;
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
