import type { ListQuery, SearchedFor } from '@mutual-transfer/domain/requests/transfer-request';
import { referenceWords } from '../../privacy/codes-by-word.ts';
import type { Viewer } from '../../sessions/viewer.ts';
import { correctedSearch } from './correct-search.ts';
import { findList, type ListPage, type Lists } from './find-list.ts';

/** Page of a list, with the corrected words if the search used them. */
export interface FoundList extends ListPage {
  readonly searchedFor?: SearchedFor;
}

/** Returns a page of a list. A search that finds nothing is repeated with corrected words. */
export async function searchList(lists: Lists, query: ListQuery, viewer: Viewer): Promise<FoundList> {
  const found = await findList(lists, query, viewer);
  const { search } = query;
  if (found.total > 0 || search === undefined) return found;
  const isHeld = async (word: string) => {
    const { total } = await findList(lists, { search: word, page: 1, limit: 1 }, viewer);
    return total > 0;
  };
  const words = await correctedSearch(search, correctWords(lists), isHeld);
  if (words === undefined) return found;
  const corrected = await findList(lists, { ...query, search: words }, viewer);
  return corrected.total === 0 ? found : { ...corrected, searchedFor: { words } };
}

/** Returns the dictionary for corrections: all words of listed requests, and the names of places and subjects. */
function correctWords({ graph }: Lists): readonly string[] {
  return [...referenceWords(), ...graph.current().list.storedWords()];
}
