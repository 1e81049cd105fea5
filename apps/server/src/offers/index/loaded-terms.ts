import { grown } from './growable-array.ts';

/** So many are gathered before they are given on: more would hold up other calls, fewer cost more calls of the bitmaps. */
const ENOUGH = 1_000_000;
const FIRST_CAPACITY = 1_024;

/** Which numbers hold which terms, gathered while much is loaded: bitmaps take the numbers of a term together ten times as fast. */
export class LoadedTerms {
  #terms = new Uint32Array(FIRST_CAPACITY);
  #numbers = new Uint32Array(FIRST_CAPACITY);
  #size = 0;

  /** Whether they should be taken before more are added. */
  get isEnough(): boolean {
    return this.#size >= ENOUGH;
  }

  /** Adds that a number, which is no lower than the last one, holds a term. */
  add(term: number, number: number): void {
    this.#terms = grown(this.#terms, this.#size + 1);
    this.#numbers = grown(this.#numbers, this.#size + 1);
    this.#terms[this.#size] = term;
    this.#numbers[this.#size] = number;
    this.#size += 1;
  }

  /**
   * Each term that was added, with its numbers in ascending order, some of them twice; nothing is held afterwards.
   *
   * @param termCount Every term is lower.
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
    // Each end has become the start of its term.
    for (const [term, start] of ends.entries()) {
      const end = ends[term + 1] ?? sorted.length;
      if (end > start) yield [term, sorted.subarray(start, end)];
    }
  }

  /** Frees the memory of what was taken. */
  free(): void {
    this.#terms = new Uint32Array(FIRST_CAPACITY);
    this.#numbers = new Uint32Array(FIRST_CAPACITY);
  }

  /** For each term, where its numbers end when they are sorted by terms. */
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
