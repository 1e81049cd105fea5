import type { PageQuery } from '@mutual-transfer/domain/pagination';
import type { ListFilters } from '@mutual-transfer/domain/requests/request-filters';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { OfferDependencies } from '../../offers/dependencies.ts';
import { throughIndexes } from '../../offers/graph/through-indexes.ts';
import type { FoundPage, PageOfIndex } from '../../offers/index/list-index.ts';
import type { Condition } from '../../privacy/search-words.ts';
import type { Viewer } from '../../sessions/viewer.ts';
import {
  findListed,
  findMeeting,
  findOwnPart,
  findPage,
  type ListedRows,
  type ListPage,
  MOST_CHANGED,
  type OwnerId,
  type OwnPart,
} from '../requests.queries.ts';
import { conditionsOf } from './list-filters.ts';

export type Lists = Pick<OfferDependencies, 'db' | 'graph'>;

interface ListQuery {
  readonly conditions: readonly Condition[];
  readonly page: PageQuery;
  readonly viewer: Viewer;
  readonly ownerId: OwnerId;
}

/** Returns a page of the viewer's list in the index. */
type Find = (part: Pick<PageOfIndex, 'offset' | 'limit' | 'changed'>) => FoundPage;

/**
 * Returns a page of the viewer's list. The index in memory finds the ids. One statement returns their rows and the changes since the index
 * was read, so a request that another process has just changed or hidden is not shown.
 */
export async function findList(
  lists: Lists,
  query: ListFilters & PageQuery,
  viewer: Viewer,
): Promise<ListPage> {
  const ownerId = viewer.kind === 'signed-in' ? viewer.userId : undefined;
  const listQuery = { conditions: conditionsOf(query), page: query, viewer, ownerId };
  return throughIndexes(lists.graph, {
    fromIndex: () => fromIndex(lists, listQuery),
    fromDatabase: () => findPage(lists.db, listQuery.conditions, query, ownerId),
  });
}

/** Resolves with undefined if there is no index, or if it is behind the database. */
async function fromIndex(
  { db, graph }: Lists,
  { conditions, page, viewer, ownerId }: ListQuery,
): Promise<ListPage | undefined> {
  const ownPart = await readOwnPart(db, conditions, ownerId);
  const indexes = await graph.indexesFor(viewer);
  if (indexes === undefined) return undefined;
  const { list, snapshot } = indexes;
  const { version } = list;
  const find: Find = (part) => list.find(conditions, { ...part, ...ownPart });
  const { ids, total } = find({ offset: (page.page - 1) * page.limit, limit: page.limit });
  // A page beyond the last one has no row that could show that the total is outdated, so the first row of the list is checked instead.
  const checked = ids.length === 0 && total > 0 ? find({ offset: 0, limit: 1 }).ids : ids;
  const since = conditions.length > 0 ? snapshot : undefined;
  const { rows, changed } = await findListed(db, checked, { ownerId, since });
  if (rows.length < checked.length) return undefined;
  const isSearch = conditions.some(hasWords);
  const counted = isSearch ? countedOf(changed, find, list.version === version) : [];
  if (counted === undefined) return undefined;
  const isCurrent = await areAllIn(db, [...doubtfulOf(checked, changed), ...counted], conditions, ownerId);
  return isCurrent ? { rows: rows.slice(0, ids.length), total } : undefined;
}

/**
 * Returns the part of the list that depends on the viewer: own unlisted requests that meet the conditions, and listed requests to leave
 * out.
 */
async function readOwnPart(
  db: Kysely<Database>,
  conditions: readonly Condition[],
  ownerId: OwnerId,
): Promise<OwnPart> {
  const { own, without } = await findOwnPart(db, ownerId);
  const isChecked = conditions.length > 0 && own.length > 0;
  return { own: isChecked ? await findMeeting(db, own, conditions, ownerId) : own, without };
}

/**
 * Returns the changed requests that the total of a search includes. They must be checked, because a request or its matching words may have
 * been hidden since. Returns undefined if too many requests changed, or if the index was updated meanwhile.
 */
function countedOf(
  changed: ListedRows['changed'],
  find: Find,
  isLatest: boolean,
): readonly string[] | undefined {
  if (changed.length === 0) return [];
  if (changed.length > MOST_CHANGED || !isLatest) return undefined;
  return find({ offset: 0, limit: 0, changed: changed.filter(isId) }).changed;
}

/** Returns the requests of the page that may have changed since they were indexed: all of them after a bulk change or too many changes. */
function doubtfulOf(checked: readonly string[], changed: ListedRows['changed']): string[] {
  if (changed.includes(null) || changed.length > MOST_CHANGED) return [...checked];
  return checked.filter((id) => changed.includes(id));
}

/** Returns true if the viewer's list contains all of these requests. */
async function areAllIn(
  db: Kysely<Database>,
  ids: readonly string[],
  conditions: readonly Condition[],
  ownerId: OwnerId,
): Promise<boolean> {
  const different = [...new Set(ids)];
  if (different.length === 0) return true;
  return (await findMeeting(db, different, conditions, ownerId)).length === different.length;
}

function isId(id: string | null): id is string {
  return id !== null;
}

function hasWords({ words, beginnings }: Condition): boolean {
  return words.length + beginnings.length > 0;
}
