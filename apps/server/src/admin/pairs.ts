import type { Person } from '@mutual-transfer/domain/accounts/user';
import type { PairLists } from '@mutual-transfer/domain/administration/administration';
import { PAIRS_WINDOW } from '@mutual-transfer/domain/constants';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import type { DaySpan } from '@mutual-transfer/domain/query-parameters';
import { districtByCode } from '@mutual-transfer/domain/reference/places';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { hasWords, searchedWords } from '../people/person-search.ts';
import { desiredBlockText, personColumns, presentPerson } from '../people/present.ts';
import { TtlCache } from '../platform/caches.ts';
import { isWithin } from '../platform/database/database-clock.ts';
import { countUpToWindow, paginationInWindow } from '../platform/database/read-page.ts';
import type { Db } from '../platform/database/tables.ts';
import type { SignedIn } from '../platform/sessions.ts';
import { areOfOneKind } from '../platform/swap-conditions.ts';

interface PairsQuery extends DaySpan {
  perfectSearch?: string | undefined;
  potentialSearch?: string | undefined;
  perfectPage: number;
  potentialPage: number;
  limit: number;
}

interface Pair {
  first: string;
  second: string;
}

/** Returns the condition that both offers are requests of two teachers whom the rules allow to swap. */
function areCompatible(first: string, second: string, rules: Rules): RawBuilder<SqlBool> {
  const [mine, theirs] = [sql.raw(first), sql.raw(second)];
  return sql<SqlBool>`${areOfOneKind(first, second, rules)}
    and ${theirs}.user_id <> ${mine}.user_id and ${theirs}.request_id is not null and ${mine}.request_id is not null`;
}

/** Returns the condition that the posting of the second satisfies the first offer. */
function isSatisfied(first: string, second: string): RawBuilder<SqlBool> {
  const [mine, theirs] = [sql.raw(first), sql.raw(second)];
  return sql<SqlBool>`${theirs}.from_district = ${mine}.to_district
    and (${mine}.to_block is null or ${mine}.to_block = ${theirs}.from_block)`;
}

const takesMe = isSatisfied('mine', 'theirs');
const wantsMine = isSatisfied('theirs', 'mine');

/**
 * Selects the few offers of a person. `offset 0` prevents PostgreSQL from starting with all offers for a place, whose number it
 * underestimates: with it a search among 100,000 requests reads a tenth of the pages.
 */
function offersOf(person: string): RawBuilder<unknown> {
  return sql`(select * from offers where user_id = ${sql.raw(person)} offset 0)`;
}

/** Parts of a query for the pairs of a person, whose offers are `mine`, with others. The offers of the other person are grouped. */
interface PairsOfPerson {
  joined: RawBuilder<SqlBool>;
  /** Condition on the grouped offers (`having`). */
  are: RawBuilder<SqlBool>;
  first: 'mine' | 'theirs';
  second: 'mine' | 'theirs';
}

/**
 * Conditions for the pairs of each kind. A perfect pair is selected once. In a potential pair one teacher's place satisfies a request of
 * the other, but no two of their requests match in both directions.
 */
const kinds: Readonly<Record<'perfect' | 'potential', readonly PairsOfPerson[]>> = {
  perfect: [{ joined: sql`${takesMe} and ${wantsMine}`, are: sql`true`, first: 'mine', second: 'theirs' }],
  potential: [
    { joined: takesMe, are: sql`not bool_or(${wantsMine})`, first: 'mine', second: 'theirs' },
    { joined: wantsMine, are: sql`not bool_or(${takesMe})`, first: 'theirs', second: 'mine' },
  ],
};

type PairKind = keyof typeof kinds;

/** Returns the condition that the later of the two offers was posted within the span. */
function isFormedWithin({ from, to }: DaySpan): RawBuilder<SqlBool> {
  const [mine, theirs] = ['mine.offered_at', 'theirs.offered_at'] as const;
  return sql<SqlBool>`(${isWithin(mine, { from })} or ${isWithin(theirs, { from })})
    and ${isWithin(mine, { to })} and ${isWithin(theirs, { to })}`;
}

