import type { PageQuery } from '@mutual-transfer/domain/pagination';
import type { ListFilters } from '@mutual-transfer/domain/requests/request-filters';
import type { Dependencies } from '../../dependencies.ts';
import type { MatchedOffer } from '../../matches/best-pairing.ts';
import type { Viewer } from '../../sessions/viewer.ts';
import { findListed, findOwnPart, type ListedRequest } from '../requests.queries.ts';
import { conditionsOf } from './list-filters.ts';

export type Lists = Pick<Dependencies, 'db' | 'graph'>;

/** Page of a list, and the number of requests on all pages. */
export interface ListPage {
  readonly rows: readonly ListedRequest[];
  readonly total: number;
  /** The viewer's own offers. */
  readonly ownOffers: readonly MatchedOffer[];
}

/**
 * Returns a page of the viewer's list. The index in memory selects and counts the requests; the database returns their rows, except those
 * that no longer belong to the list, so a request or a word that was hidden is not found from then on.
 */
export async function findList(
  { db, graph }: Lists,
  query: ListFilters & PageQuery,
  viewer: Viewer,
): Promise<ListPage> {
  const ownerId = viewer.kind === 'signed-in' ? viewer.userId : null;
  const conditions = conditionsOf(query);
  const { offers: ownOffers, ...part } = await findOwnPart(db, ownerId, conditions);
  const page = { offset: (query.page - 1) * query.limit, limit: query.limit };
  const { ids, total } = graph.current().list.find(conditions, { ...page, ...part });
  const rows = await findListed(db, ids, conditions, ownerId);
  return { rows, total: total - (ids.length - rows.length), ownOffers };
}
