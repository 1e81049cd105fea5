import { SMALLEST_PUBLISHED_COUNT } from '@mutual-transfer/domain/constants';
import { districtByCode } from '@mutual-transfer/domain/reference/places';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import type { SeasonResults } from '@mutual-transfer/domain/seasons/season';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { suppressSmallCounts } from '../offers/suppress-small-counts.ts';

type RoundResults = SeasonResults['rounds'][number];

const measures = ['asked', 'ready', 'proposals', 'agreed', 'moved'] as const;
type Measure = (typeof measures)[number];
type Counts = Record<Measure, number>;
type PublishedCounts = Record<Measure, number | null>;

/** Teachers of a round by district and subject of the time of the round. */
type Row = Counts & { readonly roundId: string; readonly district: string; readonly subject: string };

/** Returns the results of the rounds of a season whose first answers were due by now, without counts below five. */
export async function readResults(db: Kysely<Database>, seasonId: string, now: Date): Promise<SeasonResults> {
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
  const total = sumOf(rows);
  return {
    ...publishedTotal(total),
    byDistrict: publishedBy(rows, total, ({ district }) => districtByCode(district).name).map(
      ([district, counts]) => ({ district, ...counts }),
    ),
    bySubject: publishedBy(rows, total, ({ subject }) => subjectByCode(subject).name).map(
      ([subject, counts]) => ({ subject, ...counts }),
    ),
  };
}

function publishedTotal(total: Counts): PublishedCounts {
  return countsOf((measure) => (total[measure] >= SMALLEST_PUBLISHED_COUNT ? total[measure] : null));
}

/** Returns the groups with a published count, each measure suppressed against its own total. */
function publishedBy(
  rows: readonly Row[],
  total: Counts,
  nameOf: (row: Row) => string,
): [name: string, counts: PublishedCounts][] {
  const groups = [...Map.groupBy(rows, nameOf)].map(([name, group]) => ({ name, counts: sumOf(group) }));
  const open = new Map(measures.map((measure) => [measure, openGroups(groups, total, measure)]));
  return groups
    .toSorted((first, second) => (first.name < second.name ? -1 : 1))
    .map(({ name, counts }): [string, PublishedCounts] => [
      name,
      countsOf((measure) => (open.get(measure)?.has(name) ? counts[measure] : null)),
    ])
    .filter(([, counts]) => measures.some((measure) => counts[measure] !== null));
}

function openGroups(
  groups: readonly { name: string; counts: Counts }[],
  total: Counts,
  measure: Measure,
): Set<string> {
  const cells = groups.map(({ name, counts }) => ({ name, teachers: counts[measure], sums: ['all'] }));
  const isPublished = total[measure] >= SMALLEST_PUBLISHED_COUNT;
  const sums = new Map(isPublished ? [['all', total[measure]]] : []);
  return new Set(suppressSmallCounts(cells, sums).map(({ name }) => name));
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
