/** With more new words than this, all are sorted anew at once. */
const FEW = 200;

/** Words in order, to find all that begin with some letters. */
export class SortedWords {
  #sorted: string[] = [];
  /** Words that were added since the last look. */
  #added: string[] = [];

  /** Adds a word that is not held. */
  add(word: string): void {
    this.#added.push(word);
  }

  /** All words in the order of their code units. */
  all(): readonly string[] {
    if (this.#added.length > FEW) this.#sorted = [...this.#sorted, ...this.#added].sort(byCodeUnits);
    else for (const word of this.#added) this.#sorted.splice(this.#placeOf(word), 0, word);
    this.#added = [];
    return this.#sorted;
  }

  /** The words that begin so. */
  beginningWith(beginning: string): string[] {
    const words = this.all();
    const from = this.#placeOf(beginning);
    let to = from;
    while (words[to]?.startsWith(beginning)) to += 1;
    return words.slice(from, to);
  }

  /** Of the first word that is not lower. */
  #placeOf(word: string): number {
    let [from, to] = [0, this.#sorted.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (byCodeUnits(this.#sorted[middle] ?? '', word) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

function byCodeUnits(first: string, second: string): number {
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
