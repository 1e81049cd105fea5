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

/** What lists are read with. */
export type Lists = Pick<OfferDependencies, 'reads' | 'graph'>;

/** With more changes than these the index is brought up to date instead of checking each. */
const MOST_CHANGED = 200;

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
  const [ownPart, changed] = await Promise.all([
    findOwnPart(db, conditions, { ownerId }),
    conditions.some(isOfWords) ? findChanged(db, graph.changes.snapshot()) : [],
  ]);
  const indexes = await graph.indexesFor(viewer);
  if (indexes === undefined || changed.length > MOST_CHANGED) return undefined;
  const offset = (page.page - 1) * page.limit;
  const found = indexes.list.find(conditions, { offset, limit: page.limit, ...ownPart, changed });
  // A page beyond the last has no row that shows whether its total still holds: the first one is looked at for it.
  const isBeyond = found.ids.length === 0 && found.total > 0;
  const vouching = isBeyond ? indexes.list.find(conditions, { offset: 0, limit: 1, ...ownPart }).ids : [];
  const looked = [...new Set([...found.ids, ...vouching, ...found.changed])];
  const rows = await findListed(db, looked, conditions, { ownerId });
  return rows.length < looked.length
    ? undefined
    : { rows: rows.slice(0, found.ids.length), total: found.total };
}

/** What is hidden may be words alone: a total is not to count a row that a word found a moment ago. */
function isOfWords({ words, beginnings }: Condition): boolean {
  return words.length + beginnings.length > 0;
}

/** The requests that were changed since, one more than may be checked at most. */
async function findChanged(db: Kysely<Database>, since: string | undefined): Promise<string[]> {
  if (since === undefined) return [];
  const query = sql<{ id: string }>`
    select distinct offer_id::text as id from offer_changes, (select ${since}::pg_snapshot as snapshot) as since
    where ${sql.raw(isUnseenBy('since.snapshot'))} and offer_id is not null limit ${MOST_CHANGED + 1}`;
  return (await executePrepared(db, 'requests changed since', query.compile(db))).map(({ id }) => id);
}
