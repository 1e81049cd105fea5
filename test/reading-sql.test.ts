import { expect, it } from 'vitest';
import { documentedTables, type SourceFile, serverFiles, withoutComments } from './server-source.ts';

/** Folders that compose the others. They may read every table. */
const composition = ['commands/', 'demo/'];

/** Tables of accounts and their requests, which every folder may join: lists, notices and rings are about them. */
const readByAll = ['users', 'requests', 'offers'];

/** The reports of administrators, the export of a teacher's data, and the conditions by which rows expire. */
const reports = ['admin/', 'account/export-account.ts', 'platform/retention.ts'];

const named = /(?:selectFrom|[jJ]oin)\(\s*'(\w+)|\b(?:from|join)\s+(?:only\s+)?(\w+)/g;

/** Returns the tables that a file names in a `from` or a `join`. */
function tablesIn({ text }: SourceFile): string[] {
  return [...withoutComments(text).matchAll(named)].map(([, call, written]) => call ?? written ?? '');
}

const files = serverFiles().filter(
  ({ path }) => path.includes('/') && !composition.some((folder) => path.startsWith(folder)),
);
const tables = documentedTables();

it('a folder reads its own tables, and those of others that docs/tables.md lists', () => {
  const read = new Set<string>();
  for (const file of files) {
    if (reports.some((start) => file.path.startsWith(start))) continue;
    const [folder] = file.path.split('/');
    for (const table of tablesIn(file)) {
      const owner = tables.get(table)?.owner;
      if (owner !== undefined && owner !== folder && !readByAll.includes(table))
        read.add(`${table} ${folder}`);
    }
  }
  const documented = [...tables].flatMap(([table, { readers }]) =>
    readers.map((folder) => `${table} ${folder}`),
  );
  expect([...read].toSorted()).toEqual(documented.toSorted());
});

it('a table is found in a call and in SQL', () => {
  expect(
    tablesIn({ path: '', text: "db.selectFrom('offers').leftJoin(\n'users as u'); `join only requests`" }),
  ).toEqual(['offers', 'users', 'requests']);
});
