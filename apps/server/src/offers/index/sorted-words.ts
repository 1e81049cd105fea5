import { compareNames } from '@mutual-transfer/matching/interner';

/** Maximum number of words to insert or remove one by one. More words are applied by sorting or filtering the whole array. */
const FEW = 200;

/** Sorted set of words, for lookups by prefix. */
export class SortedWords {
  #sorted: string[] = [];
  /** Words added since the last lookup, which are not in `#sorted` yet. */
  readonly #added = new Set<string>();
  /**
   * Words removed since the last lookup, which are still in `#sorted`. A word that was added and removed between two lookups is in neither
   * set.
   */
  readonly #removed = new Set<string>();

  /** Adds a word, which must not be in the set. */
  add(word: string): void {
    if (!this.#removed.delete(word)) this.#added.add(word);
  }

  /** Removes a word, which must be in the set. */
  remove(word: string): void {
    if (!this.#added.delete(word)) this.#removed.add(word);
  }

  /** Returns all words, sorted by code units. */
  all(): readonly string[] {
    if (this.#removed.size > FEW) this.#sorted = this.#sorted.filter((word) => !this.#removed.has(word));
    else for (const word of this.#removed) this.#sorted.splice(this.#placeOf(word), 1);
    if (this.#added.size > FEW) this.#sorted = [...this.#sorted, ...this.#added].sort(compareNames);
    else for (const word of this.#added) this.#sorted.splice(this.#placeOf(word), 0, word);
    this.#removed.clear();
    this.#added.clear();
    return this.#sorted;
  }

  /** Returns the words with this prefix. */
  beginningWith(beginning: string): string[] {
    const words = this.all();
    const from = this.#placeOf(beginning);
    let to = from;
    while (words[to]?.startsWith(beginning)) to += 1;
    return words.slice(from, to);
  }

  /** Returns the index of the first word that is not lower than this one. */
  #placeOf(word: string): number {
    let [from, to] = [0, this.#sorted.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (compareNames(this.#sorted[middle] ?? '', word) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
