import { placeKey, spellingKey } from '../language/comparison.ts';

/** Selectable place: `name` is sent to the API; the search covers all names. */
export interface PickablePlace {
  name: string;
  /** Names in other languages, by language code. */
  names: Readonly<Record<string, string>>;
  otherNames: readonly string[];
}

interface PlaceKeys {
  /** Every name of a place, in any language, in the normalised form of the search. */
  all: readonly string[];
  /** Those in the state's own lists, which go before names that several places share. */
  own: readonly string[];
  /** Spelling keys of `all`. */
  sounds: readonly string[];
}

const keysOfPlaces = new WeakMap<PickablePlace, PlaceKeys>();

/** Returns the keys of a place. They are computed once, because a file names districts in each of its rows. */
function keysOf(place: PickablePlace): PlaceKeys {
  const known = keysOfPlaces.get(place);
  if (known !== undefined) return known;
  const own = [place.name, ...Object.values(place.names)].map(placeKey);
  const all = [...own, ...place.otherNames.map(placeKey)];
  const keys = { own, all, sounds: all.map(soundOf) };
  keysOfPlaces.set(place, keys);
  return keys;
}

/** Returns every name of a place, in any language, in the normalised form of the search. */
export function searchKeys(place: PickablePlace): readonly string[] {
  return keysOf(place).all;
}

/**
 * Returns the rank of a place in a search: 0 if a name starts with the typed text, 1 if a word of a name does, 2 if a name contains it,
 * 3 if a name with that start sounds alike. `undefined` without a match.
 */
export function searchRank(keys: readonly string[], search: string): number | undefined {
  const typed = placeKey(search);
  if (keys.some((key) => key.startsWith(typed))) return 0;
  if (keys.some((key) => key.includes(` ${typed}`))) return 1;
  if (keys.some((key) => key.replaceAll(' ', '').includes(typed.replaceAll(' ', '')))) return 2;
  const sound = soundOf(typed);
  return sound !== '' && keys.some((key) => soundOf(key).startsWith(sound)) ? 3 : undefined;
}

/** Returns the places that match a search, best first. All of them for an empty search. */
export function foundPlaces(places: readonly PickablePlace[], search: string): readonly PickablePlace[] {
  if (search.trim() === '') return places;
  return places
    .map((place) => ({ place, rank: searchRank(searchKeys(place), search) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
    .map(({ place }) => place);
}

/**
 * Returns the place that a text names in full, in any language: by its own name, or by another name that belongs to one place only
 * (Champaran is two districts). Otherwise the only place whose name sounds alike, unless the text is the start of one of its names, that
 * is, not yet fully typed.
 */
export function findPlaceByName(places: readonly PickablePlace[], text: string): PickablePlace | undefined {
  const typed = placeKey(text);
  const named = places.filter((place) => searchKeys(place).includes(typed));
  const own = named.find((place) => keysOf(place).own.includes(typed));
  if (named.length > 0) return own ?? onlyOne(named);
  const sound = soundOf(typed);
  const isAlike = ({ all, sounds }: PlaceKeys) =>
    sounds.includes(sound) && !all.some((key) => key.startsWith(typed));
  const alike = places.filter((place) => sound !== '' && isAlike(keysOf(place)));
  return onlyOne(alike);
}

function onlyOne(places: readonly PickablePlace[]): PickablePlace | undefined {
  return places.length === 1 ? places[0] : undefined;
}

/** Returns the sound of a name as one word: `bihar sharif` and `biharsharif` are equal. */
function soundOf(key: string): string {
  return spellingKey(key.replaceAll(' ', ''));
}
