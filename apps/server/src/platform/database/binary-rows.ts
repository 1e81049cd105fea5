/** Length of the header of a binary COPY: signature, flags, and the length of the (empty) extension. */
const HEADER_BYTES = 19;
const COUNT_BYTES = 2;
const LENGTH_BYTES = 4;
/** Field count that marks the end of a binary COPY. */
const END = -1;
const ID_BYTES = 16;

/** Row of a binary COPY. It refers to positions in the received bytes, and is valid until the next row is read. */
export class BinaryRow {
  bytes: Buffer = Buffer.alloc(0);
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  isNull(field: number): boolean {
    return this.end(field) < this.start(field);
  }

  start(field: number): number {
    return this.#starts[field] ?? 0;
  }

  end(field: number): number {
    return this.#ends[field] ?? 0;
  }

  /** Returns the field of type `boolean`; false for NULL. */
  boolean(field: number): boolean {
    return !this.isNull(field) && this.bytes[this.start(field)] === 1;
  }

  /** Returns the field of type `uuid`. */
  id(field: number): string {
    return textOfId(this.bytes, this.start(field));
  }

  /** Returns the field of type `float8`. */
  double(field: number): number {
    return this.bytes.readDoubleBE(this.start(field));
  }

  /** Reads the row that begins at a position. @returns the position after the row; `undefined` if the bytes end within the row. */
  read(bytes: Buffer, position: number): number | undefined {
    if (position + COUNT_BYTES > bytes.length) return undefined;
    const count = bytes.readInt16BE(position);
    let at = position + COUNT_BYTES;
    for (let field = 0; field < count; field += 1) {
      if (at + LENGTH_BYTES > bytes.length) return undefined;
      const length = bytes.readInt32BE(at);
      at += LENGTH_BYTES;
      this.#starts[field] = at;
      this.#ends[field] = at + length;
      at += Math.max(0, length);
    }
    if (at > bytes.length) return undefined;
    this.bytes = bytes;
    return at;
  }
}

/** Splits the chunks of a binary COPY into rows. */
export class BinaryRows {
  readonly #row = new BinaryRow();
  #rest: Buffer = Buffer.alloc(0);
  #isBeforeHeader = true;

  /** Calls `take` with each row that this chunk completes. */
  push(chunk: Buffer, take: (row: BinaryRow) => void): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let position = 0;
    if (this.#isBeforeHeader && bytes.length >= HEADER_BYTES) {
      position = HEADER_BYTES;
      this.#isBeforeHeader = false;
    }
    while (!this.#isBeforeHeader && !isEnd(bytes, position)) {
      const next = this.#row.read(bytes, position);
      if (next === undefined) break;
      take(this.#row);
      position = next;
    }
    this.#rest = bytes.subarray(position);
  }
}

function isEnd(bytes: Buffer, position: number): boolean {
  return position + COUNT_BYTES <= bytes.length && bytes.readInt16BE(position) === END;
}

const HEX = Buffer.from('0123456789abcdef');
/** Positions of the first hexadecimal digit of each byte in the text of a UUID. */
const DIGIT_POSITIONS = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const idText = Buffer.from('00000000-0000-0000-0000-000000000000');

/** Returns the text of a UUID of 16 bytes. */
function textOfId(bytes: Buffer, start: number): string {
  for (let index = 0; index < ID_BYTES; index += 1) {
    const byte = bytes[start + index] ?? 0;
    const position = DIGIT_POSITIONS[index] ?? 0;
    idText[position] = HEX[byte >>> 4] ?? 0;
    idText[position + 1] = HEX[byte & 15] ?? 0;
  }
  return idText.toString('latin1');
}
