import type { AgreementState, Answer, EndReason } from '@mutual-transfer/domain/agreements/agreement-steps';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { WholeSeason } from './seasons.queries.ts';

/** Seat of a teacher in a proposal or agreement of a season. */
export interface Seat {
  readonly agreementId: string;
  readonly state: AgreementState;
  readonly reason: EndReason | null;
  readonly answer: Answer;
  readonly endedByMe: boolean;
}

export interface Standing {
  readonly hasRequest: boolean;
  readonly wasReady: boolean;
  /**
   * Number of the latest planned round of the timetable. If only rounds outside the timetable are planned, their count; null before any
   * plan.
   */
  readonly round: number | null;
}

/**
 * Returns the teacher's seat in an agreement that binds or moved them, even if a teacher proposed it; otherwise the seat in their latest
 * proposal of a round of the season.
 */
export async function findSeat(
  db: Kysely<Database>,
  { id, opens_at, closed_at }: WholeSeason,
  userId: string,
): Promise<Seat | undefined> {
  const { rows } = await sql<Seat>`
    select agreements.id as "agreementId", agreements.state, agreements.reason, answer,
      agreements.ended_by is not distinct from ${userId}::uuid as "endedByMe"
    from agreement_members join agreements on agreements.id = agreement_id
    left join rounds on rounds.id = round_id
    where user_id = ${userId} and (season_id = ${id}
      or (agreements.agreed_at >= ${opens_at} and agreements.agreed_at < ${closed_at}
        and agreements.state in ('agreed', 'in_progress', 'completed')))
    order by case agreements.state when 'completed' then 0 when 'in_progress' then 1 when 'agreed' then 1 when 'proposed' then 2 else 3 end,
      agreements.id desc
    limit 1`.execute(db);
  return rows[0];
}

export async function findStanding(
  db: Kysely<Database>,
  seasonId: string,
  userId: string,
): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select exists (select from requests where user_id = ${userId} and listed) as "hasRequest",
      exists (
        select from round_teachers join rounds on rounds.id = round_id
        where user_id = ${userId} and season_id = ${seasonId} and ready_at is not null
      ) as "wasReady",
      (select coalesce(max(number), count(*)::int) from rounds
        where season_id = ${seasonId} and planned_at is not null having count(*) > 0) as round`.execute(db);
  return rows[0] ?? { hasRequest: false, wasReady: false, round: null };
}
