import { mayMix } from '@mutual-transfer/domain/agreement-rules';
import { DEFAULT_PAGE, MATCHES_ANSWERED, MAXIMUM_ACTIVE_REQUESTS } from '@mutual-transfer/domain/constants';
import type { Language } from '@mutual-transfer/domain/language';
import type { Match, MatchList } from '@mutual-transfer/domain/match';
import { type PageQuery, paginationOf } from '@mutual-transfer/domain/pagination';
import type { Rules } from '@mutual-transfer/domain/policy-rules';
import { type Score, scoreOf } from '@mutual-transfer/matching/score';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isUnblocked } from '../accounts/blocks.ts';
import type { Database, OfferRow } from '../database/schema.ts';
import type { Viewer } from '../http/viewer.ts';
import type { DistanceBetween } from '../places/distances.ts';
import type { OpenContacts } from '../privacy/open-contacts.ts';
import { personColumns, presentCandidate, presentPerson } from '../privacy/present.ts';
import { wishColumns, wishOf } from '../privacy/wish-of.ts';
import { isOfOneKind } from '../rules/one-kind.ts';
import { criterionCode, criterionSentence } from './criterion-sentence.ts';

type Db = Kysely<Database>;

/** What matches are found and shown with. */
interface Asking {
  readonly db: Db;
  readonly open: OpenContacts;
  readonly rules: Rules;
  readonly distanceBetween: DistanceBetween;
}

/** The offer whose matches are found, and the rules of the day. */
export type Own = OfferRow & { readonly rules: Rules };

/** What is answered unless a page is asked for. */
const firstMatches: PageQuery = { page: DEFAULT_PAGE, limit: MATCHES_ANSWERED };

/** What is read of a candidate's offer. */
const candidateColumns = ['user_id', 'request_id', ...wishColumns] as const;

type CandidateOffer = Pick<OfferRow, (typeof candidateColumns)[number]>;

interface Candidate {
  readonly offer: CandidateOffer;
  readonly score: Score;
}

/**
 * A page of the matches of an offer, the first 100 unless another is asked for, and how many there are: perfect ones first, then by score, then those with an
 * active request, then the newest, then by id; one entry a person. A request that is not active offers nothing and has none.
 */
export async function matchesOf(
  { db, open, rules, distanceBetween }: Asking,
  mine: OfferRow | undefined,
  viewer: Viewer,
  language: Language,
  query: PageQuery = firstMatches,
): Promise<MatchList> {
  if (mine === undefined) return { matches: [], total: 0, pagination: paginationOf(query, 0) };
  const start = (query.page - 1) * query.limit;
  const own: Own = { ...mine, rules };
  const total = await countPeople(db, own);
  const ranked = start < total ? await findBestOffers(db, own, total, start + query.limit) : [];
  const offers = ranked.slice(start);
  const wish = wishOf(mine);
  const candidates = offers.flatMap((offer) => {
    const score = scoreOf(wish, wishOf(offer), rules.mustBeEqual);
    return score === undefined ? [] : { offer, score };
  });
  const found = await present({ db, open, distanceBetween }, mine, candidates, viewer, language);
  return { ...found, total, pagination: paginationOf(query, total) };
}

/** Few people have several offers, so that so many are mostly of as many people as are answered. */
const OFFERS_A_PERSON = 1.2;

/** Of so many people all offers are sorted at once; of more, first those with most places in common. */
const FEW = 1_000;

/** The best offers of the first so many people. */
async function findBestOffers(db: Db, mine: Own, total: number, people: number): Promise<CandidateOffer[]> {
  for (const fewest of total > FEW ? [3, 2] : [3]) {
    const close = await rankOffers(db, mine, fewest, people);
    if (close.length === people) return close;
  }
  return rankOffers(db, mine, 1, people);
}

/**
 * The best offer of each person with so many places in common, of the first so many people, in the order of matches. The database
 * only counts the places that fit, which is the order of the score; what a score is, `packages/matching` says. Most of a large group
 * have a single district in common: they are neither read nor sorted where there are enough others.
 *
 * @param fewest How many places an offer has in common at least, of two at either end.
 */
async function rankOffers(db: Db, mine: Own, fewest: number, people: number): Promise<CandidateOffer[]> {
  const few = Math.ceil(people * OFFERS_A_PERSON);
  const some = await readOffers(db, mine, fewest, few);
  const found = onePerPerson(some, people);
  const isAll = some.length < few || found.length >= people;
  // A person offers each active request, so that so many are always enough.
  return isAll
    ? found
    : onePerPerson(await readOffers(db, mine, fewest, people * MAXIMUM_ACTIVE_REQUESTS), people);
}

async function readOffers(db: Db, mine: Own, fewest: number, most: number): Promise<CandidateOffer[]> {
  const { posted, wished } = placesInCommon(mine);
  const candidates = fewest > 2 ? both(mine) : eitherEnd(mine);
  const { rows } = await sql<CandidateOffer>`
    select ${sql.join(candidateColumns.map((column) => sql.ref(column)))} from (${candidates}) as candidates
    where ${posted} + ${wished} >= ${fewest}
    order by ${posted} + ${wished} desc, (request_id is not null) desc, offered_at desc, user_id
    limit ${most}`.execute(db);
  return rows;
}

