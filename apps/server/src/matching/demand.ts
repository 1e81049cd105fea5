import { SMALLEST_PUBLISHED_COUNT } from '@mutual-transfer/domain/constants';
import {
  type Demand,
  type DemandQuery,
  type PlaceDemand,
  TOP_ROUTES_SHOWN,
} from '@mutual-transfer/domain/matching/demand';
import {
  blocksOfDistrict,
  districtByCode,
  districtByName,
  districts,
} from '@mutual-transfer/domain/reference/places';
import { subjectByName } from '@mutual-transfer/domain/reference/subjects';
import { compareNames } from '@mutual-transfer/matching/interner';
import { type Kysely, sql } from 'kysely';
import { TtlCache } from '../platform/caches.ts';
import type { Database } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';

const FRESH_FOR = 60_000;

type Db = Kysely<Database>;

/**
 * Returns a function that counts the teachers of a subject and class level who want to come to each place or to leave it. Caches each count
 * for a minute.
 */
export function cachedDemand({
  db,
  now,
}: {
  db: Db;
  now: () => Date;
}): (query: DemandQuery) => Promise<Demand> {
  const cache = new TtlCache<Demand>({ name: 'demand', ttl: FRESH_FOR, now });
  return ({ subject, classRange, district }) => {
    const codes = { subject: subjectByName(subject)?.code, classRange };
    const within = district === undefined ? undefined : districtByName(district)?.code;
    return cache.get(JSON.stringify([codes, within ?? null]), () => {
      // The schema of the query has already checked subject and district.
      if (codes.subject === undefined) throw new AppError('validation_failed');
      const post = { subject: codes.subject, classRange };
      return within === undefined ? ofDistricts(db, post) : ofBlocks(db, post, within);
    });
  };
}

/** Number of distinct teachers with an active request. */
const teachers = sql<number>`count(distinct user_id)::int`;

async function ofDistricts(db: Db, post: TeachingPost): Promise<Demand> {
  const counts = await offersOf(db, post)
    .select(['from_district as from', 'to_district as to', teachers.as('teachers')])
    .groupBy(sql`grouping sets ((from_district), (to_district), (from_district, to_district))`)
    .execute();
  // The column types do not express that a column outside a row's grouping set is null.
  const rows = counts as readonly { from: string | null; to: string | null; teachers: number }[];
  const coming = new Map(
    rows.flatMap(({ from, to, teachers }) => (from === null && to ? [[to, teachers]] : [])),
  );
  const leaving = new Map(
    rows.flatMap(({ from, to, teachers }) => (to === null && from ? [[from, teachers]] : [])),
  );
  const routes = rows.flatMap(({ from, to, teachers }) =>
    from === null || to === null ? [] : [{ from, to, teachers, sums: [`from ${from}`, `to ${to}`] }],
  );
  return {
    places: districts.map(({ code, name }) => demandOf(name, coming.get(code), leaving.get(code))),
    anyBlock: null,
    routes: mostRequested(routes, coming, leaving),
  };
}

interface Route {
  from: string;
  to: string;
  teachers: number;
  sums: readonly string[];
}

type Counts = ReadonlyMap<string, number>;

/**
 * Returns the most frequent routes. Suppresses routes from which, together with the counts of districts, a count below the minimum could be
 * computed.
 */
function mostRequested(routes: readonly Route[], coming: Counts, leaving: Counts): Demand['routes'] {
  const most = routes
    .toSorted(
      (first, second) =>
        second.teachers - first.teachers ||
        compareNames(first.from, second.from) ||
        compareNames(first.to, second.to),
    )
    .slice(0, TOP_ROUTES_SHOWN);
  const sums = publishedSums({ from: leaving, to: coming });
  return suppressSmallCounts(most, sums).map(({ from, to, teachers }) => ({
    from: districtByCode(from).name,
    to: districtByCode(to).name,
    teachers,
  }));
}

function publishedSums(counts: Readonly<Record<string, Counts>>): Map<string, number> {
  return new Map(
    Object.entries(counts).flatMap(([end, byDistrict]) =>
      [...byDistrict]
        .filter(([, count]) => count >= SMALLEST_PUBLISHED_COUNT)
        .map(([code, count]) => [`${end} ${code}`, count] as const),
    ),
  );
}

