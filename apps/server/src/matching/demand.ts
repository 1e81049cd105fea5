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
import { sql } from 'kysely';
import { TtlCache } from '../platform/caches.ts';
import type { Db } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';

const FRESH_FOR = 60_000;

/**
 * Returns a function that counts the teachers of a subject and class level who want to come to each place or to leave it. Caches each count
 * for a minute. The counts are exact, because the public list shows the same requests and no counted column can be hidden.
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
    from === null || to === null ? [] : [{ from, to, teachers }],
  );
  return {
    places: districts.map(({ code, name }) => demandOf(name, coming.get(code), leaving.get(code))),
    anyBlock: null,
    routes: mostRequested(routes),
  };
}

function mostRequested(routes: Demand['routes']): Demand['routes'] {
  return routes
    .toSorted(
      (first, second) =>
        second.teachers - first.teachers ||
        compareNames(first.from, second.from) ||
        compareNames(first.to, second.to),
    )
    .slice(0, TOP_ROUTES_SHOWN)
    .map(({ from, to, teachers }) => ({
      from: districtByCode(from).name,
      to: districtByCode(to).name,
      teachers,
    }));
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
    places: blocksOfDistrict(district).map(({ code, name }) =>
      demandOf(name, coming.get(code), leaving.get(code)),
    ),
    anyBlock: coming.get(ANY) ?? 0,
    routes: [],
  };
}

/** Code that stands for any block of a district. No block has this code. */
const ANY = '*';

async function countIn(
  offers: ReturnType<typeof offersOf>,
  block: ReturnType<typeof sql<string>>,
): Promise<Map<string, number>> {
  const rows = await offers
    .select([block.as('block'), teachers.as('teachers')])
    .groupBy(block)
    .execute();
  return new Map(rows.map(({ block, teachers }) => [block, teachers]));
}

function demandOf(place: string, coming = 0, leaving = 0): PlaceDemand {
  return { place, coming, leaving };
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
