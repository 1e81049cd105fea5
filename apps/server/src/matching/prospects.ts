import { SMALLEST_PUBLISHED_COUNT } from '@mutual-transfer/domain/constants';
import type { Prospects, ProspectsQuery } from '@mutual-transfer/domain/matching/demand';
import { districtByName } from '@mutual-transfer/domain/reference/places';
import { subjectByName } from '@mutual-transfer/domain/reference/subjects';
import { categoryCodes } from '@mutual-transfer/domain/reference/teaching';
import { shortestRingFor } from '@mutual-transfer/matching/live/shortest-ring';
import { type Kysely, sql } from 'kysely';
import { TtlCache } from '../platform/caches.ts';
import type { Database } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import type { LiveGraph } from './graph/live-graph.ts';
import { acceptedBlocks, stratumOf } from './index/request-offer.ts';

const FRESH_FOR = 60_000;

interface ProspectsDependencies {
  db: Kysely<Database>;
  graph: LiveGraph;
  now: () => Date;
}

/** Returns a function that answers the queries of visitors. Each distinct query is computed at most once a minute. */
export function cachedProspects({
  db,
  graph,
  now,
}: ProspectsDependencies): (query: ProspectsQuery) => Promise<Prospects> {
  const cache = new TtlCache<Prospects>({ name: 'prospects', ttl: FRESH_FOR, now });
  return (query) => {
    const codes = codesOf(query);
    return cache.get(Object.values(codes).join(' '), async () => {
      const counts = await countTeachers(db, codes);
      return prospectsFrom(counts, () => shortestRing(graph, codes));
    });
  };
}

function codesOf({ district, desiredDistrict, subject, classRange }: ProspectsQuery): ProspectsCodes {
  const [from, to, taught] = [
    districtByName(district),
    districtByName(desiredDistrict),
    subjectByName(subject),
  ];
  // The schema of the query has already checked all three.
  if (from === undefined || to === undefined || taught === undefined) throw new AppError('validation_failed');
  return { from: from.code, to: to.code, subject: taught.code, classRange };
}

/**
 * Returns the counts, which anybody can count in the public list, and the shortest ring. A ring depends on categories, which that list does
 * not show: it is published only if at least `SMALLEST_PUBLISHED_COUNT` teachers could take its first step, and as many its last step.
 */
function prospectsFrom(
  { coming, swapping, leaving }: TeacherCounts,
  findRing: () => number | undefined,
): Prospects {
  const isRingPublished = coming >= SMALLEST_PUBLISHED_COUNT && leaving >= SMALLEST_PUBLISHED_COUNT;
  return {
    wantYourPlace: coming,
    directSwaps: swapping,
    shortestRing: (isRingPublished ? findRing() : undefined) ?? null,
  };
}

function shortestRing(live: Pick<LiveGraph, 'current'>, codes: ProspectsCodes): number | undefined {
  const { graph, rules } = live.current();
  const { subject, classRange: class_range } = codes;
  return shortestRingFor(graph, {
    from: acceptedBlocks(codes.from, null),
    to: acceptedBlocks(codes.to, null),
    strata: [...categoryCodes, null].map((category) => stratumOf({ subject, class_range, category }, rules)),
  });
}

/** Places, subject and class level of a visitor's query, by their codes. */
interface ProspectsCodes {
  from: string;
  to: string;
  subject: string;
  classRange: string;
}

interface TeacherCounts {
  coming: number;
  swapping: number;
  leaving: number;
}

/** Counts distinct teachers with an active request. Uses no column that a teacher can hide. */
function countTeachers(
  db: Kysely<Database>,
  { from, to, subject, classRange }: ProspectsCodes,
): Promise<TeacherCounts> {
  const those = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`count(distinct user_id) filter (where ${condition})::int`;
  const isComing = sql<boolean>`to_district = ${from}`;
  const isLeaving = sql<boolean>`from_district = ${to}`;
  return db
    .selectFrom('offers')
    .select([
      those(isComing).as('coming'),
      those(isLeaving).as('leaving'),
      those(sql<boolean>`${isComing} and ${isLeaving}`).as('swapping'),
    ])
    .where('subject', '=', subject)
    .where('class_range', '=', classRange)
    .where((or) => or.or([or('to_district', '=', from), or('from_district', '=', to)]))
    .where('request_id', 'is not', null)
    .executeTakeFirstOrThrow();
}
