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

const FIRST_CAPACITY = 1_024;
/** A chunk has 2^18 numbers (1 MB). A list does not span chunks. */
const CHUNK_BITS = 18;
const CHUNK = 2 ** CHUNK_BITS;

/**
 * Maps each number from 0 on to a list of fewer than 262,144 numbers. Lists are stored one after the other in chunks, so adding lists
 * copies no earlier ones.
 */
export class NumberLists {
  /** Start of each number's list plus one; 0 if the number has no list. */
  #starts = new Uint32Array(FIRST_CAPACITY);
  /** Lists, each preceded by its length. */
  #chunks: Uint32Array[] = [];
  #end = 0;
  /** Number of places in the chunks that belong to replaced lists. */
  #unused = 0;

  /** Memory in bytes. */
  get bytes(): number {
    return this.#starts.byteLength + 4 * CHUNK * this.#chunks.length;
  }

  /** Returns the list of a number, which is valid until the next change; an empty list if none was set. */
  get(number: number): Uint32Array {
    const start = this.#starts[number] ?? 0;
    if (start === 0) return empty;
    const [chunk, place] = [this.#chunks[(start - 1) >>> CHUNK_BITS], (start - 1) % CHUNK];
    return chunk?.subarray(place + 1, place + 1 + (chunk[place] ?? 0)) ?? empty;
  }

  /** Sets the list of a number. Repacks the chunks once more than half of their space belongs to replaced lists. */
  set(number: number, list: ArrayLike<number>): void {
    this.#starts = withLength(this.#starts, number + 1);
    this.#drop(number);
    if (list.length > 0) this.#starts[number] = 1 + this.#append(list);
  }

  /**
   * Appends a list to the chunks.
   *
   * @returns the start of the list.
   */
  #append(list: ArrayLike<number>): number {
    const left = CHUNK - (this.#end % CHUNK);
    if (1 + list.length > left) this.#end += left;
    const [at, place] = [this.#end >>> CHUNK_BITS, this.#end % CHUNK];
    const chunk = this.#chunks[at] ?? new Uint32Array(CHUNK);
    this.#chunks[at] = chunk;
    chunk[place] = list.length;
    chunk.set(list, place + 1);
    this.#end += 1 + list.length;
    return at * CHUNK + place;
  }

  #drop(number: number): void {
    const { length } = this.get(number);
    if (length === 0) return;
    this.#starts[number] = 0;
    this.#unused += 1 + length;
    if (this.#unused > CHUNK && this.#unused > this.#end / 2) this.#pack();
  }

  #pack(): void {
    const packed = new NumberLists();
    for (const number of this.#starts.keys()) packed.set(number, this.get(number));
    [this.#starts, this.#chunks, this.#end, this.#unused] = [packed.#starts, packed.#chunks, packed.#end, 0];
  }
}

const empty = new Uint32Array();
