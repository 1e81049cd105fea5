import type { PageQuery } from '@mutual-transfer/domain/pagination';
import type { ListFilters } from '@mutual-transfer/domain/request-filters';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Viewer } from '../http/viewer.ts';
import type { OfferDependencies } from '../offers/dependencies.ts';
import { throughIndexes } from '../offers/through-indexes.ts';
import type { Condition } from '../privacy/search-words.ts';
import { conditionsOf } from './list-filters.ts';
import { findListed, findOwnPart, findPage, type ListPage } from './requests.queries.ts';

/** What lists are read with. */
export type Lists = Pick<OfferDependencies, 'reads' | 'graph'>;

interface Asked {
  readonly conditions: readonly Condition[];
  readonly page: PageQuery;
  readonly viewer: Viewer;
  readonly ownerId: string | undefined;
}

/**
 * A page of the list of that viewer. Which requests it holds is answered by the index in memory, what they say is read from the
 * database, where each is checked again: one that was changed or hidden a moment ago, by any process, is not shown.
 */
export async function findList(
  lists: Lists,
  query: ListFilters & PageQuery,
  viewer: Viewer,
): Promise<ListPage> {
  const { reads, graph } = lists;
  const ownerId = viewer.kind === 'signed-in' ? viewer.userId : undefined;
  const asked = { conditions: conditionsOf(query), page: query, viewer, ownerId };
  return throughIndexes(graph, {
    fromIndex: () => reads.ask(graph.readerOf(viewer), (db) => fromIndex(lists, db, asked)),
    fromDatabase: () => reads.ask(viewer, (db) => findPage(db, asked.conditions, query, asked)),
  });
}

/** Undefined where there is no index now, or it knows less than the database. */
async function fromIndex(
  { graph }: Pick<Lists, 'graph'>,
  db: Kysely<Database>,
  { conditions, page, viewer, ownerId }: Asked,
): Promise<ListPage | undefined> {
  const ownPart = await findOwnPart(db, conditions, { ownerId });
  const indexes = await graph.indexesFor(viewer);
  if (indexes === undefined) return undefined;
  const offset = (page.page - 1) * page.limit;
  const { ids, total } = indexes.list.find(conditions, { offset, limit: page.limit, ...ownPart });
  // A page beyond the last has no row that shows whether its total still holds: the first one is looked at for it.
  const isBeyond = ids.length === 0 && total > 0;
  const looked = isBeyond ? indexes.list.find(conditions, { offset: 0, limit: 1, ...ownPart }).ids : ids;
  const rows = await findListed(db, looked, conditions, { ownerId });
  if (rows.length < looked.length) return undefined;
  return { rows: isBeyond ? [] : rows, total };
}
