import type { ListQuery, SearchedFor } from '@mutual-transfer/domain/requests/transfer-request';
import { referenceWords } from '../privacy/codes-by-word.ts';
import type { Viewer } from '../sessions/viewer.ts';
import { correctedSearch } from './correct-search.ts';
import { findList, type Lists } from './find-list.ts';
import { type UnderstoodSearch, understandSearch } from './parse-search.ts';
import type { ListPage } from './requests.queries.ts';

/** A page of a list, and what its search was taken for. */
export interface FoundList extends ListPage {
  readonly searchedFor?: SearchedFor;
}

/** Finds a page as the search is understood; where that finds nothing, with its words put right. */
export async function searchList(lists: Lists, query: ListQuery, viewer: Viewer): Promise<FoundList> {
  const understood = understandSearch(query);
  const { search } = understood.filters;
  const found = await findList(lists, understood.filters, viewer);
  if (found.total > 0 || search === undefined) return described(found, understood, query, false);
  const isHeld = async (word: string) => {
    const { total } = await findList(lists, { search: word, page: 1, limit: 1 }, viewer);
    return total > 0;
  };
  const known = await knownWords(lists, viewer);
  const corrected = await correctedSearch(search, known, isHeld);
  if (corrected === undefined) return described(found, understood, query, false);
  const filters = { ...understood.filters, search: corrected };
  const better = await findList(lists, filters, viewer);
  return better.total === 0
    ? described(found, understood, query, false)
    : described(better, { ...understood, filters }, query, true);
}

/** What a word can be put right to: every word that listed requests hold, and those of places and subjects. */
async function knownWords({ graph }: Lists, viewer: Viewer): Promise<readonly string[]> {
  const indexes = await graph.indexesFor(viewer);
  return [...referenceWords(), ...(indexes?.list.heldWords() ?? [])];
}

/** With what the search was taken for, where that is not what was typed. */
function described(
  found: ListPage,
  { filters, from, to }: UnderstoodSearch,
  query: ListQuery,
  isCorrected: boolean,
): FoundList {
  const words = filters.search ?? '';
  if (words === (query.search ?? '')) return found;
  return { ...found, searchedFor: { from: from ?? null, to: to ?? null, words, isCorrected } };
}
