const FIRST_CAPACITY = 1_024;

/** A list of numbers for each number from 0 on, one after the other in one array. */
export class NumberLists {
  /** Where the list of each number starts, plus one; 0 for none. */
  #starts = new Uint32Array(FIRST_CAPACITY);
  /** Each list after its length. */
  #store = new Uint32Array(FIRST_CAPACITY * 16);
  #end = 0;

  /** How many bytes it takes. */
  get bytes(): number {
    return this.#starts.byteLength + this.#store.byteLength;
  }

  /** The list of that number, to be read before the next change; empty where none was set. */
  get(number: number): Uint32Array {
    const start = this.#starts[number] ?? 0;
    return start === 0 ? empty : this.#store.subarray(start, start + (this.#store[start - 1] ?? 0));
  }

  /** Gives back what was taken in advance. */
  trim(): void {
    this.#store = this.#store.slice(0, this.#end);
  }

  /** Sets the list of that number. The place of the one before is not used again. */
  set(number: number, list: ArrayLike<number>): void {
    this.#starts = grown(this.#starts, number + 1);
    if (list.length === 0) {
      this.#starts[number] = 0;
      return;
    }
    this.#store = grown(this.#store, this.#end + 1 + list.length);
    this.#store[this.#end] = list.length;
    this.#store.set(list, this.#end + 1);
    this.#starts[number] = this.#end + 1;
    this.#end += 1 + list.length;
  }
}

const empty = new Uint32Array();

function grown(array: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  if (length <= array.length) return array;
  const larger = new Uint32Array(Math.max(length, Math.ceil(array.length * 1.5)));
  larger.set(array);
  return larger;
}
