import type {
  ImportColumn,
  ImportedFile,
  unreadableLines,
} from '@mutual-transfer/domain/administration/imports';
import { letterKey } from '@mutual-transfer/domain/language/comparison';
import { comparisonKey, withLatinDigits } from '@mutual-transfer/domain/language/text';
import {
  CSV_CELL_LENGTH,
  CSV_LINES,
  type CsvRecord,
  LINES_ABOVE_HEADINGS,
  parseCsv,
  refuseHostileCells,
  tooLong,
} from '../../http/csv-body.ts';
import { AppError } from '../../platform/errors.ts';
import { mapInTurns } from '../../platform/map-in-turns.ts';

/** Column to read, with the headings that offices give it, in the order of precedence. The first one of each language stands in messages. */
export interface ReadColumn {
  names: readonly string[];
  /** Headings that mean this column in a file that has none of `names`. */
  nextNames?: readonly string[];
  /** Headings that mean this column only in a file that has none of the others. */
  looseNames?: readonly string[];
  isRequired?: true;
  /** A cell of this column may be merged over all rows of a group. */
  isMerged?: true;
}

/** Reason for which the cells of a row cannot be relied on. */
export type Unreadable = (typeof unreadableLines)[number];

export interface ReadRow<Column extends ImportColumn> {
  /** Line number in the file. */
  line: number;
  /** Cells by column; an empty text for a column that the file does not have. */
  values: Readonly<Record<Column, string>>;
  unreadable?: Unreadable;
  /** Columns whose cells have lost letters. */
  lost?: readonly ImportColumn[];
}

export interface ReadFile<Column extends ImportColumn> {
  /** `skipped` counts the lines that hold no record: repeated headings, numbers of the columns, totals. */
  file: ImportedFile;
  rows: ReadRow<Column>[];
  has: (column: Column) => boolean;
}

/**
 * Reads a CSV file by its headings, which may stand in any order, below a title, and in many spellings. Other columns are not read, and are
 * named.
 *
 * @throws {AppError} `validation_failed` with a sentence about `file`: unreadable, no rows, too many rows, a cell that is too long or that
 *   has long runs of combining marks, a missing or repeated column.
 */
export async function readFile<Column extends ImportColumn>(
  text: string,
  columns: Readonly<Record<Column, ReadColumn>>,
): Promise<ReadFile<Column>> {
  const headings = new Headings(columns);
  const records = parseCsv(text, (cell) => headings.find(cell) !== undefined);
  const known = records.slice(0, LINES_ABOVE_HEADINGS + 1).map(({ cells }) => headings.knownIn(cells));
  const at = Math.max(0, known.indexOf(Math.max(0, ...known)));
  const head = records[at];
  const below = records.slice(at + 1);
  if (head === undefined) throw new AppError('validation_failed', { fields: { file: 'csv.empty' } });
  refuseHostileCells(head.line, head.cells);
  const positions = headings.positionsIn(head.cells);
  if (below.length === 0) throw new AppError('validation_failed', { fields: { file: 'csv.empty' } });
  if (below.length > CSV_LINES) throw tooLong();
  const readAs = [...positions].map(([column, position]) => ({
    heading: shown(head.cells[position]),
    column,
  }));
  const reading = { positions, width: head.cells.length };
  const read = await mapInTurns(below, (record) =>
    isWithoutRecord(record.cells, head.cells) ? [] : [readRow(record, columns, reading)],
  );
  const rows = read.flat();
  const readPositions = new Set(positions.values());
  const notRead = head.cells.flatMap((cell, index) =>
    readPositions.has(index) || cell.trim() === '' ? [] : shown(cell),
  );
  return {
    file: {
      ...{ readAs, notRead, headingLine: head.line, lines: below.length },
      skipped: below.length - rows.length,
    },
    rows,
    has: (column) => positions.has(column),
  };
}

/** Matches a cell that names a line of totals. */
const total = /^(?:grand |sub ?)?totals?$|^(?:कुल|योग|कुल योग|महायोग)$/u;

/** Returns true for a line that holds no record: the headings again, the numbers of the columns, or a total without other words. */
function isWithoutRecord(cells: readonly string[], head: readonly string[]): boolean {
  // The row is refused: comparing its words would take quadratic time.
  if (cells.some((cell) => cell.length > CSV_CELL_LENGTH)) return false;
  const filled = cells.flatMap((cell, index) => (shown(cell) === '' ? [] : [{ text: shown(cell), index }]));
  if (
    filled.every(
      ({ text, index }) => headingKey(text) === headingKey(head[index] ?? '') && /\p{L}/u.test(text),
    )
  )
    return true;
  const numbers = filled.map(({ text }) => Number(withLatinDigits(text).replace(/^\((.*)\)$/, '$1')));
  if (filled.length >= 3 && numbers.every((number, position) => number === position + 1)) return true;
  const words = filled.map(({ text }) => comparisonKey(text).replace(/[\s:.=-]+$/, ''));
  return (
    words.some((word) => total.test(word)) && words.every((word) => total.test(word) || !/\p{L}/u.test(word))
  );
}

