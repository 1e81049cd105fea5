/** A square matrix of bits that grows: row r holds the columns that r is tied to. Rows are read as words of 32 bits. */
export class BitMatrix {
  #rows: Uint32Array[] = [];
  #words = 1;

  /** Words in a row. */
  get words(): number {
    return this.#words;
  }

  /** How many rows, and as many columns, there is room for. */
  get size(): number {
    return this.#rows.length;
  }

  /** Makes room for rows and columns 0 … size-1. */
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

  /** Ties the column to the row; there must be room for both. */
  set(row: number, column: number): void {
    this.row(row)[column >>> 5] |= 1 << (column & 31);
  }

  /** Unties the column from the row. */
  clear(row: number, column: number): void {
    this.row(row)[column >>> 5] &= ~(1 << (column & 31));
  }

  /** The words of a row, which change with it; of a row beyond the last one, words without a bit. */
  row(row: number): Uint32Array {
    return this.#rows[row] ?? new Uint32Array(this.#words);
  }
}

/** The columns whose bit is set, ascending. */
export function bitsOf(words: Uint32Array): number[] {
  const bits: number[] = [];
  for (let word = 0; word < words.length; word++) {
    for (let rest = words[word]; rest !== 0; rest &= rest - 1) {
      bits.push(word * 32 + 31 - Math.clz32(rest & -rest));
    }
  }
  return bits;
}

/** The columns whose bit is set in both rows, ascending. */
export function commonBits(first: Uint32Array, second: Uint32Array): number[] {
  const bits: number[] = [];
  for (let word = 0; word < first.length; word++) {
    for (let rest = first[word] & second[word]; rest !== 0; rest &= rest - 1) {
      bits.push(word * 32 + 31 - Math.clz32(rest & -rest));
    }
  }
  return bits;
}

/** Whether the bit of a column is set in a row. */
export function hasBit(words: Uint32Array, column: number): boolean {
  return (words[column >>> 5] & (1 << (column & 31))) !== 0;
}
