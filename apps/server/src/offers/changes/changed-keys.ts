import { cacheBytes } from '../../cache-bounds.ts';
import type { LivePosition } from './live-positions.ts';

/** Size of a key with its transaction in a map, as measured. */
const KEY_BYTES = 90;
/** Maximum number of keys held; beyond it, the keys that changed longest ago are dropped. */
const MOST_KEYS = Math.floor(cacheBytes.changedKeys / KEY_BYTES);
/** Signed 32-bit hashes of keys, which take the least memory in a map. A collision of two keys causes a needless refetch, never a missed one. */
export type KeyHashes = Int32Array;

/** Key with the newest transaction that changed it. */
export interface KeyChange {
  readonly key: string;
  readonly by: number;
}

/** Called with the hashes that one reading brought; undefined if anything may have changed. */
export type GrowthListener = (fresh: ReadonlySet<number> | undefined) => void;

/** Committed changes of the rows behind personal answers, as read by this process. */
export interface FollowedChanges {
  /** Snapshot (`pg_snapshot`) up to which changes have been read; undefined while changes are not followed. */
  readonly snapshot: () => string | undefined;
  /** Number of readings that brought changes. */
  readonly number: () => number;
  /** Transaction id below which all changes have been read; undefined while changes are not followed. */
  readonly position: () => LivePosition | undefined;
  /** Returns true if all changes since that position have been read, or will be: another process may be ahead of this one. */
  readonly reaches: (position: number) => boolean;
  /** Returns true if one of the keys may have changed since a position for which `reaches` is true. */
  readonly hasChanged: (hashes: KeyHashes, since: number) => boolean;
  /** Calls the listener after each reading that brought changes. Returns a function that removes the listener. */
  readonly onGrowth: (listener: GrowthListener) => () => void;
}

/**
 * Transactions that last changed each key. A position is a transaction id below which all changes have been read, so it means the same in
 * every process and after a restart.
 */
export class ChangedKeys {
  readonly #last = new Map<number, number>();
  #number = 0;
  #position = 0;
  /** Lowest position since which all changes are known. */
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

  /** Returns true if all changes since that position have been read, or will be: another process may be ahead of this one. */
  reaches(position: number): boolean {
    return position >= this.#floor;
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
  return Int32Array.from(keys, hashOf);
}

/** Returns the FNV-1a hash of the key. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  return hash;
}
