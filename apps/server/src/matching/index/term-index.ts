import { compareNames } from '@mutual-transfer/matching/interner';
import { RoaringBitmap32 } from 'roaring-wasm';
import { isKeyWord, keyWords } from '../../people/search-words.ts';
import { copyOfCell } from '../../platform/database/rows.ts';
import { NumberLists } from './number-lists.ts';

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

/** Maximum length of prefixes that have a bitmap of their own, because very many words have the same short prefix. */
const STORED_PREFIX_LENGTH = 2;

/** Bytes of an element in the array of terms. */
const PLACE_BYTES = 8;

interface Term {
  name: string;
  isWord: boolean;
  /** Numbers that have the term. */
  bitmap: RoaringBitmap32;
  /** Ids of the prefixes of a word. */
  beginnings: readonly number[];
  /** Ids of the spelling keys of a word. */
  keys: readonly number[];
  /** True if a row has the word but not its spelling keys, because an operator or another version of the product wrote the row. */
  lacksKeys: boolean;
  /** Number of terms that have this term as a prefix or a spelling key. */
  references: number;
}

/**
 * Inverted index from terms to numbers: a bitmap (CRoaring) for each term, and one for each prefix of one or two letters. Words are found
 * by prefix, other terms by exact value. A term that no number has any more is freed; otherwise each edit of a text would add memory.
 */
export class TermIndex {
  readonly #idOf = new Map<string, number>();
  /** Terms by id; undefined for the ids in `#freeIds`. */
  readonly #terms: (Term | undefined)[] = [];
  /** Ids of freed terms, which are reused for new terms first. */
  readonly #freeIds: number[] = [];
  readonly #words = new SortedWords();
  readonly #termsOf = new NumberLists();
  #held: readonly string[] | undefined;

  /** Replaces the terms of a number. */
  set(number: number, words: readonly string[], facets: readonly string[]): void {
    const terms = this.#termsFor(words, facets);
    const former = this.#termsOf.get(number).slice();
    this.#held = undefined;
    this.#each(number, (bitmap) => bitmap.remove(number));
    this.#termsOf.set(number, terms);
    this.#noteMissingKeys(terms);
    this.#each(number, (bitmap) => bitmap.add(number));
    for (const term of former) this.#freeIfUnused(term);
  }

  /** Moves the terms of a number to another number, which must have none. */
  move(from: number, to: number): void {
    const terms = this.#termsOf.get(from).slice();
    this.#each(from, (bitmap) => bitmap.remove(from));
    this.#termsOf.set(from, []);
    this.#termsOf.set(to, terms);
    this.#each(to, (bitmap) => bitmap.add(to));
  }

  /** Returns a bitmap of the numbers with a term, valid until the next change; undefined if the term does not exist. */
  withTerm(term: string): RoaringBitmap32 | undefined {
    const id = this.#idOf.get(term);
    return id === undefined ? undefined : this.#terms[id]?.bitmap;
  }

