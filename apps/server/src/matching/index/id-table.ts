import { withLength } from './number-lists.ts';

const WORDS_AN_ID = 4;
/** Number of 32-bit words of a row: an id and the id of its owner. */
const WORDS_A_ROW = 2 * WORDS_AN_ID;
const FIRST_CAPACITY = 1_024;

/**
 * Table of UUIDs in ascending order with the UUIDs of their owners, 16 bytes each. The number of an id is its index in the table. UUIDs of
 * version 7 ascend with time, so new ones are appended.
 */
export class IdTable {
  #words = new Uint32Array(FIRST_CAPACITY * WORDS_A_ROW);
  #size = 0;

  /** Number of ids. The ids are numbered from 0 on. */
  get size(): number {
    return this.#size;
  }

  /** Memory of the table in bytes. */
  get bytes(): number {
    return this.#words.byteLength;
  }

  /** Returns the id with this number, which must be below `size`. */
  at(number: number): string {
    return this.#idAt(number * WORDS_A_ROW);
  }

  /** Returns the id of the owner of the id with this number, which must be below `size`. */
  ownerAt(number: number): string {
    return this.#idAt(number * WORDS_A_ROW + WORDS_AN_ID);
  }

  /** Returns a hash of the owner of the id with this number: the last 32 bits of the owner's id, which are random. */
  ownerHash(number: number): number {
    return this.#words[number * WORDS_A_ROW + WORDS_A_ROW - 1] ?? 0;
  }

  /** Returns true if the ids with these numbers have the same owner. */
  haveOneOwner(first: number, second: number): boolean {
    const [one, other] = [first * WORDS_A_ROW, second * WORDS_A_ROW];
    for (let word = WORDS_AN_ID; word < WORDS_A_ROW; word += 1) {
      if (this.#words[one + word] !== this.#words[other + word]) return false;
    }
    return true;
  }

  #idAt(start: number): string {
    const digits = Array.from(this.#words.subarray(start, start + WORDS_AN_ID), (word) =>
      word.toString(16).padStart(8, '0'),
    ).join('');
    const parts = [0, 8, 12, 16, 20].map((from, index, starts) => digits.slice(from, starts[index + 1]));
    return parts.join('-');
  }

  /** Returns the number of an id; undefined if the id is not in the table. */
  numberOf(id: string): number | undefined {
    const words = wordsOfId(id);
    const place = this.#placeOf(words);
    return place < this.#size && this.#compare(place, words) === 0 ? place : undefined;
  }

  /** Returns the number that a new id would get. Inserting the id increases that number and all higher ones by one. */
  placeFor(id: string): number {
    return this.#placeOf(wordsOfId(id));
  }

  /** Appends an id if it is higher than all others. @returns true if it was appended. */
  append(id: string, owner: string): boolean {
    if (!this.#isHighest(wordsOfId(id))) return false;
    this.#insertAt(this.#size, converted);
    this.#setOwner(this.#size - 1, wordsOfId(owner));
    return true;
  }

  /** Inserts a new id in ascending order. */
  insert(id: string, owner: string): void {
    const words = wordsOfId(id);
    const place = this.#placeOf(words);
    this.#insertAt(place, words);
    this.#setOwner(place, wordsOfId(owner));
  }

  #isHighest(words: Uint32Array): boolean {
    return this.#size === 0 || this.#compare(this.#size - 1, words) < 0;
  }

  #setOwner(number: number, words: Uint32Array): void {
    this.#words.set(words, number * WORDS_A_ROW + WORDS_AN_ID);
  }

  #insertAt(place: number, words: Uint32Array): void {
    this.#words = withLength(this.#words, (this.#size + 1) * WORDS_A_ROW);
    const start = place * WORDS_A_ROW;
    if (place < this.#size) this.#words.copyWithin(start + WORDS_A_ROW, start, this.#size * WORDS_A_ROW);
    this.#words.set(words, start);
    this.#size += 1;
  }

  #placeOf(words: Uint32Array): number {
    let [from, to] = [0, this.#size];
    // Fast path: most ids looked up are newer than all others.
    if (this.#isHighest(words)) return this.#size;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#compare(middle, words) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Compares the id with this number to another id. Returns a negative number if the id in the table is lower. */
  #compare(number: number, other: Uint32Array): number {
    const start = number * WORDS_A_ROW;
    for (let index = 0; index < WORDS_AN_ID; index += 1) {
      const difference = (this.#words[start + index] ?? 0) - (other[index] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  }
}

const DIGITS_A_WORD = 8;
const [DASH, NINE, LOWER_CASE, BEFORE_A, ZERO] = [0x2d, 0x39, 0x20, 0x57, 0x30];

/** Result of `wordsOfId`. The next call overwrites it, because a load converts millions of ids. */
const converted = new Uint32Array(WORDS_AN_ID);

/** Converts a UUID to four 32-bit words. */
function wordsOfId(id: string): Uint32Array {
  let [word, digits] = [0, 0];
  for (let index = 0; index < id.length; index += 1) {
    const code = id.charCodeAt(index);
    if (code === DASH) continue;
    word = (word << 4) | (code <= NINE ? code - ZERO : (code | LOWER_CASE) - BEFORE_A);
    digits += 1;
    if (digits % DIGITS_A_WORD === 0) converted[digits / DIGITS_A_WORD - 1] = word;
  }
  return converted;
}
