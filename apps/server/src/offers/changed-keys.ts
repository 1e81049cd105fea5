/** Maximum number of keys held; beyond it, the keys that changed longest ago are dropped. */
const MOST_KEYS = 200_000;
/**
 * Maximum distance of a position ahead of the follower's own. A larger one comes from another database, for instance from before a restore.
 */
const MOST_AHEAD = 100_000;

/** 32-bit hashes of keys. A collision of two keys causes a needless refetch, never a missed one. */
export type KeyHashes = Uint32Array;

/** Key with the newest transaction that changed it. */
export interface KeyChange {
  readonly key: string;
  readonly by: number;
}

/** Called with the hashes that one reading brought; undefined if anything may have changed. */
export type GrowthListener = (fresh: ReadonlySet<number> | undefined) => void;

/**
 * Transactions that last changed each key. A position is a transaction id below which all changes have been read, so it means the same in
 * every process and after a restart.
 */
export class ChangedKeys {
  readonly #last = new Map<number, number>();
  #number = 0;
  #position = 0;
  /** Changes of transactions below it have not been read. */
  #floor = 0;
  readonly #listeners = new Set<GrowthListener>();

  /** Number of readings that brought changes. */
  get number(): number {
    return this.#number;
  }

  /** Transaction id below which all changes have been read. */
  get position(): number {
    return this.#position;
  }

  /** Adds the changes committed before the first reading, from `floor` on. */
  begin(changes: readonly KeyChange[], floor: number, position: number): void {
    this.#number += 1;
    this.#take(changes);
    this.#floor = Math.max(this.#floor, floor);
    this.#position = position;
  }

  /** Adds the changes of one reading; undefined if anything may have changed. */
  note(changes: readonly KeyChange[] | undefined, position: number): void {
    this.#position = position;
    if (changes?.length === 0) return;
    this.#number += 1;
    if (changes === undefined) {
      this.#floor = position;
      this.#last.clear();
    }
    const fresh = changes && this.#take(changes);
    for (const listener of this.#listeners) listener(fresh);
  }

  /**
   * Calls the listener after each reading that brought changes.
   *
   * @returns a function that removes the listener.
   */
  onGrowth(listener: GrowthListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Returns true if all changes since that position have been read. */
  reaches(position: number): boolean {
    return position >= this.#floor && position <= this.#position + MOST_AHEAD;
  }

  /** Returns true if one of the keys may have changed since a position for which `reaches` is true. */
  hasChanged(hashes: KeyHashes, since: number): boolean {
    return hashes.some((hash) => (this.#last.get(hash) ?? -1) >= since);
  }

  #take(changes: readonly KeyChange[]): ReadonlySet<number> {
    const fresh = new Set<number>();
    for (const { key, by } of changes) {
      const hash = hashOf(key);
      const last = Math.max(by, this.#last.get(hash) ?? 0);
      this.#last.delete(hash);
      this.#last.set(hash, last);
      fresh.add(hash);
    }
    this.#forgetOldest();
    return fresh;
  }

  #forgetOldest(): void {
    for (const [hash, by] of this.#last) {
      if (this.#last.size <= MOST_KEYS) return;
      this.#last.delete(hash);
      this.#floor = Math.max(this.#floor, by + 1);
    }
  }
}

/** Returns the hashes of the keys. */
export function hashesOf(keys: Iterable<string>): KeyHashes {
  return Uint32Array.from(keys, hashOf);
}

/** Returns the FNV-1a hash of the key. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
