import { hasLongRunOfMarks } from '@mutual-transfer/domain/language/text';
import { z } from 'zod';
import type { App } from '../dependencies.ts';
import { AppError } from '../platform/errors.ts';

const MEBIBYTE = 1024 ** 2;

/** Maximum size of a CSV body. */
const CSV_BYTES = 4 * MEBIBYTE;

/** Cost of a CSV body in points of the read budget. The largest file holds the thread for about as long as thirty reads. */
export const CSV_COST = 30;

/** Schema of the body of a route that `acceptCsv` prepared. */
export const csvBody = { consumes: ['text/csv'], body: z.string() };

/** Maximum number of lines of a CSV body, without the line of headings. */
export const CSV_LINES = 20_000;

/** Maximum number of separators of the line of headings. */
const CSV_HEAD_SEPARATORS = 1_000;

/** Maximum length of the line of headings in UTF-16 units. */
const LONGEST_HEADINGS = 100 * CSV_HEAD_SEPARATORS;

/** Maximum number of separators of a CSV body, so that a file with few rows cannot have millions of cells. */
const CSV_SEPARATORS = 25 * CSV_LINES;

/** Maximum length of a cell in UTF-16 units. The longest values of the columns, email addresses and names of schools, are shorter. */
export const CSV_CELL_LENGTH = 500;

/** Number of characters of a quoted cell that are kept of each line. A cell that is longer is refused, or is in a column that is not read. */
const LONGEST_QUOTED = 4 * CSV_CELL_LENGTH;

/** Maximum number of lines of the text, empty ones and those of cells with several lines included. */
const TEXT_LINES = 5 * CSV_LINES;

/** Maximum number of lines that one quoted cell may span. Beyond, its quotation mark is taken for a mistake. */
const LINES_OF_A_ROW = 20;

const separators = [',', ';', '\t', '|'] as const;

/** A row of the file as it was typed. */
export interface CsvRecord {
  /** Line number in the file, of its first line; the file begins with line 1. */
  line: number;
  cells: string[];
  /** True if a quotation mark stands where none may stand, so that the cells may be cut in the wrong places. */
  isQuoteWrong: boolean;
}

/** Makes the routes of this plugin accept `text/csv` and no other content type. The body is decoded as spreadsheets encode it. */
export function acceptCsv(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('text/csv', { parseAs: 'buffer', bodyLimit: CSV_BYTES }, (request, body, done) => {
    // The types leave open whether the body is a text.
    const bytes = Buffer.from(body);
    request.sentBody = bytes;
    done(null, decoded(bytes));
  });
  app.addContentTypeParser('*', (_request, _body, done) =>
    done(new AppError('unsupported_media_type', { message: 'upload.csvNeeded' })),
  );
}

/** Returns the text of a file in UTF-8, in UTF-16 ("Unicode Text" of spreadsheets), or otherwise in Windows-1252. */
export function decoded(bytes: Uint8Array): string {
  const utf16 = orderOfUtf16(bytes);
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // A few damaged characters in a file that is otherwise UTF-8 must not garble the others.
    const lenient = new TextDecoder('utf-8').decode(bytes);
    return /[\u0900-\u097F]/.test(lenient) ? lenient : new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Number of bytes by which UTF-16 is recognised, and of zeros that another file may have in them. */
const BYTES_LOOKED_AT = 1_000;
const FEW_ZEROS = 4;

/** Returns the encoding of a file in UTF-16, also without the mark of the order of bytes; undefined for another file. */
function orderOfUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Separators, digits and Latin letters have a zero as their higher byte. One wrong character does not make UTF-16.
  const zeros = [0, 0];
  const start = bytes.subarray(0, BYTES_LOOKED_AT);
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const isUtf16 = Math.min(even, odd) === 0 && even + odd > FEW_ZEROS && (even + odd) * 20 > start.length;
  if (!isUtf16) return undefined;
  return odd > 0 ? 'utf-16le' : 'utf-16be';
}