async function ofBlocks(db: Db, post: TeachingPost, district: string): Promise<Demand> {
  const isAny = sql.lit(ANY);
  const coming = await countIn(
    offersOf(db, post).where('to_district', '=', district),
    sql<string>`coalesce(to_block, ${isAny})`,
  );
  const leaving = await countIn(
    offersOf(db, post).where('from_district', '=', district),
    sql<string>`from_block`,
  );
  return {
    places: blocksOfDistrict(district).map(({ code, name }) => ({
      place: name,
      coming: coming.get(code) ?? null,
      leaving: leaving.get(code) ?? null,
    })),
    anyBlock: coming.get(ANY) ?? null,
    routes: [],
  };
}

/** Code that stands for any block of a district. No block has this code. */
const ANY = '*';
const DISTRICT = 'district';

/** Returns the counts of blocks that may be published together with the count of their district. */
async function countIn(
  offers: ReturnType<typeof offersOf>,
  block: ReturnType<typeof sql<string>>,
): Promise<Map<string, number>> {
  const rows = await offers
    .select([block.as('block'), teachers.as('teachers')])
    .groupBy(sql`grouping sets ((${block}), ())`)
    .execute();
  // The row of the empty grouping set has the district's count, and null as block.
  const found = rows as readonly { block: string | null; teachers: number }[];
  const total = found.find(({ block }) => block === null)?.teachers ?? 0;
  const cells = found.flatMap(({ block, teachers }) =>
    block === null ? [] : [{ block, teachers, sums: [DISTRICT] }],
  );
  const sums = new Map(total >= SMALLEST_PUBLISHED_COUNT ? [[DISTRICT, total]] : []);
  return new Map(suppressSmallCounts(cells, sums).map(({ block, teachers }) => [block, teachers]));
}

function demandOf(place: string, coming = 0, leaving = 0): PlaceDemand {
  const publishedCount = (count: number) => (count >= SMALLEST_PUBLISHED_COUNT ? count : null);
  return { place, coming: publishedCount(coming), leaving: publishedCount(leaving) };
}

/** Code of a subject, and class level. */
interface TeachingPost {
  subject: string;
  classRange: string;
}

function offersOf(db: Db, { subject, classRange }: TeachingPost) {
  return db
    .selectFrom('offers')
    .where('subject', '=', subject)
    .where('class_range', '=', classRange)
    .where('request_id', 'is not', null);
}

/** Count of teachers in a cell of a table, and the sums that include it. */
export interface DemandCell {
  teachers: number;
  sums: readonly string[];
}

/**
 * Returns the cells that may be published together with their sums: no cell below five teachers, and none that lets a remainder below five
 * be computed from a sum. To prevent that, the smallest published cell of the sum is suppressed too (complementary suppression).
 *
 * @param sums Published sums. An unpublished sum needs no protection.
 */
export function suppressSmallCounts<Each extends DemandCell>(
  cells: readonly Each[],
  sums: ReadonlyMap<string, number>,
): Each[] {
  let published = cells.filter(({ teachers }) => teachers >= SMALLEST_PUBLISHED_COUNT);
  for (;;) {
    const suppressed = [...sums].flatMap(
      ([sum, total]) => smallestToSuppress(published, sum, total) ?? [],
    )[0];
    if (suppressed === undefined) return published;
    published = published.filter((cell) => cell !== suppressed);
  }
}

/** Returns the smallest published cell of a sum whose suppressed remainder is above 0 and too small; undefined for other sums. */
function smallestToSuppress<Each extends DemandCell>(
  published: readonly Each[],
  sum: string,
  total: number,
): Each | undefined {
  const parts = published.filter(({ sums }) => sums.includes(sum));
  const rest = total - parts.reduce((teachers, cell) => teachers + cell.teachers, 0);
  if (rest <= 0 || rest >= SMALLEST_PUBLISHED_COUNT) return undefined;
  return parts.toSorted((first, second) => first.teachers - second.teachers)[0];
}
