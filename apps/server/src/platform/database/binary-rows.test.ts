import { v7 as newId } from 'uuid';
import { expect, it } from 'vitest';
import {
  binaryCopy,
  booleanField,
  doubleField,
  textField,
  uuidField,
} from '../../../test/testing/binary-copy.ts';
import { type BinaryRow, BinaryRows } from './binary-rows.ts';

const rows = [
  { id: newId(), flag: true, text: 'गया', number: 1_731_646_822_000.5 },
  { id: '0123abcd-0000-7fff-8000-ffffffffffff', flag: false, text: null, number: -0.25 },
  { id: newId(), flag: null, text: '', number: 0 },
];

const sent = binaryCopy(
  rows.map(({ id, flag, text, number }) => [
    uuidField(id),
    flag === null ? null : booleanField(flag),
    textField(text),
    doubleField(number),
  ]),
);

function read(row: BinaryRow) {
  return {
    id: row.id(0),
    flag: row.isNull(1) ? null : row.boolean(1),
    text: row.isNull(2) ? null : row.bytes.toString('utf8', row.start(2), row.end(2)),
    number: row.double(3),
  };
}

it('BinaryRows reads the same rows wherever the bytes are cut into chunks', () => {
  for (let cut = 0; cut <= sent.length; cut += 1) {
    for (const size of [1, 7, sent.length]) {
      const found: unknown[] = [];
      const parts = new BinaryRows();
      parts.push(sent.subarray(0, cut), (row) => found.push(read(row)));
      for (let start = cut; start < sent.length; start += size) {
        parts.push(sent.subarray(start, start + size), (row) => found.push(read(row)));
      }
      expect(found).toEqual(rows);
    }
  }
});

it('BinaryRow.boolean returns false for NULL', () => {
  const found: boolean[] = [];
  new BinaryRows().push(sent, (row) => found.push(row.boolean(1)));
  expect(found).toEqual([true, false, false]);
});
