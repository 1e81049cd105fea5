/** Column of a table; figures are right-aligned. */
export interface Column {
  readonly title: string;
  readonly isFigure?: boolean;
}

/** Returns a column of names and columns of figures. */
export function columnsOf(names: string, figures: readonly string[]): Column[] {
  return [{ title: names }, ...figures.map((title) => ({ title, isFigure: true }))];
}

/** Returns a Markdown table. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const lines = [
    columns.map(({ title }) => title),
    columns.map(({ isFigure }) => (isFigure ? '---:' : '---')),
    ...rows.map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|'))),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Formats milliseconds, with one decimal below a hundred. */
export function milliseconds(value: number): string {
  return value < 100 ? value.toFixed(1) : whole(value);
}

/** Formats a whole number with commas between thousands. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** Formats bytes as whole megabytes, or `–` if unknown. */
export function megabytes(bytes: number | undefined): string {
  return bytes === undefined ? '–' : whole(bytes / 2 ** 20);
}
