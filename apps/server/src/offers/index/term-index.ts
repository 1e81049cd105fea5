import { setImmediate } from 'node:timers/promises';
import { RoaringBitmap32 } from 'roaring-wasm';
import { copyOfCell } from '../../database/stream-rows.ts';
import { isKeyWord, keyWords } from '../../privacy/search-words.ts';
import { NumberLists } from './number-lists.ts';
import { numbersByTerm } from './numbers-by-term.ts';
import { SortedWords } from './sorted-words.ts';

/** Maximum length of prefixes with a bitmap of their own: very many words share such short prefixes. */
const STORED_PREFIX_LENGTH = 2;

/** Numbers whose terms are added to the bitmaps before other calls are served: as many as one container of a bitmap holds. */
const ADDED_AT_ONCE = 2 ** 16;

/**
 * Inverted index from terms to numbers: a bitmap (CRoaring) for each term, and one for each prefix of one or two letters. Words are found
 * by prefix, other terms by exact value.
 */
export class TermIndex {
  readonly #idOf = new Map<string, number>();
  readonly #bitmaps: RoaringBitmap32[] = [];
  /** Ids of the prefixes of each term. */
  readonly #beginnings: (readonly number[])[] = [];
  /** Ids of the spelling keys of each word. */
  readonly #keys: (readonly number[])[] = [];
  /** Words stored without their spelling keys, because an operator or another version of the product wrote the row. */
  readonly #withoutKeys = new Set<number>();
  readonly #words = new SortedWords();
  readonly #termsOf = new NumberLists();
  #held: readonly string[] | undefined;

  /** Replaces the terms of a number. */
  set(number: number, words: readonly string[], facets: readonly string[]): void {
    const terms = this.#termsFor(words, facets);
    this.#held = undefined;
    this.#each(number, (bitmap) => bitmap.remove(number));
    this.#termsOf.set(number, terms);
    this.#noteWithoutKeys(terms);
    this.#each(number, (bitmap) => bitmap.add(number));
  }

  /** Sets the terms of a number that has none. Searches find it after `compact`. */
  load(number: number, terms: readonly number[]): void {
    this.#termsOf.set(number, terms);
  }

  /** Returns the number of a word, for `load`. */
  termOfWord(word: string): number {
    return this.#term(word, true);
  }

  /** Returns the number of a facet, for `load`. */
  termOfFacet(facet: string): number {
    return this.#term(facet, false);
  }

  /** Moves the terms of a number to another one that has none. */
  move(from: number, to: number): void {
    const terms = this.#termsOf.get(from).slice();
    this.#each(from, (bitmap) => bitmap.remove(from));
    this.#termsOf.set(from, []);
    this.#termsOf.set(to, terms);
    this.#each(to, (bitmap) => bitmap.add(to));
  }

  /** Returns the numbers with a term; undefined if no number ever had it. */
  withTerm(term: string): RoaringBitmap32 | undefined {
    const id = this.#idOf.get(term);
    return id === undefined ? undefined : this.#bitmaps[id];
  }

  /**
   * Returns bitmaps whose union are the numbers with one of these words, or with a word that has one of these prefixes. Every number with a
   * word also has the word's spelling keys, so if one of these is looked up too, the word's own bitmap is left out: joining two large
   * bitmaps takes a millisecond or more.
   */
  withWords(words: readonly string[], beginnings: readonly string[]): RoaringBitmap32[] {
    const isHeld = (beginning: string) => beginning.length <= STORED_PREFIX_LENGTH;
    const long = beginnings.filter((beginning) => !isHeld(beginning));
    const found = this.#idsOf([
      ...words,
      ...long.flatMap((beginning) => this.#words.beginningWith(beginning)),
    ]);
    const isImplied = (term: number) =>
      !this.#withoutKeys.has(term) && (this.#keys[term] ?? []).some((key) => found.has(key));
    const needed = [...found].filter((term) => !isImplied(term));
    const held = this.#idsOf(beginnings.filter(isHeld).map(beginningTerm));
    return [...held, ...needed].map((term) => this.#bitmapOf(term));
  }

  /** Returns every word that some number has, without spelling keys. Cached until the next change. */
  storedWords(): readonly string[] {
    this.#held ??= this.#words
      .all()
      .filter((word) => !isKeyWord(word) && this.withTerm(word)?.isEmpty === false);
    return this.#held;
  }

