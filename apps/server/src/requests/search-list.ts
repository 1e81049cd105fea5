import type { ListQuery, SearchedFor } from '@mutual-transfer/domain/transfer-request';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Viewer } from '../http/viewer.ts';
import { correctedSearch } from './corrected-search.ts';
import type { CountCache } from './count-cache.ts';
import { findPage, type RequestWithPerson } from './requests.queries.ts';
import { type UnderstoodSearch, understandSearch } from './understood-search.ts';

/** A page of a list, and what its search was taken for. */
export interface FoundList {
  readonly rows: readonly RequestWithPerson[];
  readonly total: number;
  readonly searchedFor?: SearchedFor;
}

/** Finds a page as the search is understood; where that finds nothing, with its words put right. */
export async function searchList(
  db: Kysely<Database>,
  query: ListQuery,
  viewer: Viewer,
  counts: CountCache,
): Promise<FoundList> {
  const understood = understandSearch(query);
  const { search } = understood.filters;
  const found = await findList(db, understood.filters, viewer, counts);
  if (found.total > 0 || search === undefined) return described(found, understood, query, false);
  const isHeld = async (word: string) => (await counts.count(db, { search: word }, viewer)) > 0;
  const corrected = await correctedSearch(search, isHeld);
  if (corrected === undefined) return described(found, understood, query, false);
  const filters = { ...understood.filters, search: corrected };
  const better = await findList(db, filters, viewer, counts);
  return better.total === 0
    ? described(found, understood, query, false)
    : described(better, { ...understood, filters }, query, true);
}

async function findList(
  db: Kysely<Database>,
  query: ListQuery,
  viewer: Viewer,
  counts: CountCache,
): Promise<FoundList> {
  const ownerId = viewer.kind === 'signed-in' ? viewer.userId : undefined;
  const listed = await counts.count(db, query, viewer);
  const page = await findPage(db, query, { ownerId }, listed);
  return { rows: page.rows, total: listed + page.unlisted - page.blocked };
}

/** With what the search was taken for, where that is not what was typed. */
function described(
  found: FoundList,
  { filters, from, to }: UnderstoodSearch,
  query: ListQuery,
  isCorrected: boolean,
): FoundList {
  const words = filters.search ?? '';
  if (words === (query.search ?? '')) return found;
  return { ...found, searchedFor: { from: from ?? null, to: to ?? null, words, isCorrected } };
}
