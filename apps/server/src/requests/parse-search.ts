import { wordsOf } from '@mutual-transfer/domain/language/text';
import type { ListFilters } from '@mutual-transfer/domain/requests/request-filters';
import { type NamedPlace, namedPlace } from './named-place.ts';

/** What a search is taken for: places to go from and to, which are filters, and the words that are left. */
export interface UnderstoodSearch {
  readonly filters: ListFilters;
  readonly from: NamedPlace | undefined;
  readonly to: NamedPlace | undefined;
}

/** Names of places are of so many words at most. */
const PLACE_WORDS = 4;

const FROM_WORDS = ['from'];
/** Between two places, or after the first. */
const AFTER_FROM = ['से', 'se'];
const BEFORE_TO = ['to'];
/** What may follow the second place. */
const AFTER_TO = ['तक', 'tak', 'में', 'mein', 'me', 'जाना', 'jana'];

/**
 * `पटना से गया`, `patna to gaya`, `from Patna`: places that a search names by where teachers work and where they want to go. Words
 * that are no such thing, and all words where a place is chosen in the filters already, stay as they are.
 */
export function understandSearch<Filters extends ListFilters>(
  filters: Filters,
): UnderstoodSearch & { filters: Filters } {
  const asTyped = { filters, from: undefined, to: undefined };
  const { search, district, block, fromDistrict, fromBlock } = filters;
  if (search === undefined || district || block || fromDistrict || fromBlock) return asTyped;
  const words = wordsOf(search.replaceAll(/→|[-–=]>/g, ' to '));
  const route = routeIn(words);
  if (route === undefined) return asTyped;
  const { from, to, rest } = route;
  return {
    filters: {
      ...filters,
      search: rest.length === 0 ? undefined : rest.join(' '),
      fromDistrict: from?.district,
      fromBlock: from?.block,
      district: to?.district,
      block: to?.block,
    },
    from,
    to,
  };
}

interface Route {
  readonly from: NamedPlace | undefined;
  readonly to: NamedPlace | undefined;
  readonly rest: readonly string[];
}

function routeIn(typed: readonly string[]): Route | undefined {
  const words = withWordBetween(typed);
  const at = words.findIndex(isBetween);
  if (at < 0) return undefined;
  const [word = '', left, right] = [words[at], words.slice(0, at), words.slice(at + 1)];
  const from = placeAtEnd(left);
  const to = placeAtStart(right);
  const isRoute = (from || BEFORE_TO.includes(word)) && (to || AFTER_FROM.includes(word)) && (from || to);
  if (!isRoute) return undefined;
  return { from: from?.place, to: to?.place, rest: [...(from?.rest ?? left), ...(to?.rest ?? right)] };
}

function isBetween(word: string): boolean {
  return AFTER_FROM.includes(word) || BEFORE_TO.includes(word);
}

/** `from patna` as `patna se`. */
function withWordBetween(words: readonly string[]): readonly string[] {
  const [first = '', ...others] = words;
  return FROM_WORDS.includes(first) && !words.some(isBetween)
    ? [...others, ...AFTER_FROM.slice(0, 1)]
    : words;
}

interface PlaceAndRest {
  readonly place: NamedPlace;
  readonly rest: readonly string[];
}

/** The place that the last words name, of as many of them as do. */
function placeAtEnd(words: readonly string[]): PlaceAndRest | undefined {
  for (let count = Math.min(PLACE_WORDS, words.length); count > 0; count -= 1) {
    const place = namedPlace(words.slice(-count));
    const rest = words.slice(0, -count).filter((word) => !FROM_WORDS.includes(word));
    if (place !== undefined) return { place, rest };
  }
  return undefined;
}

/** The place that the first words name, of as many of them as do. */
function placeAtStart(words: readonly string[]): PlaceAndRest | undefined {
  for (let count = Math.min(PLACE_WORDS, words.length); count > 0; count -= 1) {
    const place = namedPlace(words.slice(0, count));
    const [next = '', ...others] = words.slice(count);
    if (place !== undefined) return { place, rest: AFTER_TO.includes(next) ? others : words.slice(count) };
  }
  return undefined;
}
