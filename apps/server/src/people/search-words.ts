import { spellingKey } from '@mutual-transfer/domain/language/comparison';
import { allNameTables } from '@mutual-transfer/domain/language/packs/language-packs';
import { wordsOf } from '@mutual-transfer/domain/language/text';
import { blocks, districts } from '@mutual-transfer/domain/reference/places';
import { subjects } from '@mutual-transfer/domain/reference/subjects';
import type { FilterColumn } from '@mutual-transfer/domain/requests/request-filters';
import type { PrivacySettings } from '@mutual-transfer/domain/requests/transfer-request';
import { boundedCache, bytesOfJson, type CacheName } from '../platform/caches.ts';
import type { RequestRow, UserRow } from '../platform/database/tables.ts';
import { blockNames, districtNames, subjectNamesOf } from './present.ts';

/** Columns of a request's owner whose text is searched. */
export type SearchedPerson = Pick<UserRow, 'name' | 'school_name'>;

/** Columns of a request whose text is searched. */
export type SearchedRequest = Pick<RequestRow, 'reason'>;

/** Condition of a filter or of a searched word. A request meets it if it meets at least one of the parts. */
export interface Condition {
  /** Columns with the codes that meet the condition. Null stands for a missing value. */
  columns: readonly (readonly [FilterColumn, readonly (string | null)[]])[];
  /** Stored words that meet the condition as a whole. */
  words: readonly string[];
  /** Prefixes of stored words that meet the condition. */
  beginnings: readonly string[];
}

/** Minimum length of a spelling key to search by. Too many words share a shorter key. */
const SHORTEST_KEY = 2;

/**
 * Minimum length of a spelling key that is matched by prefix. Too many words begin with a shorter key, so a shorter key is matched as a
 * whole.
 */
const SHORTEST_BEGINNING = 4;

/** Prefix of stored spelling keys. Words contain no tilde, so visitors cannot search for a key. */
const KEY = '~';

/**
 * Returns the search words of a request: words of the visible texts of the request and its owner, and the spelling keys of these words.
 * Places and subject are not included, because they have columns.
 */
export function searchWords(
  person: SearchedPerson,
  { reason }: SearchedRequest,
  { hideName, hideSchoolName }: PrivacySettings,
): string[] {
  const texts = [reason, hideName ? '' : person.name, hideSchoolName ? '' : (person.school_name ?? '')];
  const words = texts.flatMap(wordsOf);
  return [...new Set([...words, ...words.flatMap((word) => keyWords(word))])];
}

/**
 * Returns the condition that a request has a word that begins with this word or sounds like it. Names of places and subjects match in all
 * languages.
 */
export const conditionOfWord = cachedByWord('conditions', (word): Condition => {
  const beginnings = [word, ...(referenceWords().has(word) ? [] : referenceWordsLike(word))];
  const { districts, blocks, subjects } = codesNamed(beginnings);
  const keys = keyWords(word);
  const isLong = ({ length }: string) => length >= SHORTEST_BEGINNING + KEY.length;
  return {
    columns: [
      ['desired_district', [...districts]],
      ['from_district', [...districts]],
      ['desired_block', [...blocks]],
      ['from_block', [...blocks]],
      ['subject', [...subjects]],
    ],
    words: keys.filter((key) => !isLong(key)),
    beginnings: [...beginnings, ...keys.filter(isLong)],
  };
});

/** Returns true if a stored word is a spelling key. */
export function isKeyWord(word: string): boolean {
  return word.startsWith(KEY);
}

/**
 * Returns the spelling keys to store with a word. Words in names of places and subjects have none, because all their spellings are in the
 * reference data.
 */
export const keyWords = cachedByWord('spellings', (word): readonly string[] => {
  const key = referenceWords().has(word) ? '' : spellingKey(word);
  return key.length < SHORTEST_KEY ? [] : [`${KEY}${key}`];
});

/** Returns a cached version of `derive`, because the same words repeat in many requests. */
function cachedByWord<Derived extends object>(
  name: CacheName,
  derive: (word: string) => Derived,
): (word: string) => Derived {
  const cache = boundedCache<Derived>(name, bytesOfJson);
  return (word) => {
    const derived = cache.get(word) ?? derive(word);
    cache.set(word, derived);
    return derived;
  };
}

/** Codes of the places and subjects with a given word in one of their names. */
export interface NamedCodes {
  districts: ReadonlySet<string>;
  blocks: ReadonlySet<string>;
  subjects: ReadonlySet<string>;
}

interface ReferenceWords {
  /** Number of languages from which these words were collected. */
  languages: number;
  codes: Readonly<Record<keyof NamedCodes, ReadonlyMap<string, readonly string[]>>>;
  all: ReadonlySet<string>;
  byKey: ReadonlyMap<string, readonly string[]>;
}

let cache: ReferenceWords | undefined;

/** Returns the cached words of places and subjects. Collects them again after a language was added. */
function cachedWords(): ReferenceWords {
  const languages = allNameTables().size;
  if (cache?.languages === languages) return cache;
  const codes = {
    districts: byWord(districts, ({ code }) => districtNames(code)),
    blocks: byWord(blocks, ({ code }) => blockNames(code)),
    subjects: byWord(subjects, ({ code }) => subjectNamesOf(code)),
  };
  const all = new Set(Object.values(codes).flatMap((words) => [...words.keys()]));
  cache = { languages, codes, all, byKey: Map.groupBy(all, spellingKey) };
  return cache;
}

/** Returns the words in names of places and subjects, in all languages. */
export function referenceWords(): ReadonlySet<string> {
  return cachedWords().all;
}

/** Returns the other words in names of places and subjects that have the same spelling key as this word. */
export function referenceWordsLike(word: string): readonly string[] {
  const key = spellingKey(word);
  return key.length < SHORTEST_KEY
    ? []
    : (cachedWords().byKey.get(key) ?? []).filter((each) => each !== word);
}

/** Returns the codes of places and subjects whose names have a word that begins with one of these texts. */
export function codesNamed(beginnings: readonly string[]): NamedCodes {
  const { all, codes } = cachedWords();
  const words = [...all].filter((word) => beginnings.some((beginning) => word.startsWith(beginning)));
  const codesOf = (kind: keyof NamedCodes) => new Set(words.flatMap((word) => codes[kind].get(word) ?? []));
  return {
    districts: codesOf('districts'),
    blocks: codesOf('blocks'),
    subjects: codesOf('subjects'),
  };
}

function byWord<Kind extends { code: string }>(
  kinds: readonly Kind[],
  namesOfKind: (kind: Kind) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const codes = new Map<string, string[]>();
  for (const kind of kinds) {
    for (const word of new Set(namesOfKind(kind).flatMap(wordsOf))) {
      codes.set(word, [...(codes.get(word) ?? []), kind.code]);
    }
  }
  return codes;
}
