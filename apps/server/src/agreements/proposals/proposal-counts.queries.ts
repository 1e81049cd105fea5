import { PROPOSALS_TO_ONE_A_DAY } from '@mutual-transfer/domain/agreements/agreement-rules';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';

interface ProposalCounts {
  /** Number of open proposals of the teacher. */
  readonly open: number;
  /** Largest number of proposals in the last 24 hours to any one of the others. */
  readonly most: number;
  /**
   * Time of the oldest proposal in the last 24 hours to a teacher who got the daily maximum. If several teachers got it, the latest of
   * these times; null if none did.
   */
  readonly next: Date | null;
}

/** Counts the open proposals of a teacher and those of the last 24 hours to each of the others. Proposals of rounds do not count. */
export async function countProposals(
  db: Kysely<Database>,
  { userId, others }: { userId: string; others: readonly string[] },
  now: Date,
): Promise<ProposalCounts> {
  const dayAgo = new Date(now.getTime() - MILLISECONDS_A_DAY);
  const { rows } = await sql<ProposalCounts>`
    with mine as (
      select id, state, deadline, created_at from agreements where proposed_by = ${userId} and source = 'teacher'
    ), sent as (
      select user_id, count(*)::int as count, min(created_at) as first
      from mine join agreement_members on agreement_id = mine.id
      where created_at > ${dayAgo} and user_id = any(${others}::uuid[]) group by user_id
    )
    select (select count(*)::int from mine where state = 'proposed' and deadline > ${now}) as open,
      coalesce((select max(count) from sent), 0) as most,
      (select max(first) from sent where count >= ${PROPOSALS_TO_ONE_A_DAY}) as next`.execute(db);
  return rows[0] ?? { open: 0, most: 0, next: null };
}
