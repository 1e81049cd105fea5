import { LRUCache } from 'lru-cache';

interface TtlCacheOptions<Value> {
  /** How long a value is kept, in milliseconds, or how long each of them; 0: not at all. */
  readonly ttl: number | ((value: Value) => number);
  /** How many keys are kept: the least recently used go first. */
  readonly max: number;
  readonly now: () => Date;
}

/** Keeps computed values for a time. Callers that ask for a key while its value is computed share one computation. */
export class TtlCache<Value extends object | number> {
  readonly #entries: LRUCache<string, Value, () => Promise<Value>>;
  readonly #ttlOf: (value: Value) => number;

  constructor({ ttl, max, now }: TtlCacheOptions<Value>) {
    this.#ttlOf = typeof ttl === 'number' ? () => ttl : ttl;
    this.#entries = new LRUCache({
      max,
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

  /** Forgets every value. */
  clear(): void {
    this.#entries.clear();
  }

  /** The value of a key: a kept one, or what `compute` finds. A failure reaches all who wait for it and is not kept. */
  async get(key: string, compute: () => Promise<Value>): Promise<Value> {
    const value = await this.#entries.forceFetch(key, { context: compute });
    // The library takes a time to live of 0 for one without an end.
    if (this.#ttlOf(value) === 0 && this.#entries.peek(key) === value) this.#entries.delete(key);
    return value;
  }
}
