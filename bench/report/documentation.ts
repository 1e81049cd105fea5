import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../../apps/server/src/config.ts';

/** Place of a report in the project's documents, between two markers. */
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

/**
 * Writes the report into its document.
 * @throws {Error} if the markers are missing.
 */
export async function writeDocumentation(report: string, place: Place = ofTheBench): Promise<void> {
  const path = join(projectFolder, place.document);
  await writeFile(path, between(await readFile(path, 'utf8'), report, place));
}

/**
 * Returns the document with the report between its two markers.
 * @throws {Error} if a marker is missing or they are in the wrong order.
 */
export function between(text: string, report: string, place: Place = ofTheBench): string {
  const { document, begin, end } = place;
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${document} has lost the marks of the bench.`);
  return `${text.slice(0, from + begin.length)}\n\n${report}\n\n${text.slice(to)}`;
}