/** Returns the cached count of a key, or the result of `count`. */
export type PairCounts = (key: string, count: () => Promise<number>) => Promise<number>;

const MANY = 500;
const MANY_TTL = 60_000;

/** Caches the count of pairs for a minute if it is large: counting takes far longer than selecting a page. */
export function cachePairCounts(now: () => Date): PairCounts {
  const cache = new TtlCache<number>({
    name: 'pairCounts',
    ttl: (count) => (count > MANY ? MANY_TTL : 0),
    now,
  });
  return (key, count) => cache.get(key, count);
}

/** Returns one page of each list of pairs. */
export async function findPairs(
  { db, rules }: { db: Db; rules: Rules },
  viewer: SignedIn,
  query: PairsQuery,
  counts: PairCounts,
): Promise<PairLists> {
  const { perfectSearch, perfectPage, potentialSearch, potentialPage, ...shared } = query;
  const pageOf = (listed: Promise<Listed>, asked: Pick<PageOfPairs, 'kind' | 'search' | 'page'>) =>
    findPage({ db, rules }, listed, counts, { ...shared, ...asked });
  const perfectListed = findListed(db, perfectSearch);
  const potentialListed = potentialSearch === perfectSearch ? perfectListed : findListed(db, potentialSearch);
  const [perfectPairs, potentialPairs] = await Promise.all([
    pageOf(perfectListed, { kind: 'perfect', search: perfectSearch, page: perfectPage }),
    pageOf(potentialListed, { kind: 'potential', search: potentialSearch, page: potentialPage }),
  ]);
  const all = [...perfectPairs.pairs, ...potentialPairs.pairs];
  const [people, wishes] = await Promise.all([
    findPeople(db, viewer, all),
    findWishes(db, all, areCompatible('mine', 'theirs', rules)),
  ]);
  const person = (id: string, pair: Pair) => ({
    // `findPeople` returns each person of the pairs.
    ...(people.get(id) as Person),
    ...wishes.get(wishKey(id, pair)),
  });
  return {
    perfectMatches: perfectPairs.pairs.map((pair) => ({
      userA: person(pair.first, pair),
      userB: person(pair.second, pair),
    })),
    potentialMatches: potentialPairs.pairs.map((pair) => ({
      requestor: person(pair.first, pair),
      target: person(pair.second, pair),
    })),
    perfectPagination: perfectPairs.pagination,
    potentialPagination: potentialPairs.pagination,
  };
}

interface PageOfPairs extends DaySpan {
  kind: PairKind;
  search: string | undefined;
  page: number;
  limit: number;
}

async function findPage(
  { db, rules }: { db: Db; rules: Rules },
  listed: Promise<Listed>,
  counts: PairCounts,
  { kind, search, page, limit, ...span }: PageOfPairs,
) {
  const pairs = pairsOf(await listed, kinds[kind], rules, span);
  const skipped = (page - 1) * limit;
  const [{ rows }, count] = await Promise.all([
    // A page beyond the window would walk through every pair before it.
    skipped < PAIRS_WINDOW
      ? sql<Pair>`${pairs} order by people.id desc, partner desc, first desc
          limit ${limit} offset ${skipped}`.execute(db)
      : { rows: [] },
    counts(JSON.stringify([kind, rules.mustBeEqual, search, span]), () => countUpToWindow(db, pairs)),
  ]);
  return { pairs: rows, pagination: paginationInWindow({ page, limit }, count) };
}

/** People whose pairs are listed. `people` selects their ids, newest first; `includes` is the condition that a person is one of them. */
interface Listed {
  people: RawBuilder<unknown>;
  includes: (person: string) => RawBuilder<SqlBool>;
}

/** Maximum number of found people whose ids are read. With more, a scan of all people soon finds enough of them. */
const MANY_FOUND = 10_000;

