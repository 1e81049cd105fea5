/** Cell of a line: quoted with doubled quotation marks inside, or without a quotation mark at its start; then a tab or the end. */
const CELL = /(?:"((?:[^"]|"")*)"|([^"\t][^\t]*)?)(\t|$)/y;

/** Zero-width and control characters, and marks of the direction of text, which no reader sees. */
const INVISIBLE = /\p{Cf}|(?!\s)\p{Cc}/gu;

/**
 * Returns the cells of a tab-separated line as spreadsheets write it: a cell with a comma or a quotation mark may be quoted.
 *
 * @returns the cleaned cells; undefined if a quotation mark is misplaced, or opens a cell of several lines.
 */
export function cellsOf(line: string): string[] | undefined {
  if (!line.includes('"')) return line.split('\t').map(cleaned);
  const cells: string[] = [];
  CELL.lastIndex = 0;
  for (;;) {
    const [whole, quoted, plain = '', separator] = CELL.exec(line) ?? [];
    if (whole === undefined || cleaned(plain).startsWith('"')) return undefined;
    cells.push(cleaned(quoted?.replaceAll('""', '"') ?? plain));
    if (separator === '') return cells;
  }
}

/**
 * Returns the text so that cells which look the same are equal: composed (NFC), without characters that no reader sees, with single plain
 * spaces and none around it.
 */
function cleaned(cell: string): string {
  return cell.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim().normalize('NFC');
}
