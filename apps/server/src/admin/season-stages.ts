import type { SeasonStage } from '@mutual-transfer/domain/administration/desk';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isOut } from '../agreements/exclusions.ts';
import { type AdministratorScope, blockCodesOf, isPostedInScope } from '../people/administrator-scope.ts';
import { currentSeasonId } from '../seasons/seasons.ts';

/**
 * Returns the condition on `users` that the teacher has reached this stage of the current season from a posting in the scope. A consent of
 * a teacher who is not out of the season belongs to the district where it was given, every later stage to that of the seat: who joined elsewhere stays in the numbers of the district left.
 */
export function isInStage(stage: SeasonStage, scope: AdministratorScope, now: Date): RawBuilder<SqlBool> {
  if (stage === 'consented') {
    return sql<SqlBool>`users.id in (select user_id from season_consents
      where season_id = ${currentSeasonId(now)} and given_at is not null and withdrawn_at is null
        and ${isPostedInScope(scope, sql.ref('season_consents.district'))})
      and not ${isOut('users.id', now)}`;
  }
  return sql<SqlBool>`users.id in (select seat.user_id from agreement_members seat
    join agreements on agreements.id = seat.agreement_id
    join seasons on agreements.created_at >= seasons.opens_at and agreements.created_at < seasons.closed_at
    where seasons.id = ${currentSeasonId(now)} and ${isSeatIn(scope)} and ${seatIn(stage, now)})`;
}

function isSeatIn({ administers }: AdministratorScope): RawBuilder<SqlBool> {
  return administers === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`seat.from_block = any(${blockCodesOf(administers)})`;
}

/** Returns the condition on the teacher's seat in an agreement. */
function seatIn(stage: Exclude<SeasonStage, 'consented'>, now: Date): RawBuilder<SqlBool> {
  switch (stage) {
    case 'inGroups':
      return sql<SqlBool>`(agreements.state in ('agreed', 'in_progress', 'completed')
        or (agreements.state = 'proposed' and (agreements.silence_agrees or agreements.deadline > ${now})))`;
    case 'objections':
      return sql<SqlBool>`(agreements.state = 'declined' and agreements.silence_agrees and seat.answer = 'no')`;
    case 'agreed':
      return sql<SqlBool>`agreements.state in ('agreed', 'in_progress', 'completed')`;
    case 'papersIn':
      return sql<SqlBool>`agreements.state in ('in_progress', 'completed')`;
    case 'ordered':
    case 'joined':
      return sql<SqlBool>`(agreements.state in ('in_progress', 'completed') and exists (
        select from agreement_steps step
        where step.agreement_id = seat.agreement_id and step.user_id = seat.user_id and step.kind = ${stage}))`;
  }
}