/** Selects the people whose pairs are listed: everyone with a request, or those that are searched. */
async function findListed(db: Db, search: string | undefined): Promise<Listed> {
  const everyone = sql`select distinct user_id as id from offers where request_id is not null order by user_id desc`;
  const words = searchedWords(search);
  if (words === '') return { people: everyone, includes: () => sql`true` };
  const ids = await findIds(db, words);
  if (ids !== null) {
    return {
      people: sql`select id from unnest(${ids}::uuid[]) as id order by id desc`,
      includes: (person) => sql`${sql.raw(person)} in (select unnest(${ids}::uuid[]))`,
    };
  }
  const includes = (person: string) =>
    sql<SqlBool>`(select ${hasWords(words)} from users where users.id = ${sql.raw(person)})`;
  return { people: sql`select id from (${everyone}) as everyone where ${includes('everyone.id')}`, includes };
}

/** Returns the ids of the found people as the text of a PostgreSQL array, which is passed on unparsed; null if there are too many. */
async function findIds(db: Db, words: string): Promise<string | null> {
  const { rows } = await sql<{ ids: string | null }>`
    select case when count(*) <= ${MANY_FOUND} then coalesce(array_agg(id), '{}')::text end as ids
    from (select id from users where ${hasWords(words)} limit ${MANY_FOUND + 1}) as found`.execute(db);
  return rows[0]?.ids ?? null;
}

/**
 * Selects pairs person by person, so that a page reads only the pairs up to its end. A pair of two listed people is selected with the newer
 * one.
 */
function pairsOf(
  { people, includes }: Listed,
  kind: readonly PairsOfPerson[],
  rules: Rules,
  span: DaySpan,
): RawBuilder<unknown> {
  const each = kind.map(
    ({ joined, are, first, second }) => sql`
    select ${sql.ref(`${first}.user_id`)} as first, ${sql.ref(`${second}.user_id`)} as second, theirs.user_id as partner
    from offers mine join offers theirs on ${areCompatible('mine', 'theirs', rules)} and ${joined}
    where mine.user_id = people.id
      and (theirs.user_id > mine.user_id and ${includes('theirs.user_id')}) is not true
    group by mine.user_id, theirs.user_id having bool_or(${isFormedWithin(span)}) and ${are}`,
  );
  return sql`select first, second from (${people}) as people
    cross join lateral (${sql.join(each, sql` union all `)}) as partners`;
}

async function findPeople(db: Db, viewer: SignedIn, pairs: readonly Pair[]): Promise<Map<string, Person>> {
  const ids = [...new Set(pairs.flatMap(({ first, second }) => [first, second]))];
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(personColumns).where('users.id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.personId, presentPerson(row, viewer)]));
}

/** Wish of a person in the request that forms the pair. */
type Wish = Pick<Person, 'desiredDistrict' | 'desiredBlock' | 'subject' | 'classRange'>;

function wishKey(id: string, { first, second }: Pair): string {
  return `${id} ${first} ${second}`;
}

/**
 * Selects for each pair the wishes that form it. The order is fixed, because a teacher may have several such requests. A registered wish
 * that differs from them is not shown.
 */
async function findWishes(
  db: Db,
  pairs: readonly Pair[],
  compatible: RawBuilder<SqlBool>,
): Promise<Map<string, Wish>> {
  if (pairs.length === 0) return new Map();
  const { rows } = await sql<Pair & { mine: OfferWish; theirs: OfferWish }>`
    select distinct on (pair.first, pair.second) pair.first, pair.second, to_jsonb(mine) as mine, to_jsonb(theirs) as theirs
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair (first uuid, second uuid)
    cross join lateral ${offersOf('pair.first')} mine
    join lateral ${offersOf('pair.second')} theirs on ${compatible} and ${takesMe}
    order by pair.first, pair.second, (${wantsMine}) desc, mine.request_id, theirs.request_id`.execute(db);
  return new Map(
    rows.flatMap((row) => [
      [wishKey(row.first, row), wishOf(row.mine)] as const,
      [wishKey(row.second, row), wishOf(row.theirs)] as const,
    ]),
  );
}

interface OfferWish {
  to_district: string;
  to_block: string | null;
  subject: string;
  class_range: string;
}

function wishOf({ to_district, to_block, subject, class_range }: OfferWish): Wish {
  return {
    desiredDistrict: districtByCode(to_district).name,
    desiredBlock: desiredBlockText(to_block),
    subject: subjectByCode(subject).name,
    classRange: class_range,
  };
}
