import { expect, it } from 'vitest';
import { AppError } from '../platform/errors.ts';
import { CSV_CELL_LENGTH, CSV_LINES, readCsv } from './csv-body.ts';

const columns = {
  name: { names: ['name', 'नाम'], isRequired: true },
  phone: { names: ['phone', 'mobile number'] },
} as const;

function problemOf(text: string): unknown {
  try {
    return readCsv(text, columns);
  } catch (error) {
    return error instanceof AppError ? error.details.fields : error;
  }
}

it('readCsv reads columns in any order and ignores the others', () => {
  const rows = readCsv('Serial,Mobile_Number, NAME \n1,9876500001, Asha Kumari \n', columns);
  expect(rows).toEqual([{ line: 2, values: { name: 'Asha Kumari', phone: '9876500001' } }]);
});

it.each([
  ['commas', 'name,phone\n"Kumari, Asha",1\n'],
  ['semicolons', 'name;phone\r\nKumari, Asha;1\r\n'],
  ['tabs after a byte order mark', '\uFEFFनाम\tphone\nKumari, Asha\t1'],
])('readCsv reads a file with %s', (_name, text) => {
  expect(readCsv(text, columns)).toEqual([{ line: 2, values: { name: 'Kumari, Asha', phone: '1' } }]);
});

it('readCsv skips empty lines, returns the line number of each row, and leaves missing cells empty', () => {
  const rows = readCsv('name,phone\n\nAsha\n,\nRavi,2\n', columns);
  expect(rows).toEqual([
    { line: 3, values: { name: 'Asha', phone: '' } },
    { line: 5, values: { name: 'Ravi', phone: '2' } },
  ]);
});

it('readCsv refuses a file that is empty or unreadable, or lacks or repeats a column', () => {
  expect(problemOf('')).toEqual({ file: 'csv.empty' });
  expect(problemOf('name,phone\n')).toEqual({ file: 'csv.empty' });
  expect(problemOf('name\n"Asha')).toEqual({ file: 'csv.unreadable' });
  expect(problemOf('name,phone\nAsha,1\0')).toEqual({ file: 'csv.unreadable' });
  const ansi = Buffer.from('name\nS\xF6ren', 'latin1').toString();
  expect(problemOf(ansi)).toEqual({ file: 'csv.unreadable' });
  expect(problemOf('phone\n1')).toEqual({ file: 'csv.column' });
  expect(problemOf('name,नाम\nAsha,आशा')).toEqual({ file: 'csv.columnTwice' });
});

it('readCsv refuses a file with more lines than the maximum', () => {
  expect(readCsv(`name\n${'a\n'.repeat(CSV_LINES)}`, columns)).toHaveLength(CSV_LINES);
  expect(problemOf(`name\n${'a\n'.repeat(CSV_LINES + 1)}`)).toEqual({ file: 'csv.tooLong' });
});

it('readCsv reads no lines beyond the maximum, and refuses a file with too many cells', () => {
  expect(problemOf(`name\n${'a\n'.repeat(CSV_LINES + 1)}"open`)).toEqual({ file: 'csv.tooLong' });
  expect(problemOf(`name\nAsha${','.repeat(25 * CSV_LINES + 1)}`)).toEqual({ file: 'csv.unreadable' });
  expect(problemOf(`name${','.repeat(1_001)}\nAsha`)).toEqual({ file: 'csv.unreadable' });
  expect(readCsv(`name${','.repeat(1_000)}\nAsha`, columns)).toHaveLength(1);
});

it.each([
  ['its head', (cell: string) => `name,${cell}\nAsha,1`, 1],
  ['a column', (cell: string) => `name,phone\nRavi,1\nAsha,${cell}`, 3],
])(
  'readCsv refuses a long cell and a long run of combining marks in %s, and reports the line number',
  (_name, fileWith, line) => {
    const refusal = (cell: string) => {
      try {
        return readCsv(fileWith(cell), columns).length;
      } catch (error) {
        return error instanceof AppError ? error.details : error;
      }
    };
    const values = { line, maximum: CSV_CELL_LENGTH };
    const long = `a${'\u0301\u0323'.repeat(CSV_CELL_LENGTH / 2)}`;
    expect(refusal(long)).toEqual({ fields: { file: 'csv.cellTooLong' }, values });
    expect(refusal('a'.repeat(CSV_CELL_LENGTH))).toBeTypeOf('number');
    for (const marks of ['\u0301\u0323', '\u0301\u200D'])
      expect(refusal(`a${marks.repeat(31)}`)).toEqual({
        fields: { file: 'csv.cellMarks' },
        values: { line },
      });
  },
);

it('readCsv ignores the length of cells in columns that it does not read', () => {
  const remark = `a${'\u0301'.repeat(2 * CSV_CELL_LENGTH)}`;
  expect(readCsv(`name,remark\nAsha,${remark}`, columns)).toMatchObject([{ values: { name: 'Asha' } }]);
});
