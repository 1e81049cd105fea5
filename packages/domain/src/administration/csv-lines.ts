import type { CsvCell } from './list-columns.ts';

/** Makes spreadsheets decode the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Matches the start of a cell that spreadsheets evaluate as a formula. Spreadsheets also accept full-width signs, and skip white space and
 * invisible characters.
 */
const formulaStart = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹢﹣−\t\r\n]/u;

/** Returns the header line of a CSV file. */
export function csvHead(cells: readonly CsvCell[]): string {
  return BYTE_ORDER_MARK + csvLine(cells);
}

/** Returns one line of a CSV file (RFC 4180). Escapes cells that a spreadsheet would evaluate as formulas. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: CsvCell): string {
  const text = String(value ?? '');
  const inert = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
