/** Column of a CSV file: its heading, and a function that returns its cell for a row. */
export type CsvColumn<Row> = readonly [heading: string, cell: (row: Row) => Cell];

/** Returns the header line, and the lines of the rows. */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string[] {
  return [headOf(columns), linesOf(columns, rows)];
}

/** Yields the header line, then the lines of each batch. */
export async function* csvOfBatches<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield headOf(columns);
  for await (const rows of batches) yield linesOf(columns, rows);
}

function headOf<Row>(columns: readonly CsvColumn<Row>[]): string {
  return csvHead(columns.map(([heading]) => heading));
}

function linesOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('');
}

/** Makes spreadsheets decode the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

export type Cell = string | number | null | undefined;

/**
 * Matches the start of a cell that spreadsheets evaluate as a formula. Spreadsheets also accept full-width signs, and skip white space and
 * invisible characters.
 */
const formulaStart = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹢﹣−\t\r\n]/u;

/** Returns the header line of a CSV file. */
export function csvHead(cells: readonly Cell[]): string {
  return BYTE_ORDER_MARK + csvLine(cells);
}

/** Returns one line of a CSV file (RFC 4180). Escapes cells that a spreadsheet would evaluate as formulas. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: Cell): string {
  const text = String(value ?? '');
  const inert = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
