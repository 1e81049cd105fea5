import { grown } from './grown.ts';

const FIRST_CAPACITY = 1_024;

/** A list of numbers for each number from 0 on, one after the other in one array. */
export class NumberLists {
  /** Where the list of each number starts, plus one; 0 for none. */
  #starts = new Uint32Array(FIRST_CAPACITY);
  /** Each list after its length. */
  #store = new Uint32Array(FIRST_CAPACITY * 16);
  #end = 0;
  /** How much of the store belongs to lists that were replaced. */
  #unused = 0;

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

  /** Sets the list of that number. Where more than half of the store belongs to lists that were replaced, it is packed. */
  set(number: number, list: ArrayLike<number>): void {
    this.#starts = grown(this.#starts, number + 1);
    this.#drop(number);
    if (list.length === 0) return;
    this.#store = grown(this.#store, this.#end + 1 + list.length);
    this.#store[this.#end] = list.length;
    this.#store.set(list, this.#end + 1);
    this.#starts[number] = this.#end + 1;
    this.#end += 1 + list.length;
  }

  #drop(number: number): void {
    const { length } = this.get(number);
    if (length === 0) return;
    this.#starts[number] = 0;
    this.#unused += 1 + length;
    if (this.#unused > this.#store.length / 2) this.#pack();
  }

  #pack(): void {
    const packed = new Uint32Array(this.#store.length);
    let end = 0;
    for (const number of this.#starts.keys()) {
      const list = this.get(number);
      if (list.length === 0) continue;
      packed[end] = list.length;
      packed.set(list, end + 1);
      this.#starts[number] = end + 1;
      end += 1 + list.length;
    }
    [this.#store, this.#end, this.#unused] = [packed, end, 0];
  }
}

const empty = new Uint32Array();
