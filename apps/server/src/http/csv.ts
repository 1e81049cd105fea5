/** So that spreadsheets read the names of people in their own script. */
const BYTE_ORDER_MARK = '\uFEFF';

export type Cell = string | number | null | undefined;

/**
 * A cell that begins so is a formula to spreadsheets, which also read full-width signs as signs and pass over white space and
 * characters that are not seen.
 */
const formulaStart = /^[\s\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]*[=+\-@＝＋－＠﹢﹣−\t\r\n]/u;

/** The first line of a CSV file. */
export function csvHead(cells: readonly Cell[]): string {
  return BYTE_ORDER_MARK + csvLine(cells);
}

/** One line of a CSV file (RFC 4180), every cell plain text to the program that opens it. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: Cell): string {
  const text = String(value ?? '');
  const inert = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
