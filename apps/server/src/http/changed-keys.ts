/** Beyond so many keys, those that changed longest ago are forgotten. */
const MOST_KEYS = 200_000;

/** Keys as numbers of 32 bits. Two with one number cost an answer that is worked out in vain, and never a wrong one. */
export type KeyHashes = Uint32Array;

/** Called with the hashes that one reading of changes brought; undefined: anything may have changed. */
export type GrowthListener = (fresh: ReadonlySet<number> | undefined) => void;

/** Which keys changed when, by a number that grows with each reading of changes. */
export class ChangedKeys {
  readonly #last = new Map<number, number>();
  #number = 0;
  /** Of changes up to this number it is not known what they were. */
  #floor = 0;
  readonly #listeners = new Set<GrowthListener>();

  /** How far it knows. */
  get number(): number {
    return this.#number;
  }

  /** Takes in what changed; undefined: anything may have. */
  note(keys: readonly string[] | undefined): void {
    if (keys?.length === 0) return;
    this.#number += 1;
    if (keys === undefined) {
      this.#floor = this.#number;
      this.#last.clear();
    }
    const fresh = keys && new Set(keys.map(hashOf));
    for (const hash of fresh ?? []) {
      this.#last.delete(hash);
      this.#last.set(hash, this.#number);
    }
    this.#forgetOldest();
    for (const listener of this.#listeners) listener(fresh);
  }

  /** Calls the listener whenever something was taken in. @returns what ends that. */
  onGrowth(listener: GrowthListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether one of these changed, or may have, after that number. */
  hasChanged(hashes: KeyHashes, since: number): boolean {
    if (since === this.#number) return false;
    return since < this.#floor || hashes.some((hash) => (this.#last.get(hash) ?? 0) > since);
  }

  #forgetOldest(): void {
    for (const [hash, number] of this.#last) {
      if (this.#last.size <= MOST_KEYS) return;
      this.#last.delete(hash);
      this.#floor = number;
    }
  }
}

/** The hashes of keys. */
export function hashesOf(keys: Iterable<string>): KeyHashes {
  return Uint32Array.from(keys, hashOf);
}

/** What changes when another person blocks this one, or does so no longer. It is none of their own: no screen of theirs is told. */
export const blockedKey = (userId: string) => `blocked ${userId}`;

/** FNV-1a. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
