import type { Round, RoundDetails, RoundList } from '@mutual-transfer/domain/agreements/round';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import type { PageQuery } from '@mutual-transfer/domain/query-parameters';
import { districtByCode } from '@mutual-transfer/domain/reference/places';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import type { FastifyRequest } from 'fastify';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { writeAudit } from '../people/audit.ts';
import { readPage } from '../platform/database/read-page.ts';
import type { Database, Db, RoundRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { readRules } from '../platform/rules.ts';
import { isSilent, stands } from './lock-agreement.ts';
import { ALL_STRATA } from './plan-ready.ts';
import { countReady, countTeachers, type Scope } from './ready-offers.ts';

/** A round to begin. `number` is its number in the season's timetable; null for a round that an administrator starts. */
interface NewRoundRow extends Pick<Scope, 'subjects' | 'districts'> {
  maxRing: number;
  hours: number;
  startedBy: string | null;
  seasonId: string | null;
  number: number | null;
  silenceAgrees: boolean;
  times: RoundTimes;
}

interface RoundTimes {
  /** Time of the first plan. */
  plansFrom: Date;
  /** Deadline of the proposals of the first plan; null if the hours of the round set it. */
  answersUntil: Date | null;
  endsAt: Date;
}

/** Inserts a round and its due first plan. @throws the unique violation of the database if a round of this kind is running. */
export async function beginRound(
  transaction: Transaction<Database>,
  round: NewRoundRow,
  now: Date,
): Promise<string> {
  const id = newId({ msecs: now.getTime() });
  await transaction
    .insertInto('rounds')
    .values({
      id,
      max_ring: round.maxRing,
      hours: round.hours,
      subjects: listed(round.subjects),
      districts: listed(round.districts),
      started_by: round.startedBy,
      season_id: round.seasonId,
      number: round.number,
      silence_agrees: round.silenceAgrees,
      created_at: now,
      answers_until: round.times.answersUntil,
      ends_at: round.times.endsAt,
    })
    .execute();
  await planAll(transaction, id, round.times.plansFrom);
  return id;
}

/** Changes the times of a running round. The time of the first plan has an effect only until that plan is made. */
export async function retimeRound(
  transaction: Transaction<Database>,
  id: string,
  { plansFrom, answersUntil, endsAt }: RoundTimes,
): Promise<void> {
  const round = await transaction
    .updateTable('rounds')
    .set({ answers_until: answersUntil, ends_at: endsAt })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('planned_at')
    .executeTakeFirst();
  if (round?.planned_at === null) await planAll(transaction, id, plansFrom);
}

/** Finishes the running round of the timetable. Its open proposals stay open. */
export async function finishRoundOfTimetable(transaction: Transaction<Database>, now: Date): Promise<void> {
  await transaction
    .updateTable('rounds')
    .set({ state: 'finished', ended_at: now })
    .where('state', '=', 'running')
    .where('number', 'is not', null)
    .execute();
}

/** Stops a round and ends its open proposals. Has no effect on a stopped round. @throws {AppError} `not_found`, `round_over`. */
export async function stopRound(db: Db, request: FastifyRequest, id: string, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const round = await transaction
      .selectFrom('rounds')
      .select('state')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (round === undefined) throw new AppError('not_found');
    if (round.state === 'stopped') return;
    if (round.state !== 'running') throw new AppError('round_over');
    await transaction
      .updateTable('rounds')
      .set({ state: 'stopped', ended_at: now })
      .where('id', '=', id)
      .execute();
    await writeAudit(transaction, request, { action: 'round.stop', details: { round: id } }, now);
  });
}

/** Plans the running rounds again with every teacher who became ready. Leaves out rounds whose first plan is not made yet. */
export async function planRunningAgain(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const running = await transaction
      .selectFrom('rounds')
      .select('id')
      .where('state', '=', 'running')
      .where('planned_at', 'is not', null)
      .forShare()
      .execute();
    for (const { id } of running) await planAll(transaction, id, now);
  });
}

/** Returns the end of a round that lasts this number of days. */
export function endAfter(days: number, now: Date): Date {
  return new Date(now.getTime() + days * MILLISECONDS_A_DAY);
}

function listed(codes: readonly string[] | null): string[] | null {
  return codes === null ? null : [...codes];
}

async function planAll(transaction: Transaction<Database>, round_id: string, due_at: Date): Promise<void> {
  await transaction
    .insertInto('round_plans_due')
    .values({ round_id, stratum: ALL_STRATA, due_at })
    .onConflict((conflict) => conflict.columns(['round_id', 'stratum']).doUpdateSet({ due_at }))
    .execute();
}

type Counts = Pick<
  Round,
  'proposals' | 'questions' | 'ready' | 'asked' | 'yes' | 'noObjection' | 'no' | 'silent' | 'agreed' | 'moved'
>;

