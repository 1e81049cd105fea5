import { type FilterColumn, filterColumns } from '@mutual-transfer/domain/request-filters';
import { spellingKey } from '@mutual-transfer/domain/spelling-key';
import { wordsOf } from '@mutual-transfer/domain/text';
import type { PrivacySettings } from '@mutual-transfer/domain/transfer-request';
import { LRUCache } from 'lru-cache';
import type { RequestRow, UserRow } from '../database/schema.ts';
import {
  commonWords,
  referenceWords,
  referenceWordsLike,
  SHORTEST_KEY,
  subjectNames,
} from './known-words.ts';
import { blockNames, districtNames } from './place-names.ts';

/** What of a request's owner is searched. */
export type SearchedPerson = Pick<UserRow, 'name' | 'school_name' | 'district' | 'block' | 'verified_at'>;

/** What of a request is searched, and what its list can be filtered by. */
export type SearchedRequest = Pick<
  RequestRow,
  Exclude<FilterColumn, PostingColumn> | 'desired_district' | 'desired_block' | 'subject' | 'reason'
>;

/** What a request's list is filtered by that is its owner's. */
type PostingColumn = 'from_district' | 'from_block' | 'owner_verified';

/** To be raised with each change of what `searchWords` gives: what is stored is then written anew at the next start. */
export const SEARCH_WORDS_VERSION = 2;

/** Derived words are kept for so many words. */
const WORDS_KEPT = 50_000;

/** A key of fewer letters is compared whole: too many words begin with it. */
const SHORTEST_BEGINNING = 4;

/** Keys of common words, which are looked up whole as those are. */
const commonKeys = new Set(
  [...commonWords].map(spellingKey).filter((key) => key.length >= SHORTEST_BEGINNING),
);

/**
 * What a request is found by: its words — never one that some reader of the list would see as hidden —, the keys of their
 * spellings, the common ones that these begin with, and a mark for each thing the list can be filtered by.
 */
export function searchWords(
  person: SearchedPerson,
  request: SearchedRequest,
  privacy: PrivacySettings,
): string[] {
  const named = [
    ...placeWords(request.desired_district, request.desired_block),
    ...placeWords(person.district, person.block),
    ...wordsOfNames('subject', request.subject),
  ];
  const written = [
    request.reason,
    privacy.hideName ? '' : person.name,
    privacy.hideSchoolName ? '' : (person.school_name ?? ''),
  ].flatMap(wordsOf);
  return [
    ...new Set([
      ...[...named, ...written].flatMap(withCommonBeginnings),
      ...written.flatMap(keyWords),
      ...marksOf(person, request),
    ]),
  ];
}

/**
 * The query for requests of which each of these words begins some word, or sounds like one; text of PostgreSQL's type `tsquery`. A
 * common word is looked up as it stands, which is many times faster than all that begin with it and finds the same. Words are
 * letters, marks and digits, so quoting them is safe.
 */
export function wordQuery(words: readonly string[]): string {
  return words.map((word) => anyOf([begins(word, isHeldWhole(word)), ...soundsLike(word)])).join(' & ');
}

/** Other spellings of a word. What places and subjects are called, a request holds in both scripts already. */
function soundsLike(word: string): string[] {
  if (referenceWords.has(word)) return [];
  const keys = keyOf(word).map((key) =>
    begins(keyWord(key), key.length < SHORTEST_BEGINNING || commonKeys.has(key)),
  );
  return [...referenceWordsLike(word).map((other) => begins(other, true)), ...keys];
}

function begins(word: string, isWhole: boolean): string {
  return isWhole ? `'${word}'` : `'${word}':*`;
}

function anyOf(terms: readonly string[]): string {
  return terms.length === 1 ? terms.join() : `(${terms.join(' | ')})`;
}

function keyOf(word: string): string[] {
  const key = spellingKey(word);
  return key.length < SHORTEST_KEY ? [] : [key];
}

/** No word holds a tilde, so no visitor can type a key. */
function keyWord(key: string): string {
  return `~${key}`;
}

/** The query for requests with any of these values in a column that lists are filtered by. */
export function markQuery(column: FilterColumn, values: readonly (string | null)[]): string {
  return `(${values.map((value) => `'${markOf(column, value)}'`).join(' | ')})`;
}

/** No word holds an equals sign, so no visitor can type a mark; nor do its beginnings find it, see `markBeginnings`. */
function markOf(column: FilterColumn, value: string | null): string {
  return `${column}=${value ?? ''}`;
}

function marksOf(person: SearchedPerson, request: SearchedRequest): string[] {
  const row = {
    ...request,
    from_district: person.district,
    from_block: person.block,
    owner_verified: verifiedText(person),
  };
  return filterColumns.map((column) => markOf(column, row[column]));
}

/** Whether the owner is verified, as lists are filtered by it. */
export function verifiedText({ verified_at }: Pick<SearchedPerson, 'verified_at'>): 'yes' | 'no' {
  return verified_at === null ? 'no' : 'yes';
}

/** A word, and the common ones that it begins with. */
const withCommonBeginnings = cachedByWord((word) => [
  word,
  ...Array.from({ length: word.length }, (_, length) => word.slice(0, length)).filter(isHeldWhole),
]);

/** The key of a word that was written, and the common ones that this begins with; of places and subjects all spellings are held. */
const keyWords = cachedByWord((word) =>
  referenceWords.has(word)
    ? []
    : keyOf(word)
        .flatMap((key) => [key, ...commonKeyBeginnings(key)])
        .map(keyWord),
);

/** Requests say the same words again and again: in a large world each is looked at once and not for each request. */
function cachedByWord(derive: (word: string) => readonly string[]): (word: string) => readonly string[] {
  const cache = new LRUCache<string, readonly string[]>({ max: WORDS_KEPT });
  return (word) => {
    const derived = cache.get(word) ?? derive(word);
    cache.set(word, derived);
    return derived;
  };
}

/** What a visitor can type of the marks. All that begin so are never looked up, for every request holds a mark that does. */
const markBeginnings = new Set(
  filterColumns.flatMap((column) => {
    const [word = ''] = column.split('_');
    return Array.from({ length: word.length }, (_, index) => word.slice(0, index + 1));
  }),
);

/** Whether each request with a word that begins so holds the beginning itself: common words, single letters, beginnings of marks. */
function isHeldWhole(word: string): boolean {
  return word.length === 1 || commonWords.has(word) || markBeginnings.has(word);
}

function commonKeyBeginnings(key: string): string[] {
  return Array.from({ length: key.length }, (_, length) => key.slice(0, length)).filter((beginning) =>
    commonKeys.has(beginning),
  );
}

function placeWords(districtCode: string | null, blockCode: string | null): readonly string[] {
  if (districtCode === null) return [];
  const ofDistrict = wordsOfNames('district', districtCode);
  return blockCode === null ? ofDistrict : [...ofDistrict, ...wordsOfNames('block', blockCode)];
}

const names = { district: districtNames, block: blockNames, subject: subjectNames };

const wordsOfNamed = new Map<string, readonly string[]>();

/** The words of every name of a place or subject; there are few of these, and all are kept. */
function wordsOfNames(kind: keyof typeof names, code: string): readonly string[] {
  const key = `${kind} ${code}`;
  const words = wordsOfNamed.get(key) ?? names[kind](code).flatMap(wordsOf);
  wordsOfNamed.set(key, words);
  return words;
}