  /** Returns the memory of bitmaps and lists in bytes, without the words themselves. */
  bytes(): number {
    const bitmaps = this.#bitmaps.reduce(
      (sum, bitmap) => sum + bitmap.getSerializationSizeInBytes('portable'),
      0,
    );
    return bitmaps + this.#termsOf.bytes;
  }

  /** Completes a load of numbers below `size`: fills the bitmaps from the lists of terms, and compresses them. */
  async compact(size: number): Promise<void> {
    for (let start = 0; start < size; start += ADDED_AT_ONCE) {
      const range = { start, end: Math.min(size, start + ADDED_AT_ONCE) };
      for (const [term, numbers] of numbersByTerm(this.#termsOf, range, this.#bitmaps.length)) {
        this.#bitmapOf(term).addMany(numbers);
      }
      await setImmediate();
    }
    for (const term of this.#bitmaps.keys()) this.#deriveFrom(term);
    await setImmediate();
    // Sorts the words now, so that no search has to.
    this.#words.all();
    this.#held = undefined;
    for (const bitmap of this.#bitmaps) {
      bitmap.runOptimize();
      bitmap.shrinkToFit();
    }
  }

  /** Adds the numbers of a loaded word to its prefixes, and notes if one of them lacks its spelling keys. */
  #deriveFrom(term: number): void {
    const bitmap = this.#bitmapOf(term);
    for (const beginning of this.#beginnings[term] ?? []) this.#bitmapOf(beginning).orInPlace(bitmap);
    const keys = this.#keys[term] ?? [];
    if (keys.some((key) => !bitmap.isSubset(this.#bitmapOf(key)))) this.#withoutKeys.add(term);
  }

  /** Frees the memory of the bitmaps. */
  dispose(): void {
    for (const bitmap of this.#bitmaps) bitmap.dispose();
  }

  #termsFor(words: readonly string[], facets: readonly string[]): number[] {
    const terms: number[] = [];
    for (const word of words) terms.push(this.#term(word, true));
    for (const each of facets) terms.push(this.#term(each, false));
    return terms;
  }

  #idsOf(terms: readonly string[]): Set<number> {
    return new Set(terms.flatMap((term) => this.#idOf.get(term) ?? []));
  }

  #noteWithoutKeys(terms: readonly number[]): void {
    for (const term of terms) {
      for (const key of this.#keys[term] ?? []) if (!terms.includes(key)) this.#withoutKeys.add(term);
    }
  }

  #each(number: number, change: (bitmap: RoaringBitmap32) => void): void {
    for (const term of this.#termsOf.get(number)) {
      change(this.#bitmapOf(term));
      for (const beginning of this.#beginnings[term] ?? []) change(this.#bitmapOf(beginning));
    }
  }

  #bitmapOf(term: number): RoaringBitmap32 {
    const bitmap = this.#bitmaps[term];
    if (bitmap === undefined) throw new Error(`no term ${term}`);
    return bitmap;
  }

  #term(term: string, isWord: boolean): number {
    const existing = this.#idOf.get(term);
    if (existing !== undefined) return existing;
    const beginnings = isWord ? beginningsOf(term).map((each) => this.#term(each, false)) : [];
    const keys = isWord && !isKeyWord(term) ? keyWords(term).map((each) => this.#term(each, true)) : [];
    const id = this.#bitmaps.length;
    const name = copyOfCell(term);
    this.#idOf.set(name, id);
    this.#bitmaps.push(new RoaringBitmap32());
    this.#beginnings.push(beginnings);
    this.#keys.push(keys);
    if (isWord) this.#words.add(name);
    return id;
  }
}

/** Returns the term of a prefix. Words contain no caret. */
function beginningTerm(beginning: string): string {
  return `^${beginning}`;
}

/** Returns the prefixes of a word that have a bitmap; none for a spelling key, which is looked up by more letters. */
function beginningsOf(word: string): string[] {
  if (isKeyWord(word)) return [];
  const lengths = Array.from(
    { length: Math.min(STORED_PREFIX_LENGTH, word.length) },
    (_, index) => index + 1,
  );
  return lengths.map((length) => beginningTerm(word.slice(0, length)));
}
