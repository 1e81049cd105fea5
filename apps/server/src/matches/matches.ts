import { DEFAULT_PAGE, MY_MATCHES_CAP } from '@mutual-transfer/domain/constants';
import type { Language } from '@mutual-transfer/domain/language/language';
import type { Match, MatchList, MatchListQuery } from '@mutual-transfer/domain/matching/match';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { paginationOf } from '@mutual-transfer/domain/pagination';
import type { Kysely } from 'kysely';
import type { Database, OfferRow } from '../database/tables.ts';
import type { LiveGraph } from '../offers/graph/live-graph.ts';
import { countOfKind } from '../offers/index/match-index.ts';
import { findOwnOffer } from '../offers/offers.queries.ts';
import { shownWishOf } from '../offers/wish-of.ts';
import type { DistanceBetween } from '../places/distances.ts';
import type { Contacts, OpenContacts, ShownPerson } from '../privacy/open-contacts.ts';
import { presentCandidate, presentPerson } from '../privacy/present.ts';
import type { SignedIn, Viewer } from '../sessions/viewer.ts';
import { type Candidate, findLeftOut } from './best-offers.queries.ts';
import { findCandidates } from './best-offers.ts';
import { criterionCode, criterionSentence } from './criterion-sentence.ts';

interface MatchQuery {
  readonly db: Kysely<Database>;
  readonly graph: LiveGraph;
  readonly open: OpenContacts;
  readonly rules: Rules;
  readonly distanceBetween: DistanceBetween;
}

const NONE = { matches: [], total: 0, perfect: 0, wantsYourPlace: 0 };

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
  const mine = ownOffer(leftOut, viewer, requestId) ?? (await findUnread(db, viewer, requestId));
  if (mine === undefined) return { ...NONE, pagination: paginationOf(query, 0) };
  const { candidates, ...counts } = await findCandidates({ db, graph, leftOut }, { ...mine, rules }, query);
  const contacts = await matchQuery.open(reachable(candidates));
  const showing = { ...matchQuery, contacts, viewer, language };
  const matches = candidates.map((candidate) => presentMatch(candidate, mine, showing));
  const total = countOfKind(counts, query.kind);
  return { matches, ...counts, total, pagination: paginationOf(query, total), ...contacts.limit };
}

function ownOffer(
  offers: readonly OfferRow[],
  { userId }: SignedIn,
  requestId: string | null,
): OfferRow | undefined {
  return offers.find(({ user_id, request_id }) => user_id === userId && request_id === requestId);
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