/** Returns rounds, newest first, and the number of teachers that a round of this scope, started now, would ask and include in its plan. */
export async function listRounds(db: Db, page: PageQuery, scope: Scope, now: Date): Promise<RoundList> {
  const [{ rows, pagination }, ready, teachers, { largestGroup }] = await Promise.all([
    readPage(db.selectFrom('rounds').selectAll().orderBy('id', 'desc'), page),
    countReady(db, scope, now),
    countTeachers(db, scope, now),
    readRules(db, now),
  ]);
  const bySubject = ready.map(({ subject, ready: count }) => ({
    subject: subjectByCode(subject).name,
    ready: count,
  }));
  return {
    rounds: await Promise.all(rows.map((row) => presentRound(db, row))),
    pagination,
    expected: {
      // A round outside the timetable asks nobody for consent.
      asked: scope.consentsOf === null ? teachers.asked : 0,
      ready: teachers.ready,
      silenceAgrees: scope.consentsOf !== null,
      largestGroup,
      bySubject,
    },
  };
}

/** Returns a round with its figures per day. @throws {AppError} `not_found`. */
export async function findRound(db: Db, id: string): Promise<RoundDetails> {
  const row = await db.selectFrom('rounds').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  const days = await countDays(db, sql`round_id = ${id}`, { answers: latestAnswers });
  return { ...(await presentRound(db, row)), days };
}

const answerOrSilence = sql`case when ${isSilent} then 'silence' else answer end`;

/** Selects the answer of each teacher to the latest of the selected agreements. */
const latestAnswers = sql`select distinct on (user_id) answered_at, ${answerOrSilence} as answer
  from agreement_members join chosen on chosen.id = agreement_id
  where user_id is not null order by user_id, agreement_id desc`;

const answersOfChosen = sql`select answered_at, ${answerOrSilence} as answer
  from agreement_members join chosen on chosen.id = agreement_id`;

const movedOfChosen = sql`select ended_at as moment, size as teachers from chosen where chosen.state = 'completed'`;

interface DayQueries {
  moved?: RawBuilder<unknown>;
  answers?: RawBuilder<unknown>;
}

/**
 * Counts the events of each day in India's time. Uses an interval, because not every PostgreSQL installation has the time zone names.
 *
 * @param queries `moved`: the numbers of teachers who moved and the times; by default those of the selected agreements. `answers`: the answers and
 * their times; by default all.
 */
export async function countDays(
  db: Db,
  condition: RawBuilder<unknown>,
  { moved = movedOfChosen, answers = answersOfChosen }: DayQueries = {},
): Promise<RoundDetails['days']> {
  const { rows } = await sql<RoundDetails['days'][number]>`
    with chosen as (select * from agreements where ${condition}), events as (
      select created_at as at, 'proposals' as what, 1 as teachers from chosen
      union all
      select answered_at, answer, 1 from (${answers}) as answers where answered_at is not null
      union all
      select agreed_at, 'agreed', size from chosen where ${stands}
      union all
      select moment, 'moved', teachers from (${moved}) as moved
    )
    select to_char(at at time zone interval '5 hours 30 minutes', 'YYYY-MM-DD') as day,
      count(*) filter (where what = 'proposals')::int as proposals,
      count(*) filter (where what = 'yes')::int as yes,
      count(*) filter (where what = 'no')::int as no,
      coalesce(sum(teachers) filter (where what = 'agreed'), 0)::int as agreed,
      coalesce(sum(teachers) filter (where what = 'moved'), 0)::int as moved
    from events group by 1 order by 1`.execute(db);
  return rows;
}

async function presentRound(db: Db, row: RoundRow): Promise<Round> {
  return {
    _id: row.id,
    state: row.state,
    maxRing: row.max_ring,
    hours: row.hours,
    subjects: row.subjects?.map((code) => subjectByCode(code).name) ?? null,
    districts: row.districts?.map((code) => districtByCode(code).name) ?? null,
    number: row.number,
    startedBy: row.started_by,
    createdAt: row.created_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    plannedAt: row.planned_at?.toISOString() ?? null,
    ...(await countRound(db, row.id)),
  };
}

/** Counts teachers by their answer to the latest proposal of the round that asked them. */
async function countRound(db: Db, id: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with chosen as (select * from agreements where round_id = ${id}), latest as (${latestAnswers})
    select (select count(*)::int from chosen) as proposals,
      (select count(asked_at)::int from round_teachers where round_id = ${id}) as questions,
      (select count(ready_at)::int from round_teachers where round_id = ${id}) as ready,
      (select count(*)::int from latest) as asked,
      (select count(*)::int from latest where answer = 'yes') as yes,
      (select count(*)::int from latest where answer = 'silence') as "noObjection",
      (select count(*)::int from latest where answer = 'no') as no,
      (select count(*)::int from latest where answer = 'open') as silent,
      (select coalesce(sum(size), 0)::int from chosen where ${stands}) as agreed,
      (select coalesce(sum(size), 0)::int from chosen where state = 'completed') as moved`.execute(db);
  const [counts] = rows;
  if (counts === undefined) throw new Error('A select of counts has a row');
  return counts;
}
