import type { BinaryRow } from '../../platform/database/binary-rows.ts';

/**
 * Returns an array of at least this length with the same numbers: the same array if it is long enough, otherwise a copy that is at least
 * 1.5 times as long.
 */
export function withLength(array: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  if (length <= array.length) return array;
  const larger = new Uint32Array(Math.max(length, Math.ceil(array.length * 1.5)));
  larger.set(array);
  return larger;
}

const FIRST_PLACES = 1_024;
const FIRST_BYTES = 16_384;
const [HASH_START, HASH_FACTOR] = [0x811c9dc5, 0x01000193];

/**
 * Distinct texts of a load, numbered from 0 on in order of first use. A text is looked up by its bytes, so a text that repeats in thousands
 * of rows is decoded once.
 */
export class SharedTexts {
  readonly #texts: string[] = [];
  #end = 0;
  /** Hash table with open addressing. An entry is the number of a text plus one; 0 means empty. At most half full. */
  #places = new Uint32Array(FIRST_PLACES);
  #hashes = new Uint32Array(FIRST_PLACES);
  /** Ends of the texts in `#bytes`, preceded by 0. A text starts at the end of the previous one. */
  #ends = new Uint32Array(FIRST_PLACES);
  #bytes = Buffer.alloc(FIRST_BYTES);

  /** Position of the NUL byte at which the last call of `numberUpToNul` ended. */
  get end(): number {
    return this.#end;
  }

  /** Returns the text with this number. */
  at(number: number): string {
    return this.#texts[number] ?? '';
  }

  /** Returns the text in a field of type `text`; null for NULL. */
  textIn(row: BinaryRow, field: number): string | null {
    return row.isNull(field) ? null : this.at(this.numberIn(row, field));
  }

  /** Returns the number of the text in a field, which must not be NULL. */
  numberIn(row: BinaryRow, field: number): number {
    return this.numberOf(row.bytes, row.start(field), row.end(field));
  }

  /** Returns the number of the text with these bytes. */
  numberOf(bytes: Buffer, start: number, end: number): number {
    let hash = HASH_START;
    for (let index = start; index < end; index += 1) hash = hashWith(hash, bytes[index] ?? 0);
    return this.#numberOf(bytes, start, end, hash >>> 0);
  }

  /** Returns the number of the text from a position to the next NUL byte. `end` is then the position of that byte. */
  numberUpToNul(bytes: Buffer, start: number): number {
    let [hash, end] = [HASH_START, start];
    for (let byte = bytes[end] ?? 0; byte !== 0; byte = bytes[end] ?? 0) {
      hash = hashWith(hash, byte);
      end += 1;
    }
    this.#end = end;
    return this.#numberOf(bytes, start, end, hash >>> 0);
  }

  #numberOf(bytes: Buffer, start: number, end: number, hash: number): number {
    const last = this.#places.length - 1;
    for (let place = hash & last; ; place = (place + 1) & last) {
      const number = (this.#places[place] ?? 0) - 1;
      if (number < 0) return this.#add(bytes.subarray(start, end), hash, place);
      if (this.#hashes[number] === hash && this.#has(number, bytes, start, end)) return number;
    }
  }

  #has(number: number, bytes: Buffer, start: number, end: number): boolean {
    const from = this.#ends[number] ?? 0;
    if ((this.#ends[number + 1] ?? 0) - from !== end - start) return false;
    for (let index = start; index < end; index += 1) {
      if (this.#bytes[from + index - start] !== bytes[index]) return false;
    }
    return true;
  }

  #add(text: Buffer, hash: number, place: number): number {
    const number = this.#texts.length;
    this.#texts.push(text.toString());
    this.#places[place] = number + 1;
    this.#hashes = withLength(this.#hashes, number + 1);
    this.#hashes[number] = hash;
    this.#append(text, number);
    if (2 * this.#texts.length > this.#places.length) this.#grow();
    return number;
  }

  #append(text: Buffer, number: number): void {
    const start = this.#ends[number] ?? 0;
    const end = start + text.length;
    if (end > this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes], Math.max(end, 2 * this.#bytes.length));
    }
    text.copy(this.#bytes, start);
    this.#ends = withLength(this.#ends, number + 2);
    this.#ends[number + 1] = end;
  }

  #grow(): void {
    this.#places = new Uint32Array(2 * this.#places.length);
    const last = this.#places.length - 1;
    for (const number of this.#texts.keys()) {
      let place = (this.#hashes[number] ?? 0) & last;
      while (this.#places[place] !== 0) place = (place + 1) & last;
      this.#places[place] = number + 1;
    }
  }
}

/** Returns the hash after one more byte (FNV-1a). */
function hashWith(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, HASH_FACTOR);
}
