import { spellingKey } from '@mutual-transfer/domain/language/comparison';
import { wordsOf } from '@mutual-transfer/domain/language/text';
import type { PageQuery } from '@mutual-transfer/domain/query-parameters';
import type { ListFilters } from '@mutual-transfer/domain/requests/request-filters';
import type {
  ListQuery,
  SearchedFor,
  TransferRequest,
} from '@mutual-transfer/domain/requests/transfer-request';
import { distance } from 'fastest-levenshtein';
import type { Dependencies } from '../dependencies.ts';
import type { MatchedOffer } from '../matching/best-offers.ts';
import type { PersonRow } from '../people/present.ts';
import { referenceWords } from '../people/reference-words.ts';
import { isOwner } from '../people/visibility.ts';
import type { DistanceBetween } from '../platform/places.ts';
import type { SignedIn, Viewer } from '../platform/sessions.ts';
import { conditionsOf } from './list-filters.ts';
import { findListed, findOwnPart, type ListedRequest } from './requests.queries.ts';

export type Lists = Pick<Dependencies, 'db' | 'graph'>;

/** Page of a list, and the number of requests on all pages. */
export interface ListPage {
  rows: readonly ListedRequest[];
  total: number;
  /** The viewer's own offers. */
  ownOffers: readonly MatchedOffer[];
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

/** Page of a list, with the corrected words if the search used them. */
export interface ListOfIds extends ListPage {
  searchedFor?: SearchedFor;
}

/** Returns a page of a list. A search that finds nothing is repeated with corrected words. */
export async function searchList(lists: Lists, query: ListQuery, viewer: Viewer): Promise<ListOfIds> {
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

/** Minimum length of a word to correct: shorter words may be meant as typed. From `LONG` letters on a word may have two wrong letters. */
const SHORTEST = 4;
const LONG = 8;
/** Maximum number of words to correct, because each is compared with every word of the dictionary. */
const MOST_CORRECTED = 3;

/**
 * Returns the search with every word that no listed request contains replaced by the nearest word of the dictionary. Returns undefined if a
 * word has no near one, or if too many words are wrong. The dictionary contains only words that every visitor can search for.
 *
 * @param dictionary words of listed requests, and names of places and subjects.
 * @param isHeld resolves with true if a listed request contains the word.
 */
export async function correctedSearch(
  search: string,
  dictionary: readonly string[],
  isHeld: (word: string) => Promise<boolean>,
): Promise<string | undefined> {
  const words = wordsOf(search);
  const corrected = new Map<string, string>();
  for (const word of new Set(words)) {
    if (await isHeld(word)) continue;
    const nearest = corrected.size < MOST_CORRECTED ? nearestWord(word, dictionary) : undefined;
    // A search with a word that cannot be corrected finds nothing, so the other words need no correction.
    if (nearest === undefined) return undefined;
    corrected.set(word, nearest);
  }
  return corrected.size === 0 ? undefined : words.map((word) => corrected.get(word) ?? word).join(' ');
}

/**
 * Returns the word of the dictionary with the smallest edit distance, if it is near enough. Among equal distances takes the word with the
 * most similar spelling key, then the first one.
 */
export function nearestWord(word: string, dictionary: readonly string[]): string | undefined {
  if (word.length < SHORTEST) return undefined;
  const key = spellingKey(word);
  const most = word.length < LONG ? 1 : 2;
  const near = dictionary
    .filter((other) => Math.abs(other.length - word.length) <= most)
    .map((other) => ({ other, letters: distance(other, word) }))
    .filter(({ letters }) => letters > 0 && letters <= most)
    .map((each) => ({ ...each, sounds: distance(spellingKey(each.other), key) }))
    .sort((first, second) => first.letters - second.letters || first.sounds - second.sounds);
  return near[0]?.other;
}

/** Marks another teacher's request for a teacher: whether the two match, and the approximate distance between their schools. */
export function markForViewer(
  viewer: SignedIn,
  { personId, block }: Pick<PersonRow, 'personId' | 'block'>,
  { isMatch, distanceBetween }: { isMatch: boolean; distanceBetween: DistanceBetween },
): Pick<TransferRequest, 'isMatch' | 'distanceKm'> {
  if (viewer.role !== 'teacher' || isOwner(viewer, personId)) return {};
  const distanceKm = viewer.block === null || block === null ? null : distanceBetween(viewer.block, block);
  return { isMatch, distanceKm };
}
