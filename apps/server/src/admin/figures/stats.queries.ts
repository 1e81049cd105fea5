import type { AdminStats } from '@mutual-transfer/domain/administration/administration';
import { bindingStates } from '@mutual-transfer/domain/agreements/agreement-steps';
import { type Kysely, sql } from 'kysely';
import { completions } from '../../agreements/steps/completions.queries.ts';
import type { Database } from '../../database/tables/schema.ts';

/** Returns the key figures of the product. */
export async function readStats(db: Kysely<Database>): Promise<AdminStats> {
  const { rows } = await sql<Record<keyof AdminStats, string>>`
    select teachers.all as "totalUsers", teachers.inactive as "inactiveUsers",
      (select count(*) from users where paid_at is not null) as "paidUsers",
      (select count(*) from requests where listed) as "activeRequests",
      (select count(*) from requests where status = 'pending') as "pendingRequests",
      (select coalesce(sum(teachers), 0) from (${completions}) as completed) as "completedTransfers",
      unpaid.proposals as "unpaidProposals", unpaid.agreements as "unpaidAgreements"
    from (
      select count(*) as all, count(*) filter (where not is_active) as inactive from users where role = 'teacher'
    ) as teachers, (
      select count(*) filter (where state = 'proposed') as proposals, count(*) filter (where state <> 'proposed') as agreements
      from agreements where state = any(${['proposed', ...bindingStates]}::text[]) and exists (
        select from agreement_members join users on users.id = user_id
        where agreement_id = agreements.id and users.paid_at is null
      )
    ) as unpaid`.execute(db);
  const [counts] = rows;
  const numbers = Object.entries(counts ?? {}).map(([name, count]) => [name, Number(count)]);
  // The query above selects every count of the statistics.
  return Object.fromEntries(numbers) as AdminStats;
}
