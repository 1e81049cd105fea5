import { DASHBOARD_MATCHES_SHOWN, DEFAULT_PAGE, MY_MATCHES_CAP } from '@mutual-transfer/domain/constants';
import { type MatchCounts, mergeMatches } from '@mutual-transfer/domain/matching/merge-matches';
import { searchedRequests } from '@mutual-transfer/domain/requests/searched-requests';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import type { Dependencies } from '../dependencies.ts';
import { type Candidate, findCandidates } from '../matching/best-offers.ts';
import { asActive } from '../matching/offers.queries.ts';
import { type RingTeacher, ringsThrough } from '../matching/rings.ts';
import type { OfferRow } from '../platform/database/tables.ts';

import type { SignedIn } from '../platform/sessions.ts';

interface OwnCandidate {
  candidate: Candidate;
  /** The viewer's offer that the candidate matches. */
  mine: OfferRow;
}

/** Matches of all searched requests of the viewer, or of the wish at registration before the first request. */
interface Best extends MatchCounts {
  /** Ids of the searched requests; null for the wish at registration. */
  searched: (string | null)[];
  /** Offers of the searched requests. */
  offers: OfferRow[];
  /** Best first, each teacher once. */
  matches: OwnCandidate[];
}

/** Finds the best matches over all requests for which the product searches matches. */
export async function findBest(
  { db, graph, rulebook }: Dependencies,
  { viewer, requests, leftOut }: { viewer: SignedIn; requests: TransferRequest[]; leftOut: OfferRow[] },
): Promise<Best> {
  const visible = requests.filter(({ isHidden }) => !isHidden);
  const searched = visible.length === 0 ? [null] : searchedRequests(visible).map(({ _id }) => _id);
  const rules = await rulebook.today();
  const own = leftOut.filter(({ user_id }) => user_id === viewer.userId);
  const offers = searched.flatMap((id) => own.find(({ request_id }) => request_id === id) ?? []);
  // A teacher who is found for several requests counts once, as far as the first ten of each request name them.
  const limit = offers.length > 1 ? MY_MATCHES_CAP : DASHBOARD_MATCHES_SHOWN;
  const lists = await Promise.all(
    offers.map(async (mine) => {
      const page = { page: DEFAULT_PAGE, limit };
      const found = await findCandidates({ db, graph, leftOut }, { ...mine, rules }, page);
      return { ...found, matches: found.candidates.map((candidate) => ({ candidate, mine })) };
    }),
  );
  return {
    searched,
    offers,
    ...mergeMatches<OwnCandidate>(lists, ({ candidate: { offer, score } }) => ({
      person: offer.user_id,
      score: score.points,
      isPerfect: score.isPerfect,
      hasRequest: offer.request_id !== null,
    })),
  };
}

/**
 * Finds the shortest ring over all searched requests that is not proposed, else the shortest, and the number of rings. None if a direct swap
 * is possible, which the screen shows instead.
 */
export async function findBestRing(
  { db, graph }: Dependencies,
  { perfect, offers }: Pick<Best, 'perfect' | 'offers'>,
  proposed: readonly (readonly string[])[],
): Promise<{ ring: RingTeacher[] | undefined; rings: number }> {
  const active = offers.flatMap((offer) => asActive(offer) ?? []);
  if (perfect > 0 || active.length === 0) return { ring: undefined, rings: 0 };
  const current = graph.current();
  const lists = await Promise.all(active.map((offer) => ringsThrough(db, current, offer)));
  const rings = lists.flat().toSorted((one, other) => one.length - other.length);
  const ring = rings.find((members) => !isProposed(members, proposed)) ?? rings[0];
  return { ring, rings: rings.length };
}

function isProposed(members: readonly RingTeacher[], proposed: readonly (readonly string[])[]): boolean {
  const requests = new Set(members.map(({ offer }) => offer.request_id));
  return proposed.some((named) => named.length === requests.size && named.every((id) => requests.has(id)));
}
