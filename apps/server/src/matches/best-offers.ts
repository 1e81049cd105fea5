import type { MatchKind } from '@mutual-transfer/domain/matching/match';
import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { LiveGraph } from '../offers/graph/live-graph.ts';
import type { OfferId } from '../offers/index/match-index.ts';
import {
  type Candidate,
  type CandidatePage,
  type Candidates,
  type Own,
  readCandidates,
  scored,
} from './best-offers.queries.ts';

interface CandidateQuery {
  readonly db: Kysely<Database>;
  readonly graph: Pick<LiveGraph, 'current'>;
  /** Offers to exclude: the teacher's own, and those of teachers in an excluded pair with them. */
  readonly leftOut: readonly OfferId[];
}

/**
 * Finds the teachers who could swap with an offer, each once, by their best offer. Sorted by score, then offers with an active request
 * first, then newest first. The index in memory selects and counts the offers; the database returns their rows, which are scored again.
 * Offers that no longer match are left out, and are not counted.
 */
export async function findCandidates(
  { db, graph, leftOut }: CandidateQuery,
  mine: Own,
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
  const wantsYourPlace = counts.wantsYourPlace - (kind === undefined ? 0 : gone);
  return { candidates, total, perfect, wantsYourPlace: Math.min(wantsYourPlace, total - perfect) };
}

function isOfKind({ score: { isPerfect, criteria } }: Candidate, kind: MatchKind | undefined): boolean {
  return kind === undefined || (!isPerfect && criteria.some((one) => one.kind === 'wantsDistrict'));
}
