import { LRUCache } from 'lru-cache';

const MB = 1024 * 1024;

/**
 * Maximum size in bytes of each cache whose keys or values a caller can choose. The sum is stated in docs/operations.md. Sizes count
 * UTF-16 text as two bytes a character.
 */
export const cacheBytes = {
  /** Rendered pages of the public list, with their compressed copies. */
  pages: 24 * MB,
  /** Pictures of shared links. */
  cards: 16 * MB,
  demand: 6 * MB,
  seasonResults: 2 * MB,
  prospects: 4 * MB,
  advice: 16 * MB,
  pairCounts: 1 * MB,
  rules: 1 * MB,
  plan: 1 * MB,
  /** Spelling keys, and conditions, of words in requests and searches. */
  spellings: 12 * MB,
  conditions: 12 * MB,
  /** Budgets that the process counts in memory. */
  windows: 12 * MB,
  /** Counts of pages for visitors. */
  countedOnce: 12 * MB,
  /** Keys of changes, which open screens ask for. */
  changedKeys: 9 * MB,
} as const;

export type CacheName = keyof typeof cacheBytes;

/** Sum of the bounds of all caches of a process, in bytes. */
export const allCacheBytes = Object.values(cacheBytes).reduce((sum, bytes) => sum + bytes, 0);

/** Bytes of an entry beside its key and value: the map, the list of recent use and the times. */
const ENTRY_BYTES = 200;

type Options<Value, Context> = Omit<
  LRUCache.Options<string, Value, Context>,
  'max' | 'maxSize' | 'maxEntrySize' | 'sizeCalculation'
>;

/**
 * Returns a cache that is bounded by bytes and evicts the least recently used entries. A value that is larger than the cache is not stored.
 *
 * @param bytesOf size of a value in bytes.
 */
export function boundedCache<Value extends object | number | true, Context = unknown>(
  name: CacheName,
  bytesOf: (value: Value) => number,
  options?: Options<Value, Context>,
): LRUCache<string, Value, Context> {
  // The library's type of the options is a union, which an object with spread options does not satisfy.
  return new LRUCache<string, Value, Context>({
    ...options,
    maxSize: cacheBytes[name],
    sizeCalculation: (value, key) => ENTRY_BYTES + 2 * key.length + bytesOf(value),
  } as LRUCache.Options<string, Value, Context>);
}

/** Returns the size of a value that JSON can represent. */
export function bytesOfJson(value: unknown): number {
  return 2 * JSON.stringify(value).length;
}
