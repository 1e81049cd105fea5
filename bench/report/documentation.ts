import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../../apps/server/src/config.ts';

/** Document of each report. The report is between the marks `NAME:begin` and `NAME:end`. */
const documents = {
  bench: 'performance',
  cluster: 'scaling',
  dashboards: 'performance/open-screens',
  failover: 'scaling',
  lighthouse: 'performance/screens',
  screens: 'performance/screens',
  'slow-line': 'performance/screens',
  worst: 'performance/open-screens',
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
