import type { PageQuery } from '@mutual-transfer/domain/pagination';
import type { ListFilters } from '@mutual-transfer/domain/requests/request-filters';
import type { Kysely } from 'kysely';
import type { Database } from '../database/tables/schema.ts';
import type { OfferDependencies } from '../offers/dependencies.ts';
import { throughIndexes } from '../offers/through-indexes.ts';
import type { Condition } from '../privacy/search-words.ts';
import type { Viewer } from '../sessions/viewer.ts';
import { conditionsOf } from './list-filters.ts';
import {
  findChanged,
  findListed,
  findOwnPart,
  findPage,
  type ListPage,
  MOST_CHANGED,
} from './requests.queries.ts';

/** Dependencies of lists. */
export type Lists = Pick<OfferDependencies, 'reads' | 'graph'>;

interface ListQuery {
  readonly conditions: readonly Condition[];
  readonly page: PageQuery;
  readonly viewer: Viewer;
  readonly ownerId: string | undefined;
}

/**
 * Returns a page of the viewer's list. The index in memory finds the ids. The database returns the rows and checks each of them again, so a
 * request that another process just changed or hid is not shown.
 */
export async function findList(
  lists: Lists,
  query: ListFilters & PageQuery,
  viewer: Viewer,
): Promise<ListPage> {
  const { reads, graph } = lists;
  const ownerId = viewer.kind === 'signed-in' ? viewer.userId : undefined;
  const listQuery = { conditions: conditionsOf(query), page: query, viewer, ownerId };
  return throughIndexes(graph, {
    fromIndex: () => reads.ask(graph.readerOf(viewer), (db) => fromIndex(lists, db, listQuery)),
    fromDatabase: () => reads.ask(viewer, (db) => findPage(db, listQuery.conditions, query, listQuery)),
  });
}

/** Returns `undefined` if there is no index, or it is behind the database. */
async function fromIndex(
  { graph }: Pick<Lists, 'graph'>,
  db: Kysely<Database>,
  { conditions, page, viewer, ownerId }: ListQuery,
): Promise<ListPage | undefined> {
  const [ownPart, changed] = await Promise.all([
    findOwnPart(db, conditions, { ownerId }),
    conditions.some(isOfWords) ? findChanged(db, graph.changes.snapshot()) : [],
  ]);
  const indexes = await graph.indexesFor(viewer);
  if (indexes === undefined || changed.length > MOST_CHANGED) return undefined;
  const offset = (page.page - 1) * page.limit;
  const found = indexes.list.find(conditions, { offset, limit: page.limit, ...ownPart, changed });
  // A page beyond the last has no row that could show an outdated total, so the first row of the list is checked instead.
  const isBeyond = found.ids.length === 0 && found.total > 0;
  const vouching = isBeyond ? indexes.list.find(conditions, { offset: 0, limit: 1, ...ownPart }).ids : [];
  const looked = [...new Set([...found.ids, ...vouching, ...found.changed])];
  const rows = await findListed(db, looked, conditions, { ownerId });
  return rows.length < looked.length
    ? undefined
    : { rows: rows.slice(0, found.ids.length), total: found.total };
}

/** Returns true for a condition on words. A total must not count a row whose matching words were just hidden. */
function isOfWords({ words, beginnings }: Condition): boolean {
  return words.length + beginnings.length > 0;
}
