import { expect, it } from 'vitest';
import { AppError } from '../platform/errors.ts';
import { CSV_LINES, decoded, parseCsv } from './csv-body.ts';

const isHeading = (cell: string) => cell === 'name' || cell === 'phone';
const rows = (text: string) => parseCsv(text, isHeading).map(({ line, cells }) => [line, ...cells]);

function problemOf(text: string): unknown {
  try {
    return parseCsv(text, isHeading);
  } catch (error) {
    return error instanceof AppError ? error.details.fields : error;
  }
}

it.each([
  ['commas', 'name,phone\n"Kumari, Asha",1\n'],
  ['semicolons', 'name;phone\r\nKumari, Asha;1\r\n'],
  ['tabs after a byte order mark', '\uFEFFname\tphone\nKumari, Asha\t1'],
  ['bars', 'name|phone\rKumari, Asha|1'],
])('parseCsv reads a file with %s', (_name, text) => {
  expect(rows(text)).toEqual([
    [1, 'name', 'phone'],
    [2, 'Kumari, Asha', '1'],
  ]);
});

it('parseCsv takes the separator that a spreadsheet states in the first line', () => {
  expect(rows('sep=;\nname;phone\nA,B;1')).toEqual([
    [2, 'name', 'phone'],
    [3, 'A,B', '1'],
  ]);
});

it('parseCsv reads lines that end in several ways, also in one file, and skips empty ones', () => {
  expect(rows('name,phone\r\nAsha,1\nRavi,2\r\r\n,\nMina,3')).toEqual([
    [1, 'name', 'phone'],
    [2, 'Asha', '1'],
    [3, 'Ravi', '2'],
    [6, 'Mina', '3'],
  ]);
});

it('parseCsv reads cells of several lines with quotation marks in them, and numbers a row by its first line', () => {
  expect(rows('name,phone\n"Asha\n""the first""",1\nRavi,2')).toEqual([
    [1, 'name', 'phone'],
    [2, 'Asha\n"the first"', '1'],
    [4, 'Ravi', '2'],
  ]);
});

it.each([
  ['within a cell', 'UMS "Balika" Sonpur,1'],
  ['after a closed cell', '"Balika" Vidyalaya,1'],
  ['that is never closed', '"Balika Vidyalaya,1'],
])('parseCsv gives a quotation mark %s to its own line only', (_name, line) => {
  const records = parseCsv(`name,phone\n${line}\nRavi,2\nMina,"3"`, isHeading);
  expect(records.map(({ line: number, isQuoteWrong }) => [number, isQuoteWrong])).toEqual([
    [1, false],
    [2, true],
    [3, false],
    [4, false],
  ]);
  expect(records[3]?.cells).toEqual(['Mina', '3']);
});

it('parseCsv refuses a file with too many lines or too many cells', () => {
  expect(problemOf(`name\n${'a\n'.repeat(CSV_LINES + 20)}`)).toEqual({ file: 'csv.tooLong' });
  expect(problemOf('\n'.repeat(2_000_000))).toEqual({ file: 'csv.tooLong' });
  expect(problemOf(`name\nAsha${','.repeat(25 * CSV_LINES + 1)}`)).toEqual({ file: 'csv.unreadable' });
  expect(problemOf(`name${','.repeat(1_001)}\nAsha`)).toEqual({ file: 'csv.unreadable' });
  expect(rows(`name${','.repeat(1_000)}\nAsha`)).toHaveLength(2);
});

it.each([
  ['XLSX or ODS', 'PK\u0003\u0004\u0014\0\u0006'],
  ['XLS', '\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1\0\0'],
  ['PDF', '%PDF-1.7\n1 0 obj'],
  ['RTF', '{\\rtf1\\ansi name,phone}'],
  ['a web page', '\uFEFF \n<html><table><tr><td>name</td><td>phone</td></tr></table>'],
  ['XML', '<?xml version="1.0"?>\n<Workbook/>'],
  ['JSON', '[{"name":"Asha","phone":"1"}]'],
  ['a program', `name,phone\n${'a\0'.repeat(21)}b`],
])('parseCsv refuses %s with a sentence of its own', (_name, text) => {
  expect(problemOf(text)).toEqual({ file: 'csv.otherKind' });
});

it('parseCsv ignores zeros at the end, and gives others to their own line', () => {
  expect(rows(`name,phone\nAs\0ha,1\nRavi,2\n${'\0'.repeat(500)}`)).toEqual([
    [1, 'name', 'phone'],
    [2, 'As\uFFFDha', '1'],
    [3, 'Ravi', '2'],
  ]);
});

it('parseCsv does not let a forgotten quotation mark swallow the rows below it', () => {
  const records = parseCsv(
    'name,phone,school\nAsha,1,"A\nRavi,2,B\nMina,3,C"\nSita,4,"D\nRampur"',
    isHeading,
  );
  expect(records.map(({ line, cells: [name], isQuoteWrong }) => [line, name, isQuoteWrong])).toEqual([
    [1, 'name', false],
    [2, 'Asha', true],
    [3, 'Ravi', false],
    [4, 'Mina', true],
    [5, 'Sita', false],
  ]);
});

it('parseCsv reads a file of unclosed quotation marks in about the time of others', () => {
  const text = `name\n${'"open\n'.repeat(CSV_LINES)}`;
  expect(parseCsv(text, isHeading).filter(({ isQuoteWrong }) => isQuoteWrong)).not.toEqual([]);
});

const text = 'नाम,phone\nS\u00F6ren – आशा,1';
const latin = 'name\nS\u00F6ren';

it.each([
  ['UTF-8', Buffer.from(text), text],
  ['UTF-8 with its mark', Buffer.from(`\uFEFF${text}`), text],
  ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le'), text],
  ['UTF-16 with the bytes swapped', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(), text],
  ['UTF-16 without its mark', Buffer.from(latin, 'utf16le'), latin],
  ['UTF-16 in Hindi without its mark', Buffer.from(text, 'utf16le').swap16(), text],
  ['Windows-1252', Buffer.from(latin, 'latin1'), latin],
])('decoded reads a file in %s', (_name, bytes, expected) => {
  expect(decoded(bytes)).toBe(expected);
});

it('decoded keeps the letters of a file in UTF-8 of which some bytes are damaged', () => {
  const damaged = Buffer.concat([Buffer.from('नाम\nआशा'), Buffer.from([0xe0, 0xa4])]);
  expect(decoded(damaged)).toBe('नाम\nआशा\uFFFD');
});
