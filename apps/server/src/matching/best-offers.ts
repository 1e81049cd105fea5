import { hasServed } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { MatchKind } from '@mutual-transfer/domain/matching/match';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import type { PageQuery } from '@mutual-transfer/domain/query-parameters';
import { type Score, scoreOf } from '@mutual-transfer/matching/score';
import { sql } from 'kysely';
import { type PersonRow, personSelected } from '../people/present.ts';
import { excludedIds, isUnblocked } from '../people/visibility.ts';
import { prepared } from '../platform/database/postgres-dialect.ts';
import type { Db, OfferRow } from '../platform/database/tables.ts';
import type { LiveGraph } from './graph/live-graph.ts';
import type { IndexedMatchCounts, OfferId } from './index/match-index.ts';
import { wishColumns, wishOf } from './index/request-offer.ts';
import { offerRow } from './offers.queries.ts';

/** Columns of an offer that decide whether it matches another one. */
export const matchedColumns = [...wishColumns, 'joined_on'] as const satisfies readonly (keyof OfferRow)[];

export type MatchedOffer = Pick<OfferRow, (typeof matchedColumns)[number]>;

/** Best offer of another teacher, with its score. */
interface Pairing<Offer> {
  theirs: Offer;
  score: Score;
}

/** Returns the pair of offers with the highest score, and among equal scores the first pair; undefined if no pair has a score. */
export function bestPairing<Offer extends MatchedOffer>(
  mine: readonly MatchedOffer[],
  theirs: readonly Offer[],
  rules: Rules,
): Pairing<Offer> | undefined {
  const served = ({ joined_on }: MatchedOffer) => hasServed(joined_on, rules);
  const pairings = mine.filter(served).flatMap((own) =>
    theirs.filter(served).flatMap((other): Pairing<Offer>[] => {
      const score = scoreOf(wishOf(own), wishOf(other), rules.mustBeEqual);
      return score === undefined ? [] : [{ theirs: other, score }];
    }),
  );
  return pairings.reduce<Pairing<Offer> | undefined>(
    (best, pairing) => (best === undefined || pairing.score.points > best.score.points ? pairing : best),
    undefined,
  );
}

/** Offer whose matches are searched, with the rules of today. */
export type OwnOffer = OfferRow & { rules: Rules };

/** Columns that are read of a candidate's offer. */
const candidateColumns = ['user_id', 'request_id', 'joined_on', ...wishColumns] as const;

/** Offer of a candidate, with the candidate's account. */
type CandidateOffer = Pick<OfferRow, (typeof candidateColumns)[number]> & PersonRow;

/** Best offer of a teacher who could swap, with its score. */
export interface Candidate {
  offer: CandidateOffer;
  score: Score;
}

/** SQL that selects the columns of a candidate's offer and account. */
const candidateSelected = sql.raw(
  [...candidateColumns.map((column) => `offers.${column}`), ...personSelected].join(', '),
);

/** Page of candidates, best first, with the total numbers. */
interface Candidates extends IndexedMatchCounts {
  candidates: readonly Candidate[];
}

/** Page of the candidates of a kind to find; of all kinds if `kind` is undefined. */
interface CandidatePage extends PageQuery {
  kind?: MatchKind | undefined;
}

const leftOut = prepared<OfferRow>(
  'offers left out of matches',
  sql`select ${sql.raw(offerRow.join(', '))} from offers
    where user_id = any(array(select $1::uuid union all ${excludedIds(sql`$1`)}))`,
);

/** Returns the teacher's own offers, and the offers of teachers with a block between them. The teacher's matches leave out both. */
export function findLeftOut(db: Db, userId: string): Promise<OfferRow[]> {
  return leftOut(db, [userId]);
}

const candidates = prepared<CandidateOffer>(
  'candidates',
  sql`select ${candidateSelected} from (
      select * from offers where request_id = any($2::uuid[])
      union all select * from offers where request_id is null and user_id = any($3::uuid[])
    ) as offers join users on users.id = offers.user_id
    where offers.user_id <> $1 and ${isUnblocked('offers.user_id', sql`$1`)} and users.is_active`,
);

/**
 * Returns the current rows of these offers, in the given order. Leaves out offers that no longer exist, the viewer's own, and offers of
 * teachers separated from the viewer by a block.
 */
async function readCandidates(
  db: Db,
  { user_id: myId }: OwnOffer,
  offers: readonly OfferId[],
): Promise<CandidateOffer[]> {
  if (offers.length === 0) return [];
  const requestIds = offers.flatMap(({ request_id }) => request_id ?? []);
  const userIds = offers.filter(({ request_id }) => request_id === null).map(({ user_id }) => user_id);
  const rows = await candidates(db, [myId, requestIds, userIds]);
  const byId = new Map(rows.map((row) => [row.request_id ?? row.user_id, row]));
  return offers.flatMap(({ request_id, user_id }) => byId.get(request_id ?? user_id) ?? []);
}

/** Returns the offers that the rules allow to swap with `mine`, with their scores. */
function scored(mine: OwnOffer, offers: readonly CandidateOffer[]): Candidate[] {
  const { rules } = mine;
  if (!hasServed(mine.joined_on, rules)) return [];
  return offers.flatMap((offer) => {
    const score = scoreOf(wishOf(mine), wishOf(offer), rules.mustBeEqual);
    return score === undefined || !hasServed(offer.joined_on, rules) ? [] : [{ offer, score }];
  });
}

interface CandidateQuery {
  db: Db;
  graph: Pick<LiveGraph, 'current'>;
  /** Offers to exclude: the teacher's own, and those of teachers in an excluded pair with them. */
  leftOut: readonly OfferId[];
}

/**
 * Finds the teachers who could swap with an offer, each once, by their best offer. Sorted by score, then offers with an active request
 * first, then newest first. The index in memory selects and counts the offers; the database returns their rows, which are scored again.
 * Offers that no longer match are left out, and are not counted.
 */
export async function findCandidates(
  { db, graph, leftOut }: CandidateQuery,
  mine: OwnOffer,
  { page, limit, kind }: CandidatePage,
): Promise<Candidates> {
  // A teacher's registered wish is deleted when the first request is posted, but the index may still contain it.
  const without = [{ request_id: null, user_id: mine.user_id }, ...leftOut];
  const query = { offset: (page - 1) * limit, limit, kind, rules: mine.rules, without };
  const { offers, ...counts } = graph.current().matches.find(mine, query);
  const candidates = scored(mine, await readCandidates(db, mine, offers))
    .filter((candidate) => isOfKind(candidate, kind))
    .sort((first, second) => second.score.points - first.score.points);
  const gone = offers.length - candidates.length;
  const total = counts.total - gone;
  const perfect = Math.min(counts.perfect, total);
  const wanting = counts.wantsYourPlace - (kind === undefined ? 0 : gone);
  const wantsYourPlace = Math.min(wanting, total - perfect);
  const registered = {
    perfect: Math.min(counts.registered.perfect, perfect),
    wantsYourPlace: Math.min(counts.registered.wantsYourPlace, wantsYourPlace),
  };
  return { candidates, total, perfect, wantsYourPlace, registered };
}

function isOfKind({ score: { isPerfect, criteria } }: Candidate, kind: MatchKind | undefined): boolean {
  return kind === undefined || (!isPerfect && criteria.some((one) => one.kind === 'wantsDistrict'));
}