/** Of an offer's district and block: how many are where I wish to go, and how many of those wished for are mine. */
export function placesInCommon(mine: OfferRow): Record<'posted' | 'wished', RawBuilder<number>> {
  return {
    posted: sql<number>`((from_district = ${mine.to_district})::int
      + (from_district = ${mine.to_district} and (${mine.to_block}::text is null or from_block = ${mine.to_block}))::int)`,
    wished: sql<number>`((to_district = ${mine.from_district})::int
      + (to_district = ${mine.from_district} and (to_block is null or to_block = ${mine.from_block}))::int)`,
  };
}

/** Everybody else's offers with a place in common, whole. */
export function eitherEnd(mine: Own): RawBuilder<unknown> {
  return either(mine, sql`*`, sql`*`);
}

/**
 * How many people have an offer with a place in common. Of a person's offers of one subject and class level, one at either end
 * is marked as theirs alone, so that these need not be told apart; where the rules let those mix, they are.
 */
async function countPeople(db: Db, mine: Own): Promise<number> {
  const isMarked = !mayMix(mine.rules, 'subject') && !mayMix(mine.rules, 'classRange');
  const { rows } = await (isMarked
    ? sql<{ count: string }>`
        select count(*) from (${either(mine, sql`repeats_posting as repeats`, sql`repeats_wish`)}) as candidates
        where not repeats`
    : sql<{ count: string }>`
        select count(distinct user_id) from (${either(mine, sql`user_id`, sql`user_id`)}) as candidates`
  ).execute(db);
  return Number(rows[0]?.count ?? 0);
}

type Columns = RawBuilder<unknown>;

/** Offers that lead from where I wish to go to where I am. */
function both(mine: Own): RawBuilder<unknown> {
  return compatible(
    mine,
    sql`*`,
    sql<SqlBool>`from_district = ${mine.to_district} and to_district = ${mine.from_district}`,
  );
}

/**
 * Offers with a place in common, from two indexes: of who is posted where I wish to go, and of who wishes to come where I am and
 * is posted elsewhere.
 */
function either(mine: Own, ofPosted: Columns, ofWishing: Columns): RawBuilder<unknown> {
  return sql`
    ${compatible(mine, ofPosted, sql<SqlBool>`from_district = ${mine.to_district}`)}
    union all
    ${compatible(mine, ofWishing, sql<SqlBool>`to_district = ${mine.from_district} and from_district <> ${mine.to_district}`)}`;
}

/** Everybody else's offers that the rules let mine meet. */
function compatible(mine: Own, columns: Columns, condition: RawBuilder<SqlBool>): RawBuilder<unknown> {
  return sql`
    select ${columns} from offers
    where ${isOfOneKind(mine, mine.rules)} and user_id <> ${mine.user_id} and ${condition}
      and ${isUnblocked('user_id', mine.user_id)}`;
}

/** The first offer of each person, of the first so many people. */
function onePerPerson(offers: readonly CandidateOffer[], people: number): CandidateOffer[] {
  const seen = new Set<string>();
  const first = offers.filter(({ user_id }) => !seen.has(user_id) && seen.add(user_id));
  return first.slice(0, people);
}

async function present(
  { db, open, distanceBetween }: Omit<Asking, 'rules'>,
  mine: OfferRow,
  candidates: readonly Candidate[],
  viewer: Viewer,
  language: Language,
): Promise<Omit<MatchList, 'total' | 'pagination'>> {
  if (candidates.length === 0) return { matches: [] };
  const ids = candidates.map(({ offer }) => offer.user_id);
  const people = await db
    .selectFrom('users')
    .select(personColumns)
    .where('users.id', 'in', ids)
    .where('users.is_active', '=', true)
    .execute();
  const byId = new Map(people.map((person) => [person.personId, person]));
  const reachable = candidates.flatMap(({ offer }) =>
    offer.request_id === null ? [] : (byId.get(offer.user_id) ?? []),
  );
  const contacts = await open(reachable);
  const matches = candidates.flatMap(({ offer, score }): Match[] => {
    const person = byId.get(offer.user_id);
    if (person === undefined) return [];
    const hasActiveRequest = offer.request_id !== null;
    const wish = {
      district: offer.to_district,
      block: offer.to_block,
      subject: offer.subject,
      classRange: offer.class_range,
    };
    const contactIsOpen = hasActiveRequest && contacts.isOpen(offer.user_id);
    const match = {
      user: presentCandidate(presentPerson(person, viewer, wish, contactIsOpen), offer.category),
      matchScore: score.points,
      isPerfectMatch: score.isPerfect,
      criteria: score.criteria.map(criterionCode),
      matchCriteria: score.criteria.map((criterion) => criterionSentence(criterion, language)),
      hasActiveRequest,
      distanceKm: distanceBetween(mine.from_block, offer.from_block),
      ...whatToDo(mine, { offer, score }),
    };
    return [match];
  });
  const { contactOpensAt } = contacts;
  return { matches, ...(contactOpensAt === undefined ? {} : { contactOpensAt }) };
}

/** Two requests that lead into each other's place can be proposed; who has none is invited to post one. */
function whatToDo(
  { request_id: mine }: OfferRow,
  { offer: { request_id: theirs }, score: { isPerfect } }: Candidate,
): Pick<Match, 'requests' | 'isInvitable'> {
  const requests = isPerfect && mine !== null && theirs !== null ? [mine, theirs] : null;
  return { requests, isInvitable: isPerfect && mine !== null && theirs === null };
}
