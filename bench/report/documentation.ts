import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../../apps/server/src/config.ts';

/** Where in the project's documents a report stands: between two marks. */
export interface Place {
  readonly document: string;
  readonly begin: string;
  readonly end: string;
}

const ofTheBench: Place = {
  document: 'docs/performance.md',
  begin: '<!-- Written by `npm run bench -- --write`: begin -->',
  end: '<!-- Written by `npm run bench -- --write`: end -->',
};

/** Puts the report into its document. @throws when that has lost the marks. */
export async function writeDocumentation(report: string, place: Place = ofTheBench): Promise<void> {
  const path = join(projectFolder, place.document);
  await writeFile(path, between(await readFile(path, 'utf8'), report, place));
}

/**
 * The document with the report between its two marks.
 *
 * @throws when it does not have both, in their order.
 */
export function between(text: string, report: string, place: Place = ofTheBench): string {
  const { document, begin, end } = place;
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${document} has lost the marks of the bench.`);
  return `${text.slice(0, from + begin.length)}\n\n${report}\n\n${text.slice(to)}`;
}
