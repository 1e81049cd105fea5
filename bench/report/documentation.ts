import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../../apps/server/src/config.ts';

/** Document of each report, and the marks around it. */
const places = {
  bench: [
    'performance',
    'Written by `npm run bench -- --write`: begin',
    'Written by `npm run bench -- --write`: end',
  ],
  cluster: ['scaling', 'cluster:begin', 'cluster:end'],
  dashboards: ['performance', 'dashboards:begin', 'dashboards:end'],
  failover: ['scaling', 'failover:begin', 'failover:end'],
  lighthouse: ['performance', 'bench:lighthouse', '/bench:lighthouse'],
  screens: ['performance', 'bench:screens', '/bench:screens'],
  'slow-line': ['performance', 'bench:slow-line', '/bench:slow-line'],
  worst: ['performance', 'worst:begin', 'worst:end'],
} as const;

/** Prints a report, and puts it into its document if `isWritten`. */
export async function publish(name: keyof typeof places, report: string, isWritten: boolean): Promise<void> {
  console.info(`\n${report}`);
  if (isWritten) await writeDocumentation(name, report);
}

/**
 * Writes a report between its marks.
 * @throws {Error} if a mark is missing or they are in the wrong order.
 */
export async function writeDocumentation(name: keyof typeof places, report: string): Promise<void> {
  const [document, ...marks] = places[name];
  const path = join(projectFolder, `docs/${document}.md`);
  const text = await readFile(path, 'utf8');
  const [begin, end] = marks.map((mark) => `<!-- ${mark} -->`) as [string, string];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${path} has lost the marks of the bench.`);
  await writeFile(path, `${text.slice(0, from + begin.length)}\n\n${report}\n\n${text.slice(to)}`);
}