  /**
   * Returns bitmaps whose union is the set of numbers that have one of these words, or a word with one of these prefixes. Every number with
   * a word also has the word's spelling keys, so if such a key is looked up too, the bitmap of the word is left out: joining two large
   * bitmaps takes a millisecond or more.
   */
  withWords(words: readonly string[], beginnings: readonly string[]): RoaringBitmap32[] {
    const isHeld = (beginning: string) => beginning.length <= STORED_PREFIX_LENGTH;
    const long = beginnings.filter((beginning) => !isHeld(beginning));
    const found = this.#idsOf([
      ...words,
      ...long.flatMap((beginning) => this.#words.beginningWith(beginning)),
    ]);
    const isImplied = ({ lacksKeys, keys }: Term) => !lacksKeys && keys.some((key) => found.has(key));
    const needed = [...found].map((id) => this.#at(id)).filter((term) => !isImplied(term));
    const held = this.#idsOf(beginnings.filter(isHeld).map(beginningTerm));
    return [...Array.from(held, (id) => this.#at(id)), ...needed].map(({ bitmap }) => bitmap);
  }

  /** Returns every word that at least one number has, without spelling keys. Cached until the next change. */
  storedWords(): readonly string[] {
    this.#held ??= this.#words
      .all()
      .filter((word) => !isKeyWord(word) && this.withTerm(word)?.isEmpty === false);
    return this.#held;
  }

  /** Returns the memory of bitmaps and lists in bytes, without the texts of words. */
  bytes(): number {
    const bitmaps = this.#terms.reduce(
      (sum, term) => sum + (term?.bitmap.getSerializationSizeInBytes('portable') ?? 0),
      0,
    );
    return bitmaps + PLACE_BYTES * this.#terms.length + this.#termsOf.bytes;
  }

  /** Completes a load: sorts the words, so that no search has to, and compresses the bitmaps. */
  compact(): void {
    this.#words.all();
    for (const term of this.#terms) {
      term?.bitmap.runOptimize();
      term?.bitmap.shrinkToFit();
    }
  }

  /** Frees the memory of the bitmaps. */
  dispose(): void {
    for (const term of this.#terms) term?.bitmap.dispose();
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

  #noteMissingKeys(ids: readonly number[]): void {
    for (const id of ids) {
      const term = this.#at(id);
      if (term.keys.some((key) => !ids.includes(key))) term.lacksKeys = true;
    }
  }

  #each(number: number, change: (bitmap: RoaringBitmap32) => void): void {
    for (const id of this.#termsOf.get(number)) {
      const { bitmap, beginnings } = this.#at(id);
      change(bitmap);
      for (const beginning of beginnings) change(this.#at(beginning).bitmap);
    }
  }

  #at(id: number): Term {
    const term = this.#terms[id];
    if (term === undefined) throw new Error(`no term ${id}`);
    return term;
  }

  #term(name: string, isWord: boolean): number {
    return this.#idOf.get(name) ?? this.#add(copyOfCell(name), isWord);
  }

  #add(name: string, isWord: boolean): number {
    const beginnings = isWord ? beginningsOf(name).map((each) => this.#term(each, false)) : [];
    const keys = isWord && !isKeyWord(name) ? keyWords(name).map((each) => this.#term(each, true)) : [];
    for (const each of [...beginnings, ...keys]) this.#at(each).references += 1;
    const id = this.#freeIds.pop() ?? this.#terms.length;
    const bitmap = new RoaringBitmap32();
    this.#terms[id] = { name, isWord, bitmap, beginnings, keys, lacksKeys: false, references: 0 };
    this.#idOf.set(name, id);
    if (isWord) this.#words.add(name);
    return id;
  }

  /** Frees a term that no number has and no other term refers to, and then, likewise, its prefixes and spelling keys. */
  #freeIfUnused(id: number): void {
    const term = this.#terms[id];
    if (term === undefined || term.references > 0 || !term.bitmap.isEmpty) return;
    this.#terms[id] = undefined;
    this.#freeIds.push(id);
    this.#idOf.delete(term.name);
    if (term.isWord) this.#words.remove(term.name);
    term.bitmap.dispose();
    for (const each of [...term.beginnings, ...term.keys]) {
      this.#at(each).references -= 1;
      this.#freeIfUnused(each);
    }
  }
}

/** Returns the name of the term for a prefix. Words contain no caret. */
function beginningTerm(beginning: string): string {
  return `^${beginning}`;
}

/** Returns the prefixes of a word that have a bitmap; none for a spelling key, which is looked up by longer prefixes only. */
function beginningsOf(word: string): string[] {
  if (isKeyWord(word)) return [];
  const lengths = Array.from(
    { length: Math.min(STORED_PREFIX_LENGTH, word.length) },
    (_, index) => index + 1,
  );
  return lengths.map((length) => beginningTerm(word.slice(0, length)));
}
