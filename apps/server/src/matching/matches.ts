import { DEFAULT_PAGE, MY_MATCHES_CAP } from '@mutual-transfer/domain/constants';
import type { Language } from '@mutual-transfer/domain/language/language';
import type { Values } from '@mutual-transfer/domain/language/messages';
import { messagesIn, namesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import type {
  Match,
  MatchCriterion,
  MatchList,
  MatchListQuery,
} from '@mutual-transfer/domain/matching/match';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import type { WhyNothingYet } from '@mutual-transfer/domain/matching/ring';
import { paginationOf } from '@mutual-transfer/domain/query-parameters';
import type { Names } from '@mutual-transfer/domain/reference/names';
import { blockByCode, districtByCode } from '@mutual-transfer/domain/reference/places';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import type { Criterion } from '@mutual-transfer/matching/score';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Contacts, OpenContacts, ShownPerson } from '../people/contacts.ts';
import { presentCandidate, presentPerson } from '../people/present.ts';
import { isUnblocked } from '../people/visibility.ts';
import { executePrepared } from '../platform/database/postgres-dialect.ts';
import type { Database, OfferRow } from '../platform/database/tables.ts';
import type { DistanceBetween } from '../platform/places.ts';
import type { SignedIn, Viewer } from '../platform/sessions.ts';
import { isOfOneKind } from '../platform/swap-conditions.ts';
import { bestPairing, type Candidate, findCandidates, findLeftOut, type OwnOffer } from './best-offers.ts';
import type { LiveGraph } from './graph/live-graph.ts';
import { countOfKind } from './index/match-index.ts';
import { shownWishOf } from './index/request-offer.ts';
import { findOwnOffer, offerRow } from './offers.queries.ts';

/** Returns true if an offer of one teacher has a score with an offer of the other, and no block separates the two. The score is symmetric. */
export async function areMatches(
  db: Kysely<Database>,
  rules: Rules,
  firstId: string,
  secondId: string,
): Promise<boolean> {
  const query = db
    .selectFrom('offers')
    .select(offerRow)
    .where(sql<SqlBool>`user_id = any(${[firstId, secondId]}::uuid[])`)
    .where(isUnblocked('user_id', firstId));
  const offers = await executePrepared(db, 'offers of people', query.compile());
  const of = (id: string) => offers.filter(({ user_id }) => user_id === id);
  return bestPairing(of(firstId), of(secondId), rules) !== undefined;
}

/** Number of matches per kind. Each match in the list is of exactly one kind. */
export type Relations = Pick<
  WhyNothingYet,
  'directSwaps' | 'sameDistricts' | 'wantsYourPlace' | 'worksThere'
>;

/** Counts the matches of an offer per kind. Counts each teacher once, by the offer that the list shows. */
export async function countRelations(db: Kysely<Database>, mine: OwnOffer): Promise<Relations> {
  const { posted, wished } = placesInCommon(mine);
  const { rows } = await sql<Relations>`
    with best as (
      select distinct on (user_id) ${posted} as posted, ${wished} as wished
      from (${eitherEnd(mine)}) as candidates
      order by user_id, ${posted} + ${wished} desc, (request_id is not null) desc, offered_at desc
    )
    select
      count(*) filter (where posted = 2 and wished = 2)::int as "directSwaps",
      count(*) filter (where posted > 0 and wished > 0 and posted + wished < 4)::int as "sameDistricts",
      count(*) filter (where posted = 0)::int as "wantsYourPlace",
      count(*) filter (where wished = 0)::int as "worksThere"
    from best`.execute(db);
  return rows[0] ?? { directSwaps: 0, sameDistricts: 0, wantsYourPlace: 0, worksThere: 0 };
}

/**
 * Returns SQL expressions for the places that an offer of the query has in common with `mine`, each from 0 to 2: `posted` counts the
 * offer's district and block that `mine` wishes for; `wished` counts the offer's wished district and block that are those of `mine`.
 */
function placesInCommon(mine: OfferRow): Record<'posted' | 'wished', RawBuilder<number>> {
  return {
    posted: sql<number>`((from_district = ${mine.to_district})::int
      + (from_district = ${mine.to_district} and (${mine.to_block}::text is null or from_block = ${mine.to_block}))::int)`,
    wished: sql<number>`((to_district = ${mine.from_district})::int
      + (to_district = ${mine.from_district} and (to_block is null or to_block = ${mine.from_block}))::int)`,
  };
}

/**
 * Returns a subquery of other teachers' offers that have a place in common with `mine` and may match it under the rules, with all columns.
 */
function eitherEnd(mine: OwnOffer): RawBuilder<unknown> {
  return sql`
    select * from offers
    where ${isOfOneKind(mine, mine.rules)} and ${isOfOthers(mine)}
      and ${sql<SqlBool>`(from_district = ${mine.to_district} or to_district = ${mine.from_district})`}`;
}

/** Returns the SQL condition that an offer belongs to another teacher, and that no block separates this teacher from the owner of `mine`. */
function isOfOthers({ user_id }: OwnOffer): RawBuilder<SqlBool> {
  return sql<SqlBool>`user_id <> ${user_id} and ${isUnblocked('user_id', user_id)}`;
}

interface MatchQuery {
  db: Kysely<Database>;
  graph: LiveGraph;
  open: OpenContacts;
  rules: Rules;
  distanceBetween: DistanceBetween;
}

