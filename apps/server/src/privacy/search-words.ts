import { spellingKey } from '@mutual-transfer/domain/language/spelling-key';
import { wordsOf } from '@mutual-transfer/domain/language/text';
import type { FilterColumn } from '@mutual-transfer/domain/requests/request-filters';
import type { PrivacySettings } from '@mutual-transfer/domain/requests/transfer-request';
import { boundedCache, bytesOfJson, type CacheName } from '../cache-bounds.ts';
import type { RequestRow, UserRow } from '../database/schema.ts';
import { namedBy, referenceWords, referenceWordsLike, SHORTEST_KEY } from './codes-by-word.ts';

/** What of a request's owner is searched as they wrote it. */
export type SearchedPerson = Pick<UserRow, 'name' | 'school_name'>;

/** What of a request is searched as it was written. */
export type SearchedRequest = Pick<RequestRow, 'reason'>;

/** What a request must hold to pass a filter or a searched word: any of these. */
export interface Condition {
  /** Columns with the codes that pass; null is the absence of one. */
  readonly columns: readonly (readonly [FilterColumn, readonly (string | null)[]])[];
  /** Stored words that it holds whole. */
  readonly words: readonly string[];
  /** What some stored word of it begins with. */
  readonly beginnings: readonly string[];
}

/** To be raised with each change of what `searchWords` gives: what is stored is then written anew at the next start. */
export const SEARCH_WORDS_VERSION = 3;

/** A key of fewer letters is compared whole: too many words begin with it. */
const SHORTEST_BEGINNING = 4;

/** No word holds a tilde, so no visitor can type a key. */
const KEY = '~';

/**
 * The words that a request is found by beside its places and its subject, which its columns say: what its owner wrote, never what
 * some reader of the list would see as hidden, and the keys of the spellings.
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

/** Requests of which the word begins some word, or sounds like one; names of places and subjects are found in any language. */
export const conditionOfWord = cachedByWord('conditions', (word): Condition => {
  const beginnings = [word, ...(referenceWords().has(word) ? [] : referenceWordsLike(word))];
  const { districts, blocks, subjects } = namedBy(beginnings);
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

/** Whether a stored word is the key of a spelling. */
export function isKeyWord(word: string): boolean {
  return word.startsWith(KEY);
}

/** Whether the owner is verified, as lists are filtered by it. */
export function verifiedText({ verified_at }: Pick<UserRow, 'verified_at'>): 'yes' | 'no' {
  return verified_at === null ? 'no' : 'yes';
}

/** The key of a word's spelling, which is stored with the word; of places and subjects all spellings are known. */
export const keyWords = cachedByWord('spellings', (word): readonly string[] => {
  const key = referenceWords().has(word) ? '' : spellingKey(word);
  return key.length < SHORTEST_KEY ? [] : [`${KEY}${key}`];
});

/** Caches what is derived from a word: requests use the same words again and again. */
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