function readRow<Column extends ImportColumn>(
  { line, cells, ...record }: CsvRecord,
  columns: Readonly<Record<Column, ReadColumn>>,
  { positions, width }: { positions: ReadonlyMap<Column, number>; width: number },
): ReadRow<Column> {
  const read = Object.keys(columns).map((column) => {
    // The cast restores the type of the keys.
    const position = positions.get(column as Column);
    return [column, position === undefined ? '' : (cells[position] ?? '')] as const;
  });
  const typed = read.map(([, cell]) => cell);
  refuseHostileCells(line, typed);
  const values = Object.fromEntries(read.map(([column, cell]) => [column, cleaned(cell)]));
  // A cell that swallowed the next line leaves the row with too few cells.
  const isSwallowing = cells.length < width && cells.some((cell) => cell.includes('\n'));
  const isQuoteWrong = record.isQuoteWrong || isSwallowing;
  const lost = read.flatMap(([column, cell]) => (hasLostLetters(cell) ? [column as Column] : []));
  const damage = lost.length > 0 ? 'lost_letters' : typed.some(isCellError) ? 'cell_error' : undefined;
  const unreadable = isQuoteWrong ? 'wrong_quote' : damage;
  return {
    line,
    values: values as Record<Column, string>,
    ...(unreadable !== undefined && { unreadable }),
    ...(lost.length > 0 && { lost }),
  };
}

/** Matches letters that an encoding without them replaced, and Devanagari in UTF-8 that was read as Windows-1252. */
const lostLetters = /\uFFFD|\?{2,}|à[¤¥]/;

function hasLostLetters(cell: string): boolean {
  return lostLetters.test(cell);
}

