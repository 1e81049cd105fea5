import type { LRUCache } from 'lru-cache';
import { boundedCache, bytesOfJson, type CacheName } from './cache-bounds.ts';

interface TtlCacheOptions<Value> {
  /** Name of the cache in `cache-bounds.ts`, which has its maximum size. */
  readonly name: CacheName;
  /** Time to live in milliseconds, fixed or computed from the value; 0 disables caching. */
  readonly ttl: number | ((value: Value) => number);
  readonly now: () => Date;
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
