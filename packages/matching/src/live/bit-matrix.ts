/** Growable square matrix of bits: row r holds the columns connected to r. Rows are read as 32-bit words. */
export class BitMatrix {
  #rows: Uint32Array[] = [];
  #words = 1;

  /** Number of words in a row. */
  get words(): number {
    return this.#words;
  }

  /** Number of rows and columns. */
  get size(): number {
    return this.#rows.length;
  }

  /** Grows the matrix to rows and columns 0 … size-1. */
  growTo(size: number): void {
    const words = Math.max(1, Math.ceil(size / 32));
    if (words > this.#words) {
      this.#words = words * 2;
      this.#rows = this.#rows.map((row) => {
        const wider = new Uint32Array(this.#words);
        wider.set(row);
        return wider;
      });
    }
    while (this.#rows.length < size) this.#rows.push(new Uint32Array(this.#words));
  }

  /** Sets a bit within the size of the matrix. */
  set(row: number, column: number): void {
    this.row(row)[column >>> 5] |= 1 << (column & 31);
  }

  /** Clears a bit within the size of the matrix. */
  clear(row: number, column: number): void {
    this.row(row)[column >>> 5] &= ~(1 << (column & 31));
  }

  /** Returns the words of a row, not copied; an empty row beyond the last one. */
  row(row: number): Uint32Array {
    return this.#rows[row] ?? new Uint32Array(this.#words);
  }
}

/** Returns the columns whose bit is set, ascending. */
export function bitsOf(words: Uint32Array): number[] {
  const bits: number[] = [];
  for (let word = 0; word < words.length; word++) {
    for (let rest = words[word]; rest !== 0; rest &= rest - 1) {
      bits.push(word * 32 + 31 - Math.clz32(rest & -rest));
    }
  }
  return bits;
}

/** Returns the columns whose bit is set in both rows, ascending. */
export function commonBits(first: Uint32Array, second: Uint32Array): number[] {
  const bits: number[] = [];
  for (let word = 0; word < first.length; word++) {
    for (let rest = first[word] & second[word]; rest !== 0; rest &= rest - 1) {
      bits.push(word * 32 + 31 - Math.clz32(rest & -rest));
    }
  }
  return bits;
}

/** Returns true if the bit of a column is set in a row. */
export function hasBit(words: Uint32Array, column: number): boolean {
  return (words[column >>> 5] & (1 << (column & 31))) !== 0;
}
