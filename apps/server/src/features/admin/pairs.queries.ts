import type { PairLists } from '@mutual-transfer/domain/administration';
import { LIST_WINDOW } from '@mutual-transfer/domain/constants';
import { districtByCode } from '@mutual-transfer/domain/reference/places';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import { comparisonKey } from '@mutual-transfer/domain/text';
import type { Person } from '@mutual-transfer/domain/user';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { desiredBlockText, personColumns, presentPerson } from '../../people/present.ts';
import type { SignedIn } from '../../people/viewer.ts';

interface PairsQuery {
  readonly perfectSearch?: string | undefined;
  readonly potentialSearch?: string | undefined;
  readonly perfectPage: number;
  readonly potentialPage: number;
  readonly limit: number;
}

interface Pair {
  readonly first: string;
  readonly second: string;
}

/** Both offers are requests of one subject and class level whose stated categories do not differ. */
const compatible = sql<SqlBool>`theirs.subject = mine.subject and theirs.class_range = mine.class_range
  and theirs.user_id <> mine.user_id and theirs.request_id is not null and mine.request_id is not null
  and (theirs.category = mine.category or theirs.category is null or mine.category is null)`;

/** They work where I want to go. */
const takesMe = sql<SqlBool>`theirs.from_district = mine.to_district
  and (mine.to_block is null or mine.to_block = theirs.from_block)`;

/** They want to come where I work. */
const wantsMine = sql<SqlBool>`theirs.to_district = mine.from_district
  and (theirs.to_block is null or theirs.to_block = mine.from_block)`;

/** One page of each list of pairs: perfect ones stand once; potential ones satisfy the requestor alone. */
export async function findPairs(
  db: Kysely<Database>,
  viewer: SignedIn,
  query: PairsQuery,
): Promise<PairLists> {
  const perfect = sql<SqlBool>`${takesMe} and ${wantsMine} and mine.user_id < theirs.user_id`;
  const potential = sql<SqlBool>`${takesMe} and not (${wantsMine})`;
  const { limit } = query;
  const [perfectPairs, potentialPairs] = [
    await findPage(db, perfect, query.perfectSearch, query.perfectPage, limit),
    await findPage(db, potential, query.potentialSearch, query.potentialPage, limit),
  ];
  const all = [...perfectPairs.pairs, ...potentialPairs.pairs];
  const people = await findPeople(db, viewer, all);
  const wishes = await findWishes(db, all);
  const person = (id: string, pair: Pair) => ({
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

async function findPage(
  db: Kysely<Database>,
  condition: RawBuilder<SqlBool>,
  search: string | undefined,
  page: number,
  limit: number,
) {
  const pairs = sql`select distinct mine.user_id as first, theirs.user_id as second
    from offers mine join offers theirs on ${compatible} and ${condition} ${searched(search)}`;
  const window = LIST_WINDOW + 1;
  const { rows } = await sql<Pair>`select * from (${pairs} limit ${window}) as pairs
    order by first desc, second desc limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const { rows: counts } = await sql<{
    count: string;
  }>`select count(*) from (${pairs} limit ${window}) as pairs`.execute(db);
  const count = Number(counts[0]?.count ?? 0);
  const total = Math.min(count, LIST_WINDOW);
  const pagination = {
    page,
    limit,
    total,
    pages: Math.ceil(total / limit),
    totalIsExact: count <= LIST_WINDOW,
  };
  return { pairs: rows, pagination };
}

/** Pairs of which one of the two has that name, email, phone or school. */
function searched(search: string | undefined): RawBuilder<unknown> {
  const words = comparisonKey(search ?? '').trim();
  if (words === '') return sql``;
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`join users on users.id in (mine.user_id, theirs.user_id)
    and (lower(users.name) like ${pattern} or users.email like ${pattern} or users.phone like ${pattern}
      or lower(users.school_name) like ${pattern})`;
}

async function findPeople(
  db: Kysely<Database>,
  viewer: SignedIn,
  pairs: readonly Pair[],
): Promise<Map<string, Person>> {
  const ids = [...new Set(pairs.flatMap(({ first, second }) => [first, second]))];
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(personColumns).where('users.id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.personId, presentPerson(row, viewer)]));
}

/** What a person of a pair wishes in the request by which they are in it. */
type Wish = Pick<Person, 'desiredDistrict' | 'desiredBlock' | 'subject' | 'classRange'>;

function wishKey(id: string, { first, second }: Pair): string {
  return `${id} ${first} ${second}`;
}

/** The wishes by which pairs are pairs: somebody may have several requests, and a registered wish that is none of them. */
async function findWishes(db: Kysely<Database>, pairs: readonly Pair[]): Promise<Map<string, Wish>> {
  if (pairs.length === 0) return new Map();
  const { rows } = await sql<Pair & { readonly mine: OfferWish; readonly theirs: OfferWish }>`
    select distinct on (pair.first, pair.second) pair.first, pair.second, to_jsonb(mine) as mine, to_jsonb(theirs) as theirs
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair (first uuid, second uuid)
    join offers mine on mine.user_id = pair.first
    join offers theirs on theirs.user_id = pair.second and ${compatible} and ${takesMe}
    order by pair.first, pair.second, (${wantsMine}) desc`.execute(db);
  return new Map(
    rows.flatMap((row) => [
      [wishKey(row.first, row), wishOf(row.mine)] as const,
      [wishKey(row.second, row), wishOf(row.theirs)] as const,
    ]),
  );
}

interface OfferWish {
  readonly to_district: string;
  readonly to_block: string | null;
  readonly subject: string;
  readonly class_range: string;
}

function wishOf({ to_district, to_block, subject, class_range }: OfferWish): Wish {
  return {
    desiredDistrict: districtByCode(to_district).name,
    desiredBlock: desiredBlockText(to_block),
    subject: subjectByCode(subject).name,
    classRange: class_range,
  };
}
