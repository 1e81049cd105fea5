import { SMALLEST_PUBLISHED_COUNT } from '@mutual-transfer/domain/constants';
import { districtByCode } from '@mutual-transfer/domain/reference/places';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import type { SeasonResults } from '@mutual-transfer/domain/seasons/season';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { TtlCache } from '../ttl-cache.ts';

type RoundResults = SeasonResults['rounds'][number];

const measures = ['asked', 'ready', 'proposals', 'agreed', 'moved'] as const;
type Measure = (typeof measures)[number];
type Counts = Record<Measure, number>;
type PublishedCounts = Record<Measure, number | null>;

/** Counts of a round's teachers, by their district and subject at the time of the round. */
type Row = Counts & { readonly roundId: string; readonly district: string; readonly subject: string };

const FRESH_FOR = 60_000;

/** Returns a function that reads the results of a season. Caches them for a minute, because the query reads every teacher of the rounds. */
export function cachedResults(
  db: Kysely<Database>,
  now: () => Date,
): (seasonId: string) => Promise<SeasonResults> {
  const cache = new TtlCache<SeasonResults>({ name: 'seasonResults', ttl: FRESH_FOR, now });
  return (seasonId) => cache.get(seasonId, () => readResults(db, seasonId, now()));
}

/** Returns the results of the rounds of a season whose first answers were due before now, with counts rounded by `publishedCount`. */
async function readResults(db: Kysely<Database>, seasonId: string, now: Date): Promise<SeasonResults> {
  const { rows: rounds } = await sql<{ id: string; number: number | null; planned_at: Date }>`
    select id, number, planned_at from rounds
    where season_id = ${seasonId} and planned_at is not null
      and (state <> 'running' or coalesce(answers_until, planned_at + make_interval(hours => hours)) <= ${now})
    order by created_at, id`.execute(db);
  const rows = await countTeachers(
    db,
    rounds.map(({ id }) => id),
  );
  return {
    rounds: rounds.map(({ id, number, planned_at }) => ({
      number,
      plannedAt: planned_at.toISOString(),
      ...published(rows.filter(({ roundId }) => roundId === id)),
    })),
  };
}

async function countTeachers(db: Kysely<Database>, roundIds: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with members as (
      select round_id, user_id, bool_or(agreed_at is not null) as agreed, bool_or(agreements.state = 'completed') as moved
      from agreements join agreement_members on agreement_id = agreements.id
      where round_id = any(${[...roundIds]}::uuid[]) and user_id is not null group by round_id, user_id
    )
    select round_teachers.round_id as "roundId", district, subject,
      count(asked_at)::int as asked, count(ready_at)::int as ready, count(members.user_id)::int as proposals,
      count(*) filter (where agreed)::int as agreed, count(*) filter (where moved)::int as moved
    from round_teachers left join members using (round_id, user_id)
    where round_teachers.round_id = any(${[...roundIds]}::uuid[])
    group by round_teachers.round_id, district, subject`.execute(db);
  return rows;
}

function published(rows: readonly Row[]): Omit<RoundResults, 'number' | 'plannedAt'> {
  return {
    ...publishedCounts(rows),
    byDistrict: publishedBy(rows, ({ district }) => districtByCode(district).name).map(
      ([district, counts]) => ({ district, ...counts }),
    ),
    bySubject: publishedBy(rows, ({ subject }) => subjectByCode(subject).name).map(([subject, counts]) => ({
      subject,
      ...counts,
    })),
  };
}

/** Returns the counts of each district or subject that has a published count. */
function publishedBy(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): [name: string, counts: PublishedCounts][] {
  return [...Map.groupBy(rows, nameOf)]
    .map(([name, group]): [string, PublishedCounts] => [name, publishedCounts(group)])
    .filter(([, counts]) => measures.some((measure) => counts[measure] !== null))
    .toSorted(([first], [second]) => (first < second ? -1 : 1));
}

function publishedCounts(rows: readonly Row[]): PublishedCounts {
  const sum = sumOf(rows);
  return countsOf((measure) => publishedCount(sum[measure]));
}

/**
 * Returns a count rounded down to a multiple of five, null below five. Differences of rounded counts (of two measures, of a sum and its parts,
 * of two times) reveal no small exact number.
 */
function publishedCount(count: number): number | null {
  return count < SMALLEST_PUBLISHED_COUNT ? null : count - (count % SMALLEST_PUBLISHED_COUNT);
}

function sumOf(rows: readonly Counts[]): Counts {
  return countsOf((measure) => rows.reduce((sum, row) => sum + row[measure], 0));
}

function countsOf<Count>(count: (measure: Measure) => Count): Record<Measure, Count> {
  return {
    asked: count('asked'),
    ready: count('ready'),
    proposals: count('proposals'),
    agreed: count('agreed'),
    moved: count('moved'),
  };
}
