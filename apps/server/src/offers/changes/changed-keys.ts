import { cacheBytes } from '../../cache-bounds.ts';
import type { LivePosition } from './live-positions.ts';

/** Measured size of a key with its transaction id in a map, in bytes. */
const KEY_BYTES = 90;
/** Maximum number of keys; beyond it, the keys that changed longest ago are dropped. */
const MOST_KEYS = Math.floor(cacheBytes.changedKeys / KEY_BYTES);
/**
 * Signed 32-bit hashes of keys, which take the least memory in a map. A collision of two keys causes a needless refetch, and never a missed
 * one.
 */
export type KeyHashes = Int32Array;

/** Key, with the id of the newest transaction that changed it. */
export interface KeyChange {
  readonly key: string;
  readonly by: number;
}

/** Called after a read with the hashes of the changed keys; with undefined if any key may have changed. */
export type GrowthListener = (fresh: ReadonlySet<number> | undefined) => void;

/** Committed changes of the rows from which personal responses are computed, as read by this process. */
export interface FollowedChanges {
  /** Returns the number of reads that found changes. */
  readonly number: () => number;
  /** Returns the transaction id below which all changes have been read; undefined while changes cannot be read. */
  readonly position: () => LivePosition | undefined;
  /**
   * Returns true if this object has all changes since that position. Also true for a position ahead of this process, which another process
   * reached: its changes will be read later.
   */
  readonly reaches: (position: number) => boolean;
  /** Returns true if one of the keys may have changed since a position for which `reaches` returns true. */
  readonly hasChanged: (hashes: KeyHashes, since: number) => boolean;
  /** Calls the listener after each read that found changes. Returns a function that removes the listener. */
  readonly onGrowth: (listener: GrowthListener) => () => void;
}

/**
 * Maps each key to the transaction that changed it last. A position is a transaction id below which all changes have been read, so it has
 * the same meaning in every process and after a restart.
 */
export class ChangedKeys {
  readonly #last = new Map<number, number>();
  #number = 0;
  #position = 0;
  /** Lowest position since which all changes are in the map. */
  #floor = 0;
  readonly #listeners = new Set<GrowthListener>();

  /** Number of reads that found changes. */
  get number(): number {
    return this.#number;
  }

  /** Transaction id below which all changes have been read. */
  get position(): number {
    return this.#position;
  }

  /** Adds the changes that were committed before the first read, from `floor` on. */
  begin(changes: readonly KeyChange[], floor: number, position: number): void {
    this.#number += 1;
    this.#take(changes);
    this.#floor = Math.max(this.#floor, floor);
    this.#position = position;
  }

  /** Adds the changes of one read; undefined if any key may have changed. */
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
   * Calls the listener after each read that found changes.
   *
   * @returns a function that removes the listener.
   */
  onGrowth(listener: GrowthListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Returns true if the map has all changes since that position. Also true for a position ahead of this process, which another process
   * reached: its changes will be read later.
   */
  reaches(position: number): boolean {
    return position >= this.#floor;
  }

  /** Returns true if one of the keys may have changed since a position for which `reaches` returns true. */
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

export function hashesOf(keys: Iterable<string>): KeyHashes {
  return Int32Array.from(keys, hashOf);
}

function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  return hash;
}
