import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../apps/server/src/platform/config.ts';

/** Document of each report. The report is between the marks `NAME:begin` and `NAME:end`. */
const documents = {
  bench: 'performance',
  office: 'performance',
  'first-day': 'performance',
  cluster: 'scaling',
  failover: 'scaling',
  lighthouse: 'performance/screens',
  heights: 'performance/screens',
  'main-job': 'performance/screens',
  'slow-line': 'performance/screens',
} as const;

/**
 * Prints a report, and puts it into its document if `isWritten`.
 * @throws {Error} if a mark is missing or they are in the wrong order.
 */
export async function publish(
  name: keyof typeof documents,
  report: string,
  isWritten: boolean,
): Promise<void> {
  console.info(`\n${report}`);
  if (!isWritten) return;
  const path = join(projectFolder, `docs/${documents[name]}.md`);
  const text = await readFile(path, 'utf8');
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${path} has lost the marks of ${name}.`);
  await writeFile(path, `${text.slice(0, from + begin.length)}\n\n${report}\n\n${text.slice(to)}`);
}

/** Column of a table; figures are right-aligned. */
interface Column {
  title: string;
  isFigure?: boolean;
}

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
