import { spellingKey } from '@mutual-transfer/domain/language/spelling-key';
import { wordsOf } from '@mutual-transfer/domain/language/text';
import type { FilterColumn } from '@mutual-transfer/domain/requests/request-filters';
import type { PrivacySettings } from '@mutual-transfer/domain/requests/transfer-request';
import { boundedCache, bytesOfJson, type CacheName } from '../cache-bounds.ts';
import type { RequestRow, UserRow } from '../database/tables/schema.ts';
import { namedBy, referenceWords, referenceWordsLike, SHORTEST_KEY } from './codes-by-word.ts';

/** Columns of a request's owner that are searched as text. */
export type SearchedPerson = Pick<UserRow, 'name' | 'school_name'>;

/** Columns of a request that are searched as text. */
export type SearchedRequest = Pick<RequestRow, 'reason'>;

/** Condition of a filter or a searched word. A request passes if it meets any of these parts. */
export interface Condition {
  /** Columns with the codes that pass. Null stands for a missing value. */
  readonly columns: readonly (readonly [FilterColumn, readonly (string | null)[]])[];
  /** Whole stored words. */
  readonly words: readonly string[];
  /** Beginnings of stored words. */
  readonly beginnings: readonly string[];
}

/** Version of the words that `searchWords` returns. Increase it with every change of them: the next start rewrites the stored words. */
export const SEARCH_WORDS_VERSION = 4;

/** Minimum length of a key that is matched by prefix. Too many words begin with a shorter one, so it is matched whole. */
const SHORTEST_BEGINNING = 4;

/** Prefix of spelling keys. Words contain no tilde, so a visitor cannot search for a key. */
const KEY = '~';

/**
 * Returns the search words of a request besides its places and subject, which have columns: its owner's texts without hidden fields, and
 * the spelling keys of their words.
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
 * Returns the condition of requests with a word that begins with this word or sounds like it. Names of places and subjects match in every
 * language.
 */
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

/** Returns true if a stored word is a spelling key. */
export function isKeyWord(word: string): boolean {
  return word.startsWith(KEY);
}

/** Returns the verification of the owner as the value of the list filter. */
export function verifiedText({ verified_at }: Pick<UserRow, 'verified_at'>): 'yes' | 'no' {
  return verified_at === null ? 'no' : 'yes';
}

/** Returns the spelling key that is stored with a word. Words of places and subjects have none, because all their spellings are known. */
export const keyWords = cachedByWord('spellings', (word): readonly string[] => {
  const key = referenceWords().has(word) ? '' : spellingKey(word);
  return key.length < SHORTEST_KEY ? [] : [`${KEY}${key}`];
});

/** Caches derived values by word, because requests repeat the same words. */
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
