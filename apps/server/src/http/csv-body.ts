import { hasLongRunOfMarks, isStorable } from '@mutual-transfer/domain/language/text';
import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { App } from '../dependencies.ts';
import { AppError } from '../platform/errors.ts';

const MEBIBYTE = 1024 ** 2;

/** Maximum size of a CSV body. */
const CSV_BYTES = 4 * MEBIBYTE;

/** Cost of a CSV body in points of the read budget. The largest file holds the thread for about as long as thirty reads. */
export const CSV_COST = 30;

/** Stands for the bytes of a file in another encoding than UTF-8. */
const REPLACEMENT_CHARACTER = '\uFFFD';

/** Schema of the body of a route that `acceptCsv` prepared. */
export const csvBody = { consumes: ['text/csv'], body: z.string() };

/** Maximum number of lines of a CSV body, without the header line. */
export const CSV_LINES = 20_000;

/** Maximum number of separators of the first line, each of which costs several times the work of one in another line. */
const CSV_HEAD_SEPARATORS = 1_000;

/** Maximum number of separators of a CSV body, so that a file with few rows cannot have millions of cells. */
const CSV_SEPARATORS = 25 * CSV_LINES;

/** Maximum length of a cell in UTF-16 units. The longest values of the columns, email addresses and names of schools, are shorter. */
export const CSV_CELL_LENGTH = 500;

/** Column to read, with the names that the header line may use for it. Case, spaces, hyphens and underscores are ignored. */
export interface ReadColumn {
  names: readonly string[];
  isRequired?: true;
}

export interface CsvRow<Column extends string> {
  /** Line number in the file; that of the last line, if the row contains line breaks. The header is line 1. */
  line: number;
  /** Trimmed texts by column; an empty text for a column that the file does not have. */
  values: Readonly<Record<Column, string>>;
}

/** Makes the routes of this plugin accept `text/csv` and no other content type. */
export function acceptCsv(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('text/csv', { parseAs: 'string', bodyLimit: CSV_BYTES }, (request, body, done) => {
    request.sentBody = body;
    done(null, body);
  });
  app.addContentTypeParser('*', (_request, _body, done) =>
    done(new AppError('unsupported_media_type', { message: 'upload.csvNeeded' })),
  );
}

/**
 * Returns the rows of a CSV file whose first line names its columns, in any order. Ignores other columns and empty lines. The columns may
 * be separated by commas, semicolons or tabs, as spreadsheets write them.
 *
 * @throws {AppError} `validation_failed` with a sentence about `file`: unreadable, no rows, too many rows, a cell that is too long or that
 *   has long runs of combining marks, a missing or repeated column.
 */
export function readCsv<Column extends string>(
  text: string,
  columns: Readonly<Record<Column, ReadColumn>>,
): CsvRow<Column>[] {
  const [head, ...rows] = parseLines(text);
  if (head === undefined || rows.length === 0)
    throw new AppError('validation_failed', { fields: { file: 'csv.empty' } });
  if (rows.length > CSV_LINES) {
    throw new AppError('validation_failed', {
      fields: { file: 'csv.tooLong' },
      values: { maximum: CSV_LINES },
    });
  }
  refuseHostileCells(head);
  const names = head.cells.map(comparable);
  const positions = Object.entries<ReadColumn>(columns).map(
    ([column, description]) => [column, positionOf(names, description)] as const,
  );
  return rows.map(({ line, cells }) => {
    const read = positions.map(([column, position]) => [column, cells[position] ?? ''] as const);
    refuseHostileCells({ line, cells: read.map(([, cell]) => cell) });
    // The cast adds the column names, which `Object.fromEntries` loses.
    const values = Object.fromEntries(read.map(([column, cell]) => [column, cell.trim()]));
    return { line, values: values as Record<Column, string> };
  });
}

interface Line {
  line: number;
  cells: readonly string[];
}

function parseLines(text: string): Line[] {
  if (!isStorable(text) || text.includes(REPLACEMENT_CHARACTER))
    throw new AppError('validation_failed', { fields: { file: 'csv.unreadable' } });
  const head = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const delimiter = separatorOf(head);
  if (hasMore(head, delimiter, CSV_HEAD_SEPARATORS) || hasMore(text, delimiter, CSV_SEPARATORS))
    throw new AppError('validation_failed', { fields: { file: 'csv.unreadable' } });
  try {
    const parsed = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      // The header line, and one row more than the maximum. The rest of a longer file is not read.
      to: CSV_LINES + 2,
      // With `info` each record comes with its line, which the library's types leave out.
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return parsed.map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new AppError('validation_failed', { fields: { file: 'csv.unreadable' }, cause });
  }
}

/** Throws if a cell would take long to normalise. */
function refuseHostileCells({ line, cells }: Line): void {
  if (cells.some((cell) => cell.length > CSV_CELL_LENGTH)) {
    throw new AppError('validation_failed', {
      fields: { file: 'csv.cellTooLong' },
      values: { line, maximum: CSV_CELL_LENGTH },
    });
  }
  if (cells.some(hasLongRunOfMarks))
    throw new AppError('validation_failed', { fields: { file: 'csv.cellMarks' }, values: { line } });
}

/** Returns true if the text contains the separator more than `maximum` times. */
function hasMore(text: string, separator: string, maximum: number): boolean {
  return text.split(separator, maximum + 2).length - 1 > maximum;
}

/** Returns the separator that the first line contains most often. */
function separatorOf(head: string): string {
  const counts = [',', ';', '\t'].map((separator) => ({ separator, count: head.split(separator).length }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).separator;
}

/**
 * Returns the position of a column in the header line; -1 if the column is missing.
 *
 * @param head Column names as `comparable` returns them.
 */
function positionOf(head: readonly string[], { names, isRequired }: ReadColumn): number {
  const known = new Set(names.map(comparable));
  const found = head.flatMap((name, index) => (known.has(name) ? [index] : []));
  const [column = ''] = names;
  if (found.length > 1) {
    throw new AppError('validation_failed', { fields: { file: 'csv.columnTwice' }, values: { column } });
  }
  if (found.length === 0 && isRequired) {
    throw new AppError('validation_failed', { fields: { file: 'csv.column' }, values: { column } });
  }
  return found[0] ?? -1;
}

function comparable(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '');
}
