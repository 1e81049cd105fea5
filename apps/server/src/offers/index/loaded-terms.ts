import { grown } from './growable-array.ts';

/**
 * Number of buffered entries that triggers a transfer to the bitmaps. A larger buffer would block other calls longer; a smaller one needs
 * more calls of the bitmaps.
 */
const ENOUGH = 1_000_000;
const FIRST_CAPACITY = 1_024;

/** Buffer of (term, number) entries during a load: adding all numbers of a term to a bitmap at once is ten times as fast. */
export class LoadedTerms {
  #terms = new Uint32Array(FIRST_CAPACITY);
  #numbers = new Uint32Array(FIRST_CAPACITY);
  #size = 0;

  /** True if the buffer should be taken before more is added. */
  get isEnough(): boolean {
    return this.#size >= ENOUGH;
  }

  /** Adds an entry. The number must not be lower than the last one. */
  add(term: number, number: number): void {
    this.#terms = grown(this.#terms, this.#size + 1);
    this.#numbers = grown(this.#numbers, this.#size + 1);
    this.#terms[this.#size] = term;
    this.#numbers[this.#size] = number;
    this.#size += 1;
  }

  /**
   * Empties the buffer; yields each term with its numbers in ascending order, possibly with duplicates.
   *
   * @param termCount Upper bound of the terms, exclusive.
   */
  *take(termCount: number): Generator<[term: number, numbers: Uint32Array], void, undefined> {
    const ends = this.#endsByTerm(termCount);
    const sorted = new Uint32Array(this.#size);
    for (let index = this.#size - 1; index >= 0; index -= 1) {
      const term = this.#terms[index] ?? 0;
      ends[term] = (ends[term] ?? 0) - 1;
      sorted[ends[term] ?? 0] = this.#numbers[index] ?? 0;
    }
    this.#size = 0;
    // Each end is now the start of its term.
    for (const [term, start] of ends.entries()) {
      const end = ends[term + 1] ?? sorted.length;
      if (end > start) yield [term, sorted.subarray(start, end)];
    }
  }

  /** Frees the memory of the buffer. */
  free(): void {
    this.#terms = new Uint32Array(FIRST_CAPACITY);
    this.#numbers = new Uint32Array(FIRST_CAPACITY);
  }

  /** Returns for each term the end index of its numbers when sorted by term. */
  #endsByTerm(termCount: number): Uint32Array {
    const ends = new Uint32Array(termCount);
    for (let index = 0; index < this.#size; index += 1) {
      const term = this.#terms[index] ?? 0;
      ends[term] = (ends[term] ?? 0) + 1;
    }
    for (let term = 1; term < termCount; term += 1) {
      ends[term] = (ends[term] ?? 0) + (ends[term - 1] ?? 0);
    }
    return ends;
  }
}
