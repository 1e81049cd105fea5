import type { Round, RoundDetails, RoundList } from '@mutual-transfer/domain/agreements/round';
import type { PageQuery } from '@mutual-transfer/domain/pagination';
import { districtByCode } from '@mutual-transfer/domain/reference/places';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { readPage } from '../../database/read-page.ts';
import type { Database, RoundRow } from '../../database/tables.ts';
import { AppError } from '../../errors.ts';
import { readRules } from '../../rules/rules.queries.ts';
import { countReady, countTeachers, type Scope } from './ready-offers.queries.ts';

type Db = Kysely<Database>;
type Counts = Pick<
  Round,
  'proposals' | 'questions' | 'ready' | 'asked' | 'yes' | 'no' | 'silent' | 'agreed' | 'moved'
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
    expected: { ...teachers, largestGroup, bySubject },
  };
}

/** Returns a round with its figures per day. @throws {AppError} `not_found`. */
export async function findRound(db: Db, id: string): Promise<RoundDetails> {
  const row = await db.selectFrom('rounds').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return { ...(await presentRound(db, row)), days: await countDays(db, sql`round_id = ${id}`) };
}

const movedOfChosen = sql`select ended_at as moment, size as teachers from chosen where chosen.state = 'completed'`;

/**
 * Counts the events of each day in India's time. Uses an interval, because not every PostgreSQL installation has the time zone names.
 *
 * @param moved query of the numbers of teachers who moved and the times; by default those of the selected agreements.
 */
export async function countDays(
  db: Db,
  condition: RawBuilder<unknown>,
  moved: RawBuilder<unknown> = movedOfChosen,
): Promise<RoundDetails['days']> {
  const { rows } = await sql<RoundDetails['days'][number]>`
    with chosen as (select * from agreements where ${condition}), events as (
      select created_at as at, 'proposals' as what, 1 as teachers from chosen
      union all
      select answered_at, answer, 1 from agreement_members join chosen on chosen.id = agreement_id
        where answered_at is not null
      union all
      select agreed_at, 'agreed', size from chosen where agreed_at is not null
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
    with chosen as (select * from agreements where round_id = ${id}), latest as (
      select distinct on (user_id) user_id, answer, chosen.state
      from agreement_members join chosen on chosen.id = agreement_id
      where user_id is not null order by user_id, agreement_id desc
    )
    select (select count(*)::int from chosen) as proposals,
      (select count(asked_at)::int from round_teachers where round_id = ${id}) as questions,
      (select count(ready_at)::int from round_teachers where round_id = ${id}) as ready,
      (select count(*)::int from latest) as asked,
      (select count(*)::int from latest where answer = 'yes') as yes,
      (select count(*)::int from latest where answer = 'no') as no,
      (select count(*)::int from latest where answer = 'open') as silent,
      (select coalesce(sum(size), 0)::int from chosen where agreed_at is not null) as agreed,
      (select coalesce(sum(size), 0)::int from chosen where state = 'completed') as moved`.execute(db);
  const [counts] = rows;
  if (counts === undefined) throw new Error('A select of counts has a row');
  return counts;
}
