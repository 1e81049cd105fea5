/** Maximum number of keys held; beyond it, those that changed longest ago are forgotten. */
const MOST_KEYS = 200_000;
/** A position this far beyond the follower's own was taken from another database, for instance before a restore. */
const MOST_AHEAD = 100_000;

/** Keys as hashes of 32 bits. Two keys with one hash cost a refetch in vain, and never a missed one. */
export type KeyHashes = Uint32Array;

/** A key and the newest transaction that changed it. */
export interface KeyChange {
  readonly key: string;
  readonly by: number;
}

/** Called with the hashes that one reading of changes brought; undefined: anything may have changed. */
export type GrowthListener = (fresh: ReadonlySet<number> | undefined) => void;

/**
 * The transactions that last changed each key. A position is a transaction id below which all changes are known, so it means the same to
 * every process, and to the next one after a restart.
 */
export class ChangedKeys {
  readonly #last = new Map<number, number>();
  #number = 0;
  #position = 0;
  /** Changes of transactions below it are not known. */
  #floor = 0;
  readonly #listeners = new Set<GrowthListener>();

  /** Number of readings that brought changes. */
  get number(): number {
    return this.#number;
  }

  /** All changes of transactions below it are known. */
  get position(): number {
    return this.#position;
  }

  /** Takes in the changes that were committed before the first reading, from `floor` on. */
  begin(changes: readonly KeyChange[], floor: number, position: number): void {
    this.#number += 1;
    this.#take(changes);
    this.#floor = Math.max(this.#floor, floor);
    this.#position = position;
  }

  /** Takes in the changes of one reading; undefined: anything may have changed. */
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

  /** Calls the listener after each reading that brought changes. @returns a function that ends that. */
  onGrowth(listener: GrowthListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Returns true if all changes since that position are known. */
  reaches(position: number): boolean {
    return position >= this.#floor && position <= this.#position + MOST_AHEAD;
  }

  /** Returns true if one of the keys may have changed since a position that is reached. */
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

/** Returns the hashes of keys. */
export function hashesOf(keys: Iterable<string>): KeyHashes {
  return Uint32Array.from(keys, hashOf);
}

/** FNV-1a. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