const NONE = {
  matches: [],
  total: 0,
  perfect: 0,
  wantsYourPlace: 0,
  registered: { perfect: 0, wantsYourPlace: 0 },
};

/** First page of a size as screens show it. */
const firstMatches: MatchListQuery = { page: DEFAULT_PAGE, limit: MY_MATCHES_CAP };

/**
 * Returns a page of the matches of the viewer's request, or of their registered wish if `requestId` is null, with one entry per teacher; by
 * default the first ten. A request that is not active has no matches, because it has no offer.
 *
 * @throws {AppError} `not_found` also for another teacher's request.
 */
export async function matchesOf(
  matchQuery: MatchQuery,
  requestId: string | null,
  viewer: SignedIn,
  language: Language,
  query: MatchListQuery = firstMatches,
): Promise<MatchList> {
  const { db, graph, rules } = matchQuery;
  const leftOut = await findLeftOut(db, viewer.userId);
  const mine =
    leftOut.find(({ user_id, request_id }) => user_id === viewer.userId && request_id === requestId) ??
    (await findUnread(db, viewer, requestId));
  if (mine === undefined) return { ...NONE, pagination: paginationOf(query, 0) };
  const { candidates, ...counts } = await findCandidates({ db, graph, leftOut }, { ...mine, rules }, query);
  const contacts = await matchQuery.open(reachable(candidates));
  const showing = { ...matchQuery, contacts, viewer, language };
  const matches = candidates.map((candidate) => presentMatch(candidate, mine, showing));
  const total = countOfKind(counts, query.kind);
  return { matches, ...counts, total, pagination: paginationOf(query, total), ...contacts.limit };
}

/** Returns the offer of a request that became active since the offers were read. @throws {AppError} `not_found`. */
async function findUnread(
  db: Kysely<Database>,
  { userId }: SignedIn,
  id: string | null,
): Promise<OfferRow | undefined> {
  return id === null ? undefined : findOwnOffer(db, { id, userId });
}

/** Returns the candidates whose contact a response may show: those with a request. */
export function reachable(candidates: readonly Candidate[]): ShownPerson[] {
  return candidates.flatMap(({ offer }) => (offer.request_id === null ? [] : offer));
}

interface Showing {
  viewer: Viewer;
  contacts: Contacts;
  language: Language;
  distanceBetween: DistanceBetween;
}

/** Returns a candidate for the viewer's offer `mine` as the viewer may see them. */
export function presentMatch(
  { offer, score }: Candidate,
  mine: OfferRow,
  { viewer, contacts, language, distanceBetween }: Showing,
): Match {
  const hasActiveRequest = offer.request_id !== null;
  const contactIsOpen = hasActiveRequest && contacts.isOpen(offer.user_id);
  return {
    user: presentCandidate(presentPerson(offer, viewer, shownWishOf(offer), contactIsOpen), offer.category),
    matchScore: score.points,
    isPerfectMatch: score.isPerfect,
    criteria: score.criteria.map(criterionCode),
    matchCriteria: score.criteria.map((criterion) => criterionSentence(criterion, language)),
    hasActiveRequest,
    distanceKm: distanceBetween(mine.from_block, offer.from_block),
    ...whatToDo(mine, { offer, score }),
  };
}

/**
 * Returns both requests if they can be proposed as a swap. If only the other teacher lacks a request, `isInvitable` is true: the viewer can
 * invite them to post one.
 */
function whatToDo(
  { request_id: mine }: OfferRow,
  { offer: { request_id: theirs }, score: { isPerfect } }: Candidate,
): Pick<Match, 'requests' | 'isInvitable'> {
  const requests = isPerfect && mine !== null && theirs !== null ? [mine, theirs] : null;
  return { requests, isInvitable: isPerfect && mine !== null && theirs === null };
}

/** Returns a criterion as a sentence in the viewer's language, with the names of its place, subject or class level. */
function criterionSentence(criterion: Criterion, language: Language): string {
  return messagesIn(language)(`criterion.${criterion.kind}`, valuesOf(criterion, namesIn(language)));
}

function valuesOf(criterion: Criterion, names: Names): Values {
  switch (criterion.kind) {
    case 'subject':
      return { subject: names.subject(subjectByCode(criterion.value).name) };
    case 'classRange':
      return { classRange: names.classLevel(criterion.value) };
    case 'postedDistrict':
    case 'wantsDistrict':
      return { district: names.district(districtByCode(criterion.value).name) };
    case 'postedBlock':
    case 'wantsBlock': {
      const { name, districtCode } = blockByCode(criterion.value);
      return { block: names.block(districtByCode(districtCode).name, name) };
    }
    case 'categoryNotStated':
      return {};
  }
}

/** Returns a criterion in machine-readable form: its code, and its value as other fields of the response encode such values. */
function criterionCode(criterion: Criterion): MatchCriterion {
  if (criterion.kind === 'categoryNotStated') return { code: criterion.kind };
  return { code: criterion.kind, value: wireName(criterion) };
}

function wireName({ kind, value }: Exclude<Criterion, { kind: 'categoryNotStated' }>): string {
  if (kind === 'classRange') return value;
  if (kind === 'subject') return subjectByCode(value).name;
  return kind.endsWith('District') ? districtByCode(value).name : blockByCode(value).name;
}
