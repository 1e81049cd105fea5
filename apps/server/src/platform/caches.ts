import { LRUCache } from 'lru-cache';

const MB = 1024 * 1024;

/**
 * Maximum size in bytes of each cache whose keys or values a caller can choose. Their sum is stated in docs/operations.md. Text counts two
 * bytes per UTF-16 code unit.
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
  /** Spelling keys of words in requests and searches, and conditions of searched words. */
  spellings: 12 * MB,
  conditions: 12 * MB,
  /** Windows of budgets that the process counts in memory. */
  windows: 12 * MB,
  /** Marks of items that count once per window, such as pages for visitors. */
  countedOnce: 12 * MB,
} as const;

export type CacheName = keyof typeof cacheBytes;

/** Bytes of an entry in addition to its key and value: hash map, list of recent use, and times. */
const ENTRY_BYTES = 200;

type Options<Value, Context> = Omit<
  LRUCache.Options<string, Value, Context>,
  'max' | 'maxSize' | 'maxEntrySize' | 'sizeCalculation'
>;

/**
 * Returns a cache with a maximum size in bytes that evicts the least recently used entries. Does not store a value that exceeds the maximum
 * size.
 *
 * @param bytesOf returns the size of a value in bytes.
 */
export function boundedCache<Value extends object | number | true, Context = unknown>(
  name: CacheName,
  bytesOf: (value: Value) => number,
  options?: Options<Value, Context>,
): LRUCache<string, Value, Context> {
  // The library's type of the options is a union that an object with spread options does not satisfy.
  return new LRUCache<string, Value, Context>({
    ...options,
    maxSize: cacheBytes[name],
    sizeCalculation: (value, key) => ENTRY_BYTES + 2 * key.length + bytesOf(value),
  } as LRUCache.Options<string, Value, Context>);
}

/** Returns the size in bytes of a value as JSON. */
export function bytesOfJson(value: unknown): number {
  return 2 * JSON.stringify(value).length;
}

interface TtlCacheOptions<Value> {
  /** Name of the cache in `cacheBytes`, which has its maximum size. */
  name: CacheName;
  /** Time to live in milliseconds, fixed or computed from the value; 0 disables caching. */
  ttl: number | ((value: Value) => number);
  now: () => Date;
}

/** Caches computed values for a limited time. Concurrent callers of a key share one computation. */
export class TtlCache<Value extends object | number> {
  readonly #entries: LRUCache<string, Value, () => Promise<Value>>;
  readonly #ttlOf: (value: Value) => number;

  constructor({ name, ttl, now }: TtlCacheOptions<Value>) {
    this.#ttlOf = typeof ttl === 'number' ? () => ttl : ttl;
    this.#entries = boundedCache<Value, () => Promise<Value>>(name, bytesOfJson, {
      ttl: 1,
      ttlResolution: 0,
      perf: { now: () => now().getTime() },
      ignoreFetchAbort: true,
      fetchMethod: async (_key, _stale, { context: compute, options }) => {
        const value = await compute();
        options.ttl = this.#ttlOf(value);
        return value;
      },
    });
  }

  /** Size of the cached values in bytes. */
  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  clear(): void {
    this.#entries.clear();
  }

  /**
   * Returns the cached value of a key, or the result of `compute`. A failure rejects the promises of all waiting callers and is not cached.
   */
  async get(key: string, compute: () => Promise<Value>): Promise<Value> {
    const value = await this.#entries.forceFetch(key, { context: compute });
    // The library treats a time to live of 0 as unlimited.
    if (this.#ttlOf(value) === 0 && this.#entries.peek(key) === value) this.#entries.delete(key);
    return value;
  }
}
