import { spellingKey } from '@mutual-transfer/domain/language/comparison';
import { wordsOf } from '@mutual-transfer/domain/language/text';
import type { FilterColumn } from '@mutual-transfer/domain/requests/request-filters';
import type { PrivacySettings } from '@mutual-transfer/domain/requests/transfer-request';
import { boundedCache, bytesOfJson, type CacheName } from '../platform/caches.ts';
import type { RequestRow, UserRow } from '../platform/database/tables.ts';
import { codesNamed, referenceWords, referenceWordsLike, SHORTEST_KEY } from './reference-words.ts';

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
