/** List of 32-bit integers that grows by doubling: a column of a table while it is read. */
export class IntList {
  #values = new Int32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Int32Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  /** Returns the value at an index below the length. */
  at(index: number): number {
    return this.#values[index];
  }

  /** Returns the values without a copy; valid until the next push. */
  view(): Int32Array {
    return this.#values.subarray(0, this.#length);
  }
}
