import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { LiveGraph } from '../offers/graph/live-graph.ts';
import { throughIndexes } from '../offers/graph/through-indexes.ts';
import type { OfferId } from '../offers/index/match-index.ts';
import type { Viewer } from '../sessions/viewer.ts';
import {
  type Candidate,
  type CandidatePage,
  type Candidates,
  fromDatabase,
  type Own,
  readCandidates,
  scored,
} from './best-offers.queries.ts';

type Db = Kysely<Database>;

interface CandidateQuery {
  readonly db: Db;
  readonly graph: LiveGraph;
  readonly viewer: Viewer;
  /** Offers to exclude: the teacher's own, and those of teachers in an excluded pair with them. */
  readonly leftOut: readonly OfferId[];
}

/**
 * Finds the teachers who could swap with an offer, each once, by their best offer. Sorted by score, then offers with an active request
 * first, then newest first. The index in memory selects the candidates and the database verifies them; without an index the database does
 * both.
 */
export function findCandidates(query: CandidateQuery, mine: Own, page: CandidatePage): Promise<Candidates> {
  return throughIndexes(query.graph, {
    fromIndex: () => fromIndex(query, mine, page),
    fromDatabase: () => fromDatabase(query.db, mine, page),
  });
}

/** Resolves with undefined if there is no index, or if an offer changed since it was indexed. */
async function fromIndex(
  { db, graph, viewer, leftOut }: CandidateQuery,
  mine: Own,
  { page, limit, kind }: CandidatePage,
): Promise<Candidates | undefined> {
  // A teacher's registered wish is deleted when the first request is posted, but the index may still contain it.
  const ownWish = { request_id: null, user_id: mine.user_id };
  const without = [ownWish, ...leftOut];
  const indexes = await graph.indexesFor(viewer);
  if (indexes === undefined) return undefined;
  const query = { offset: (page - 1) * limit, limit, kind, rules: mine.rules, without };
  const { offers, ...counts } = indexes.matches.find(mine, query);
  const candidates = scored(mine, await readCandidates(db, mine, offers));
  return candidates.length === offers.length && isBestFirst(candidates)
    ? { candidates, ...counts }
    : undefined;
}

function isBestFirst(candidates: readonly Candidate[]): boolean {
  return candidates.every(
    ({ score }, index) => score.points <= (candidates[index - 1]?.score.points ?? score.points),
  );
}
