/** A column of a table; figures stand to the right. */
export interface Column {
  readonly title: string;
  readonly isFigure?: boolean;
}

/** A table in Markdown. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const lines = [
    columns.map(({ title }) => title),
    columns.map(({ isFigure }) => (isFigure ? '---:' : '---')),
    ...rows.map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|'))),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Milliseconds, with one decimal below a hundred. */
export function milliseconds(value: number): string {
  return value < 100 ? value.toFixed(1) : whole(value);
}

/** A whole number with commas between thousands. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** Bytes as whole megabytes; `–` where they are not known. */
export function megabytes(bytes: number | undefined): string {
  return bytes === undefined ? '–' : whole(bytes / 2 ** 20);
}
