import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const projectFolder = resolve(import.meta.dirname, '..');

/** Folder of the server's source code. */
export const sourceFolder = join(projectFolder, 'apps/server/src');

/** A source file of the server, with its path below the source folder. */
export interface SourceFile {
  path: string;
  text: string;
}

/** Returns the source files of the server without tests. */
export function serverFiles(): SourceFile[] {
  return readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(sourceFolder, path), 'utf8') }));
}

/** Returns code without comments. */
export function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
}

/** A row of `docs/tables.md`. */
interface TableRow {
  owner: string;
  readers: readonly string[];
}

/** Returns the rows of `docs/tables.md` by table. */
export function documentedTables(): Map<string, TableRow> {
  const text = readFileSync(join(projectFolder, 'docs/tables.md'), 'utf8');
  const rows = text.matchAll(/^\| `(\w+)` \| `([\w-]+)` \|[^|\n]*\|([^|\n]*)\|$/gm);
  return new Map(
    [...rows].map(([, table = '', owner = '', readers = '']) => [
      table,
      { owner, readers: [...readers.matchAll(/`([\w-]+)`/g)].map(([, room = '']) => room) },
    ]),
  );
}
