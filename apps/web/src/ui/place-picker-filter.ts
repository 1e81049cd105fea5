import { comparisonKey } from '@mutual-transfer/domain/language/comparison-key';
import { spellingKey } from '@mutual-transfer/domain/language/spelling-key';

/** A place that can be chosen: `name` goes on the wire; all its names are searched. */
export interface PickablePlace {
  readonly name: string;
  /** Its names in other languages, by their codes. */
  readonly names: Readonly<Record<string, string>>;
  readonly otherNames: readonly string[];
}

/** Every name of a place, in any language, as the search compares it. */
export function searchKeys({ name, names, otherNames }: PickablePlace): readonly string[] {
  return [name, ...Object.values(names), ...otherNames].map(searchKey);
}

/**
 * Whether a search finds a place of those keys, and how well: 0 when a name begins with what was typed, 1 when a word
 * of a name does, 2 when a name contains it, 3 when a name that begins so sounds alike; undefined when none does.
 */
export function searchRank(keys: readonly string[], search: string): number | undefined {
  const typed = searchKey(search);
  if (keys.some((key) => key.startsWith(typed))) return 0;
  if (keys.some((key) => key.includes(` ${typed}`))) return 1;
  if (keys.some((key) => key.replaceAll(' ', '').includes(typed.replaceAll(' ', '')))) return 2;
  const sound = soundOf(typed);
  return sound !== '' && keys.some((key) => soundOf(key).startsWith(sound)) ? 3 : undefined;
}

/** The places that a search finds, those it fits best first; all of them for an empty one. */
export function foundPlaces(places: readonly PickablePlace[], search: string): readonly PickablePlace[] {
  if (search.trim() === '') return places;
  return places
    .map((place) => ({ place, rank: searchRank(searchKeys(place), search) }))
    .filter(({ rank }) => rank !== undefined)
    .toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
    .map(({ place }) => place);
}

/**
 * The place that a text names: in full, in any language, by its own name, or by another name that is of no second place (Champaran
 * is two districts); else the only one with a name that sounds so, unless one of its names begins so: then it is not yet typed in full.
 */
export function placeNamed(places: readonly PickablePlace[], text: string): PickablePlace | undefined {
  const typed = searchKey(text);
  const named = places.filter((place) => searchKeys(place).includes(typed));
  const own = named.find((place) => searchKeys({ ...place, otherNames: [] }).includes(typed));
  if (named.length > 0) return own ?? onlyOne(named);
  const sound = soundOf(typed);
  const isAlike = (keys: readonly string[]) =>
    keys.some((key) => soundOf(key) === sound) && !keys.some((key) => key.startsWith(typed));
  const alike = places.filter((place) => sound !== '' && isAlike(searchKeys(place)));
  return onlyOne(alike);
}

function onlyOne(places: readonly PickablePlace[]): PickablePlace | undefined {
  return places.length === 1 ? places[0] : undefined;
}

/** How a name sounds, as one word: `bihar sharif` and `biharsharif` are one. */
function soundOf(key: string): string {
  return spellingKey(key.replaceAll(' ', ''));
}

/** Text without what people type differently: nukta, chandrabindu or anusvara, hyphens, brackets and double spaces. */
function searchKey(text: string): string {
  return comparisonKey(text)
    .normalize('NFD')
    .replaceAll('\u093C', '')
    .replaceAll('\u0901', '\u0902')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