/** Matches what a spreadsheet shows instead of a value: the error of a formula, or a column that is too narrow. */
const cellError = /^(?:#(?:ref|value|name|num|null|n\/a|div\/0|spill|calc)[!?]?|#{3,})$/i;

function isCellError(cell: string): boolean {
  return cellError.test(trimmed(cell));
}

/** Matches what offices write where they have no value. */
const noValue =
  /^(?:\p{Pd}+|n\.? ?\/? ?a\.?|nil|null|none|not (?:available|applicable)|उपलब्ध नहीं|लागू नहीं|अनुपलब्ध)$/iu;

/**
 * Returns a cell without what spreadsheets and our own exports add around the value: spaces and invisible characters, `="…"`, and the
 * apostrophe that makes a formula a text. A cell that says that there is no value is empty.
 */
function cleaned(cell: string): string {
  const [, formula] = /^\s*="(.*)"\s*$/s.exec(cell) ?? [];
  const inner = trimmed(formula ?? cell);
  const [, quoted] = /^[“‘'](.*)[”’']$/s.exec(inner) ?? [];
  const value = trimmed((quoted ?? inner).replace(/^['’]+(?=.)/, ''));
  return noValue.test(value) ? '' : value;
}

function trimmed(text: string): string {
  return text.replace(/^[\s\p{Cf}\p{Cc}]+/u, '').replace(/[\s\p{Cf}\p{Cc}]+$/u, '');
}

function shown(cell = ''): string {
  return trimmed(cell).replaceAll(/\s+/g, ' ');
}

/** Words that a heading may have or not. */
const numberWords = new Set(['no', 'nos', 'num', 'number', 'नं', 'न', 'नंबर', 'नम्बर', 'संख्या', 'सं', 'क्र']);
/** The same words at the end of a heading that is written without spaces. */
const numberEnding = /(?<=.{4})(?:number|no|नंबर|नम्बर|संख्या)$/u;

/** Words that connect others: `date of the order` and `आदेश का दिनांक`. */
const connectingWords = new Set(['of', 'the', 'का', 'की', 'के']);

/** Headings of the number of a row, which is no number of anything else. */
const serialHeadings = new Set(['क्रमसंख्या', 'क्रमांक', 'क्रसं', 'क्रमसं', 'serialno', 'slno', 'srno', 'sno']);

/** Short forms of words in headings. */
const shortForms = new Map([
  ['dt', 'date'],
  ['dtd', 'dated'],
  ['ord', 'order'],
  ['दि', 'दिनांक'],
  ['ति', 'तिथि'],
]);

/** Returns the letters of a heading, without case, nukta and words for "number", so that its spellings are equal. */
function headingKey(text: string): string {
  const words = wordsOf(text);
  if (serialHeadings.has(words.join(''))) return '';
  const isNumber = words.length > 1 && numberWords.has(words.at(-1) ?? '');
  return (isNumber ? words.slice(0, -1) : words).join('').replace(numberEnding, '');
}

function wordsOf(text: string): string[] {
  const letters = letterKey(text)
    // `न` before a consonant is also written as anusvara.
    .replaceAll(/[ङञणनम]\u094D(?=[\u0915-\u0939])/gu, '\u0902');
  return (letters.match(/[\p{L}\p{M}]+/gu) ?? [])
    .filter((word) => !connectingWords.has(word))
    .map((word) => shortForms.get(word) ?? word);
}

/** Matches what stands between two names of one column: `Order No. / Memo No.`, `आदेश सं० एवं ज्ञापांक`. */
const betweenNames = /[/|&,\n]|(?<=\s)(?:and|or|एवं|व|तथा|या)(?=\s)/iu;

/** Way to read a heading. `isWhole`: it counts only if all its parts are known. */
interface Reading {
  keys: string[];
  isWhole: boolean;
}

/** Returns the ways to read a heading, the most literal first: whole, without brackets, its two languages, and several names. */
function readings(heading: string): Reading[] {
  const inBrackets = /[([{].*?[)\]}]/gs;
  const withoutBrackets = heading.replaceAll(inBrackets, ' ');
  const parts = heading.split(/[/|()[\]{}\n]+/).filter((part) => /\p{L}/u.test(part));
  const scripts = new Set(parts.map((part) => /\p{Script=Devanagari}/u.test(part)));
  const reading = (texts: readonly string[], isWhole = false) => ({
    keys: texts.map(headingKey).filter((key) => key !== ''),
    isWhole,
  });
  return [
    reading([heading]),
    reading([withoutBrackets]),
    ...(scripts.size > 1 ? [reading(parts)] : []),
    reading(withoutBrackets.split(betweenNames), true),
  ];
}

/** Rank of `looseNames`. */
const LOOSE = 2;

/** The headings that columns may have. */
class Headings<Column extends ImportColumn> {
  /** Columns by heading. A file with headings of several ranks for a column has it in the first of these ranks. */
  private readonly known = new Map<string, { column: Column; rank: number }>();
  private readonly columns: Readonly<Record<Column, ReadColumn>>;

  constructor(columns: Readonly<Record<Column, ReadColumn>>) {
    this.columns = columns;
    // The cast restores the type of the keys.
    for (const [column, { names, nextNames = [], looseNames = [] }] of Object.entries<ReadColumn>(
      columns,
    ) as [Column, ReadColumn][]) {
      for (const [rank, ranked] of [...[names, nextNames, looseNames].entries()].reverse())
        for (const name of ranked) this.known.set(headingKey(name), { column, rank });
    }
  }

  find(heading: string): { column: Column; rank: number } | undefined {
    if (heading.length > 100) return undefined;
    for (const { keys, isWhole } of readings(heading)) {
      const found = keys.flatMap((key) => this.known.get(key) ?? []);
      const [first] = found;
      if (first === undefined || (isWhole && found.length < keys.length)) continue;
      if (found.every(({ column }) => column === first.column)) return first;
    }
    return undefined;
  }

  /** Returns a number that is larger the more headings a line has; those in the usual words count more. */
  knownIn(cells: readonly string[]): number {
    const found = cells.flatMap((cell) => this.find(cell) ?? []);
    return found.length + found.filter(({ rank }) => rank < LOOSE).length;
  }

  /** Returns the position of each column. @throws {AppError} `validation_failed` for a column that is missing or there twice. */
  positionsIn(head: readonly string[]): Map<Column, number> {
    const found = head.flatMap((heading, position) => {
      const named = this.find(heading);
      return named === undefined ? [] : { ...named, position };
    });
    const positions = new Map<Column, number>();
    for (const [name, description] of Object.entries<ReadColumn>(this.columns)) {
      const column = name as Column;
      const all = found.filter((one) => one.column === column);
      const best = Math.min(...all.map(({ rank }) => rank));
      const [first, second] = all.filter(({ rank }) => rank === best);
      if (second !== undefined)
        throw new AppError('validation_failed', {
          fields: { file: 'csv.columnTwice' },
          values: { column: titleOf(description) },
        });
      if (first === undefined && description.isRequired) throw withoutColumn([description], head);
      if (first !== undefined) positions.set(column, first.position);
    }
    return positions;
  }
}

export function headingsOf({ readAs, notRead }: Pick<ImportedFile, 'readAs' | 'notRead'>): string[] {
  return [...readAs.map(({ heading }) => heading), ...notRead];
}

/** Returns the error that no row of a file has the values that are needed, with its headings. */
export function nothingUsable(file: Pick<ImportedFile, 'readAs' | 'notRead'>): AppError {
  const { details } = withoutColumn([], headingsOf(file));
  return new AppError('validation_failed', { ...details, fields: { file: 'csv.nothingUsable' } });
}

/** Number of headings that an error names. */
const HEADINGS_NAMED = 30;

/** Returns a heading that the column may have, in both languages. */
function titleOf({ names }: ReadColumn): string {
  const hindi = names.find((name) => /\p{Script=Devanagari}/u.test(name));
  return [names[0], hindi].filter((name) => name !== undefined).join(' / ');
}

/** Returns the error that a file has none of these columns, with the headings that it has. */
export function withoutColumn(columns: readonly ReadColumn[], head: readonly string[]): AppError {
  const headings = head
    .map(shown)
    .filter((heading) => heading !== '')
    .slice(0, HEADINGS_NAMED);
  return new AppError('validation_failed', {
    fields: { file: headings.length === 0 ? 'csv.noHeadings' : 'csv.column' },
    values: {
      column: columns.map(titleOf).join('” / “'),
      headings: headings.map((heading) => `“${heading}”`).join(', '),
    },
  });
}
