import type { AgreementState, Answer, EndReason } from '@mutual-transfer/domain/agreements/agreement-steps';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import type { MySeasonResult, SeasonOutcome } from '@mutual-transfer/domain/seasons/season';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { findOwnConsent, isListOpen } from './consents.ts';
import type { Reader, WholeSeason } from './seasons.queries.ts';

/** Latest agreement of a teacher in a season, the furthest one first. */
interface Seat {
  readonly agreementId: string;
  readonly state: AgreementState;
  readonly reason: EndReason | null;
  readonly answer: Answer;
  readonly endedByMe: boolean;
}

interface Standing {
  readonly hasRequest: boolean;
  readonly wasReady: boolean;
  /** Number of the latest round that planned, or the number of such rounds if it has none; null before the first plan. */
  readonly round: number | null;
}

/** Returns the result of a season for a teacher, with its reason as a sentence. */
export async function readMyResult(
  db: Kysely<Database>,
  season: WholeSeason,
  userId: string,
  { language, now }: Reader,
): Promise<MySeasonResult> {
  const [seat, standing, consent] = await Promise.all([
    findSeat(db, season, userId),
    findStanding(db, season.id, userId),
    findOwnConsent(db, season.id, userId),
  ]);
  const outcome = seat === undefined ? outcomeWithout(standing, season, consent.given) : outcomeOf(seat);
  return {
    outcome,
    reason: messagesIn(language)(`result.${outcome}`),
    round: standing.round,
    agreementId: seat?.agreementId ?? null,
    consent,
    mayConsent: isListOpen(season, now),
  };
}

function outcomeWithout(
  { hasRequest, wasReady, round }: Standing,
  { consent }: WholeSeason,
  isGiven: boolean,
): SeasonOutcome {
  if (wasReady) return 'no_ring';
  if (!hasRequest) return 'no_request';
  if (consent === 'before' && !isGiven) return 'no_consent';
  if (round === null) return 'not_planned';
  return consent === 'before' ? 'no_ring' : 'not_ready';
}

const outcomes = {
  completed: 'moved',
  agreed: 'agreed',
  in_progress: 'agreed',
  proposed: 'proposed',
  superseded: 'other_agreement',
} as const satisfies Partial<Record<AgreementState, SeasonOutcome>>;

function outcomeOf({ state, ...seat }: Seat): SeasonOutcome {
  if (state === 'declined' || state === 'lapsed' || state === 'broken') return outcomeOfEnded(seat);
  return outcomes[state];
}

function outcomeOfEnded({ reason, answer, endedByMe }: Omit<Seat, 'state'>): SeasonOutcome {
  if (answer === 'no' || endedByMe) return 'you_declined';
  if (reason === 'deadline') return answer === 'open' ? 'you_were_silent' : 'member_silent';
  return reason === 'refused' || reason === 'left' ? 'member_declined' : 'ended';
}

/** An agreement that binds or moved the teacher counts, also one that a teacher proposed; else the latest proposal of a round of the season. */
async function findSeat(
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

async function findStanding(db: Kysely<Database>, seasonId: string, userId: string): Promise<Standing> {
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
