import type { AgreementState, Answer, EndReason } from '@mutual-transfer/domain/agreements/agreement-steps';
import { SMALLEST_PUBLISHED_COUNT } from '@mutual-transfer/domain/constants';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { recordOf } from '@mutual-transfer/domain/record-names';
import { districtByCode } from '@mutual-transfer/domain/reference/places';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import type { MySeasonResult, SeasonOutcome, SeasonResults } from '@mutual-transfer/domain/seasons/season';
import { type SeasonMeasure, seasonMeasures } from '@mutual-transfer/domain/seasons/season-measures';
import { type Kysely, sql } from 'kysely';
import { findReasonOut } from '../agreements/exclusions.ts';
import { TtlCache } from '../platform/caches.ts';
import type { Database } from '../platform/database/tables.ts';
import { findOwnConsent, isListOpen } from './consents.ts';
import type { SeasonReader, WholeSeason } from './seasons.ts';

/** Seat of a teacher in a proposal or agreement of a season. */
interface Seat {
  agreementId: string;
  state: AgreementState;
  reason: EndReason | null;
  answer: Answer;
  endedByMe: boolean;
}

interface Standing {
  hasRequest: boolean;
  wasReady: boolean;
  /**
   * Number of the latest planned round of the timetable. If only rounds outside the timetable are planned, their count; null before any
   * plan.
   */
  round: number | null;
}

/**
 * Returns the teacher's seat in an agreement that binds or moved them, even if a teacher proposed it; otherwise the seat in their latest
 * proposal of a round of the season.
 */
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

/** Returns the result of a season for a teacher, with its reason as a sentence. */
export async function readMyResult(
  db: Kysely<Database>,
  season: WholeSeason,
  userId: string,
  { language, now }: SeasonReader,
): Promise<MySeasonResult> {
  const [seat, standing, consent, reasonOut] = await Promise.all([
    findSeat(db, season, userId),
    findStanding(db, season.id, userId),
    findOwnConsent(db, season.id, userId),
    findReasonOut(db, userId, now),
  ]);
  const ofSeat = seat === undefined ? outcomeWithout(standing, season, consent.given) : outcomeOf(seat);
  const isOpen = season.opens_at <= now && now < season.closed_at;
  const isOut = isOpen && reasonOut !== undefined && ofSeat !== 'moved';
  const outcome = isOut ? 'taken_out' : ofSeat;
  return {
    outcome,
    reason: messagesIn(language)(`result.${outcome}`, { reason: reasonOut ?? '' }),
    round: standing.round,
    agreementId: seat?.agreementId ?? null,
    consent,
    mayConsent: !isOut && isListOpen(season, now),
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
  return consent === 'before' ? 'not_included' : 'not_ready';
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

type RoundResults = SeasonResults['rounds'][number];

type Counts = Record<SeasonMeasure, number>;
type ShownCounts = Record<SeasonMeasure, number | null>;

/** Counts of a round's teachers, by their district and subject at the time of the round. */
type Row = Counts & { roundId: string; district: string; subject: string };

const FRESH_FOR = 60_000;

/** Returns a function that reads the results of a season. Caches them for a minute, because the query reads every teacher of the rounds. */
export function cachedResults(
  db: Kysely<Database>,
  now: () => Date,
): (seasonId: string) => Promise<SeasonResults> {
  const cache = new TtlCache<SeasonResults>({ name: 'seasonResults', ttl: FRESH_FOR, now });
  return (seasonId) => cache.get(seasonId, () => readResults(db, seasonId, now(), publishedCount));
}

/** Returns the results of the rounds of a season whose first answers were due before now. @param shown what the reader sees of a count. */
export async function readResults(
  db: Kysely<Database>,
  seasonId: string,
  now: Date,
  shown: (count: number) => number | null,
): Promise<SeasonResults> {
  const { rows: rounds } = await sql<{
    id: string;
    number: number | null;
    planned_at: Date;
    stopped_at: Date | null;
  }>`
    select id, number, planned_at, case when state = 'stopped' then ended_at end as stopped_at from rounds
    where season_id = ${seasonId} and planned_at is not null
      and (state <> 'running' or coalesce(answers_until, planned_at + make_interval(hours => hours)) <= ${now})
    order by created_at, id`.execute(db);
  const rows = await countTeachers(
    db,
    rounds.map(({ id }) => id),
  );
  return {
    rounds: rounds.map(({ id, number, planned_at, stopped_at }) => ({
      number,
      plannedAt: planned_at.toISOString(),
      stoppedAt: stopped_at?.toISOString() ?? null,
      ...shownResults(
        rows.filter(({ roundId }) => roundId === id),
        shown,
      ),
    })),
  };
}

async function countTeachers(db: Kysely<Database>, roundIds: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with members as (
      select round_id, user_id, bool_or(agreements.state in ('agreed', 'in_progress', 'completed')) as agreed, bool_or(agreements.state = 'completed') as moved,
        bool_or(exists (select from objections
          where objections.agreement_id = agreements.id and objections.user_id = agreement_members.user_id)) as objected
      from agreements join agreement_members on agreement_id = agreements.id
      where round_id = any(${[...roundIds]}::uuid[]) and user_id is not null group by round_id, user_id
    )
    select round_teachers.round_id as "roundId", district, subject,
      count(asked_at)::int as asked, count(ready_at)::int as ready, count(members.user_id)::int as proposals,
      count(*) filter (where objected)::int as objections,
      count(*) filter (where agreed)::int as agreed, count(*) filter (where moved)::int as moved
    from round_teachers left join members using (round_id, user_id)
    where round_teachers.round_id = any(${[...roundIds]}::uuid[])
    group by round_teachers.round_id, district, subject`.execute(db);
  return rows;
}

function shownResults(
  rows: readonly Row[],
  shown: (count: number) => number | null,
): Omit<RoundResults, 'number' | 'plannedAt' | 'stoppedAt'> {
  const countsOf = (group: readonly Row[]): ShownCounts => {
    const sum = sumOf(group);
    return recordOf(seasonMeasures, (measure) => shown(sum[measure]));
  };
  /** Returns the counts of each district or subject that has one to show. */
  const countsBy = (nameOf: (row: Row) => string) =>
    [...Map.groupBy(rows, nameOf)]
      .map(([name, group]) => [name, countsOf(group)] as const)
      .filter(([, counts]) => seasonMeasures.some((measure) => counts[measure] !== null))
      .toSorted(([first], [second]) => (first < second ? -1 : 1));
  return {
    ...countsOf(rows),
    byDistrict: countsBy(({ district }) => districtByCode(district).name).map(([district, counts]) => ({
      district,
      ...counts,
    })),
    bySubject: countsBy(({ subject }) => subjectByCode(subject).name).map(([subject, counts]) => ({
      subject,
      ...counts,
    })),
  };
}

/**
 * Returns a count rounded down to a multiple of five, null below five. Differences of rounded counts (of two measures, of a sum and its parts,
 * of two times) reveal no small exact number.
 */
function publishedCount(count: number): number | null {
  return count < SMALLEST_PUBLISHED_COUNT ? null : count - (count % SMALLEST_PUBLISHED_COUNT);
}

function sumOf(rows: readonly Counts[]): Counts {
  return recordOf(seasonMeasures, (measure) => rows.reduce((sum, row) => sum + row[measure], 0));
}
