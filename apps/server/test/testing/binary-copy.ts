import { type BinaryRow, BinaryRows } from '../../src/platform/database/binary-rows.ts';

/** Field of a row as PostgreSQL sends it; null for NULL. */
type Field = Buffer | null;

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');

/** Returns the bytes of a binary COPY of these rows. */
export function binaryCopy(rows: readonly (readonly Field[])[]): Buffer {
  const flagsAndExtension = Buffer.alloc(8);
  return Buffer.concat([
    SIGNATURE,
    flagsAndExtension,
    ...rows.flatMap((fields) => [int16(fields.length), ...fields.flatMap(withLength)]),
    int16(-1),
  ]);
}

/** Calls `take` with each of these rows as a load receives it. */
export function takeRows(rows: readonly (readonly Field[])[], take: (row: BinaryRow) => void): void {
  new BinaryRows().push(binaryCopy(rows), take);
}

export function uuidField(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

export function textField(text: string | null): Field {
  return text === null ? null : Buffer.from(text);
}

export function booleanField(value: boolean): Buffer {
  return Buffer.from([value ? 1 : 0]);
}

export function doubleField(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}

/** Returns a `tsvector`; the n-th word has n positions. A `tsvector` that an operator wrote may have any number of positions. */
export function wordsField(words: readonly string[]): Buffer {
  const parts = words.map((word, positions) =>
    Buffer.concat([Buffer.from(`${word}\0`), int16(positions), Buffer.alloc(2 * positions, 1)]),
  );
  return Buffer.concat([int32(words.length), ...parts]);
}

function withLength(field: Field): Buffer[] {
  return field === null ? [int32(-1)] : [int32(field.length), field];
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
