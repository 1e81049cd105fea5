import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../../apps/server/src/config.ts';

const path = join(projectFolder, 'docs/performance.md');
const BEGIN = '<!-- Written by `npm run bench -- --write`: begin -->';
const END = '<!-- Written by `npm run bench -- --write`: end -->';

/** Puts the report into docs/performance.md. */
export async function writeDocumentation(report: string): Promise<void> {
  await writeFile(path, between(await readFile(path, 'utf8'), report));
}

/**
 * The document with the report between its two marks.
 *
 * @throws when it does not have both, in their order.
 */
export function between(document: string, report: string): string {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error('docs/performance.md has lost the marks of the bench.');
  return `${document.slice(0, begin + BEGIN.length)}\n\n${report}\n\n${document.slice(end)}`;
}
