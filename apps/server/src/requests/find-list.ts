import type { PageQuery } from '@mutual-transfer/domain/pagination';
import type { ListFilters } from '@mutual-transfer/domain/requests/request-filters';
import { type Kysely, sql } from 'kysely';
import { executePrepared } from '../database/postgres-dialect.ts';
import type { Database } from '../database/schema.ts';
import { isUnseenBy } from '../database/unseen-changes.ts';
import type { OfferDependencies } from '../offers/dependencies.ts';
import { throughIndexes } from '../offers/through-indexes.ts';
import type { Condition } from '../privacy/search-words.ts';
import type { Viewer } from '../sessions/viewer.ts';
import { conditionsOf } from './list-filters.ts';
import { findListed, findOwnPart, findPage, type ListPage } from './requests.queries.ts';

/** Dependencies of lists. */
export type Lists = Pick<OfferDependencies, 'reads' | 'graph'>;

/** Maximum number of changed requests that are checked one by one. With more, the index is updated first. */
const MOST_CHANGED = 200;

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

/** Returns the requests that changed since the snapshot, up to one more than `MOST_CHANGED`. */
async function findChanged(db: Kysely<Database>, since: string | undefined): Promise<string[]> {
  if (since === undefined) return [];
  const query = sql<{ id: string }>`
    select distinct offer_id::text as id from offer_changes, (select ${since}::pg_snapshot as snapshot) as since
    where ${sql.raw(isUnseenBy('since.snapshot'))} and offer_id is not null limit ${MOST_CHANGED + 1}`;
  return (await executePrepared(db, 'requests changed since', query.compile(db))).map(({ id }) => id);
}