/** Matches the start of texts that are often renamed or chosen by mistake: PDF, RTF, web pages, XML and JSON. */
const otherKind = /^\s*(?:%PDF-|\{\\rtf|<[!?a-z]|[[{]["{])/i;

/** Characters below the space that stand in texts. The last one is the mark of the end of a file. */
const controls = ['\0', '\t', '\n', '\v', '\f', '\r', '\u001A'];

/** Returns true for characters that stand in files of programs, such as XLSX, ODS and XLS, and in no text. */
function isNoText(character: string): boolean {
  return character < ' ' && !controls.includes(character);
}

/** Number of characters in which these are searched. */
const CHARACTERS_LOOKED_AT = 200;

/** Number of zero bytes that a text may have by mistake. */
const MOST_ZEROS = 20;

/**
 * Returns the rows of a CSV file, without empty lines. The cells may be separated by commas, semicolons, tabs or bars, and the lines may end
 * in any way, also in several ways within one file. A wrong quotation mark damages its own line only.
 *
 * @param isHeading Returns true for a cell that is a known heading. The separator is the one that cuts out the most of these.
 * @throws {AppError} `validation_failed` with a sentence about `file`: unreadable, or too many rows or cells.
 */
export function parseCsv(text: string, isHeading: (cell: string) => boolean): CsvRecord[] {
  // A disk that was full leaves zeros at the end of a file. Others make their own line unreadable.
  const plain = withoutZerosAtEnd(text.replace(/^\uFEFF/, ''));
  const start = plain.slice(0, CHARACTERS_LOOKED_AT);
  if (otherKind.test(start) || [...start].some(isNoText) || hasMore(plain, '\0', MOST_ZEROS))
    throw otherKindOfFile();
  const lines = plain.replaceAll('\0', '\uFFFD').split(/\r\n|\n|\r/, TEXT_LINES + 1);
  if (lines.length > TEXT_LINES) throw tooLong();
  const [, stated] = /^sep=(.)$/i.exec(lines[0] ?? '') ?? [];
  const form = formOf(lines, isHeading, stated);
  if (hasMore(plain, form.separator, CSV_SEPARATORS)) throw unreadable();
  const records: CsvRecord[] = [];
  for (let index = stated === undefined ? 0 : 1; index < lines.length; ) {
    const { record, next } = readRecord(lines, index, form);
    index = next;
    if (record.cells.every((cell) => cell.trim() === '')) continue;
    records.push(record);
    if (records.length > CSV_LINES + LINES_ABOVE_HEADINGS + 1) throw tooLong();
  }
  return records;
}

/** Maximum number of lines above the line of headings, such as the title of a list. */
export const LINES_ABOVE_HEADINGS = 10;

export function tooLong(maximum = CSV_LINES): AppError {
  return new AppError('validation_failed', {
    fields: { file: 'csv.tooLong' },
    values: { maximum },
  });
}

function unreadable(): AppError {
  return new AppError('validation_failed', { fields: { file: 'csv.unreadable' } });
}

function withoutZerosAtEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\0') end -= 1;
  return text.slice(0, end);
}

function otherKindOfFile(): AppError {
  return new AppError('validation_failed', { fields: { file: 'csv.otherKind' } });
}

/** Separator and width of the rows of a file. */
interface Form {
  separator: string;
  /** Number of cells of the line of headings. */
  width: number;
}

/** Returns the form of a file whose first lines these are. @param stated The separator that the file states in its first line. */
function formOf(lines: readonly string[], isHeading: (cell: string) => boolean, stated?: string): Form {
  const top = lines.slice(0, LINES_ABOVE_HEADINGS + 1).map((line) => line.slice(0, LONGEST_HEADINGS));
  if (top.some((line) => separators.some((separator) => hasMore(line, separator, CSV_HEAD_SEPARATORS))))
    throw unreadable();
  const forms = (stated === undefined ? separators : [stated]).map((separator) => {
    const heads = top.map((line) => {
      const { cells } = readRecord([line], 0, { separator, width: Number.POSITIVE_INFINITY }).record;
      return { width: cells.length, found: cells.filter(isHeading).length };
    });
    const found = Math.max(...heads.map((head) => head.found));
    const width = Math.max(...heads.filter((head) => head.found === found).map((head) => head.width));
    return { separator, found, width };
  });
  const [best] = forms.toSorted((one, other) => other.found - one.found || other.width - one.width);
  return best ?? { separator: ',', width: Number.POSITIVE_INFINITY };
}

/** Place in the lines of a file. */
interface Place {
  line: number;
  position: number;
}

/** Reads the row that begins on a line. `next` is the index of the line after it. */
function readRecord(
  lines: readonly string[],
  index: number,
  form: Form,
): { record: CsvRecord; next: number } {
  const cells: string[] = [];
  let place: Place | undefined = { line: index, position: 0 };
  let last = index;
  while (place !== undefined) {
    const cell = readCell(lines, place, form);
    if (cell === undefined) {
      const typed = (lines[index] ?? '').split(form.separator).map((one) => one.replaceAll('"', ''));
      return { record: { line: index + 1, cells: typed, isQuoteWrong: true }, next: index + 1 };
    }
    cells.push(cell.text);
    last = cell.line;
    place = cell.next;
  }
  return { record: { line: index + 1, cells, isQuoteWrong: false }, next: last + 1 };
}

/** Reads the cell at a place; undefined if a quotation mark in it is wrong. `line` is its last line, `next` the place of the next cell. */
function readCell(lines: readonly string[], { line, position }: Place, form: Form) {
  const { separator } = form;
  const content = lines[line] ?? '';
  const quote = openingQuote(content, position);
  if (quote === -1) {
    const { text, next } = upTo(separator, content, position);
    return text.includes('"')
      ? undefined
      : { text, line, next: next === undefined ? undefined : { line, position: next } };
  }
  const quoted = readQuoted(lines, { line, position: quote + 1 }, form);
  if (quoted === undefined) return undefined;
  const { text, next } = upTo(separator, lines[quoted.line] ?? '', quoted.end);
  // Only spaces may follow the closing quotation mark.
  if (text.trim() !== '') return undefined;
  return {
    text: quoted.text,
    line: quoted.line,
    next: next === undefined ? undefined : { line: quoted.line, position: next },
  };
}

/** Returns the text up to the next separator, and the position after that separator. */
function upTo(separator: string, content: string, position: number) {
  const end = content.indexOf(separator, position);
  return end === -1
    ? { text: content.slice(position), next: undefined }
    : { text: content.slice(position, end), next: end + 1 };
}

/** Returns the position of the quotation mark with which a cell begins, after spaces or as `="…"`; -1 if it begins otherwise. */
function openingQuote(line: string, position: number): number {
  let start = position;
  while (line[start] === ' ') start += 1;
  if (line.startsWith('="', start)) start += 1;
  return line[start] === '"' ? start : -1;
}

/**
 * Reads a quoted cell up to its closing quotation mark; undefined if there is none, or if a whole row stands before it: then the mark was
 * forgotten. `end` is the position after it.
 */
function readQuoted(
  lines: readonly string[],
  { line: from, position: start }: Place,
  { separator, width }: Form,
) {
  let text = '';
  let position = start;
  for (let line = from; line < Math.min(lines.length, from + LINES_OF_A_ROW); line += 1) {
    const content = lines[line] ?? '';
    const quote = closingQuote(content, position);
    const end = Math.min(quote === -1 ? content.length : quote, position + LONGEST_QUOTED);
    const part = content.slice(position, end).replaceAll('""', '"');
    if (line > from && hasMore(part, separator, Math.max(width - 2, 0))) return undefined;
    if (quote !== -1) return { text: text + part, line, end: quote + 1 };
    text += `${part}\n`;
    position = 0;
  }
  return undefined;
}

/** Returns the position of the next quotation mark that is not doubled; -1 if there is none. */
function closingQuote(content: string, start: number): number {
  let position = start;
  while (true) {
    const quote = content.indexOf('"', position);
    if (quote === -1 || content[quote + 1] !== '"') return quote;
    position = quote + 2;
  }
}

/** Returns true if the text contains the separator more than `maximum` times. */
function hasMore(text: string, separator: string, maximum: number): boolean {
  return text.split(separator, maximum + 2).length - 1 > maximum;
}

/** Throws if a cell would take long to normalise. */
export function refuseHostileCells(line: number, cells: readonly string[]): void {
  const maximum = CSV_CELL_LENGTH;
  if (cells.some((cell) => cell.length > maximum))
    throw new AppError('validation_failed', {
      fields: { file: 'csv.cellTooLong' },
      values: { line, maximum },
    });
  if (cells.some(hasLongRunOfMarks))
    throw new AppError('validation_failed', { fields: { file: 'csv.cellMarks' }, values: { line } });
}
