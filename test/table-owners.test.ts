import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { documentedTables, serverFiles, sourceFolder, withoutComments } from './server-source.ts';

const databaseFolder = join(sourceFolder, 'platform/database');

/** Demo data writes all tables; it is not a room. */
const writersOfEverything = ['demo/'];

/** Tables that a file writes by a computed name. */
const computedWrites: Readonly<Record<string, readonly string[]>> = {
  // Partitions are no tables of their own.
  'http/access-log-partitions.ts': ['access_log'],
  // The retention job deletes from every table.
  'platform/database/rows.ts': [],
};

const created = tablesOf(/create table (?:if not exists )?(\w+)\b(?! partition of)/gi);
const dropped = tablesOf(/drop table (?:if exists )?(\w+)/gi);
const tables = created.filter((name) => !dropped.includes(name));

const owners = new Map([...documentedTables()].map(([table, { owner }]) => [table, owner]));

function read(path: string): string {
  return readFileSync(path, 'utf8');
}

/** Returns the tables that the schema and the migrations name in such a statement. */
function tablesOf(statement: RegExp): string[] {
  const texts = readdirSync(databaseFolder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql'))
    .map((path) => read(join(databaseFolder, path)));
  const found = texts.flatMap((text) => [...text.matchAll(statement)].map(([, name = '']) => name));
  return [...new Set(found)].toSorted();
}

interface Write {
  path: string;
  /** Undefined for a computed name. */
  table: string | undefined;
}

const calls = /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*(?:'(\w+)(?: as \w+)?')?/g;
const statements =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?(?:"?(\w+)"?|\$\{)/gi;

/** Returns the writes in a source file: calls of Kysely, and SQL of tables that exist. */
function writesIn(path: string, text: string): Write[] {
  const code = withoutComments(text);
  const called = [...code.matchAll(calls)].map(([, table]) => ({ path, table }));
  const written = [...code.matchAll(statements)]
    .map(([, table]) => ({ path, table }))
    .filter(({ table }) => table === undefined || tables.includes(table));
  return [...called, ...written];
}

const writes = serverFiles()
  .filter(({ path }) => !writersOfEverything.some((folder) => path.startsWith(folder)))
  .flatMap(({ path, text }) => writesIn(path, text));

it('every table has one owner in docs/tables.md', () => {
  expect([...owners.keys()].toSorted()).toEqual(tables);
});

it('only its owner writes a table', () => {
  const wrong = writes.filter(
    ({ path, table }) => table !== undefined && owners.get(table) !== path.split('/')[0],
  );
  expect(wrong).toEqual([]);
  const written = new Set(writes.map(({ table }) => table));
  const computed = Object.values(computedWrites).flat();
  const byDatabase = ['contact_views', 'contact_refusals'];
  expect(tables.filter((table) => ![...written, ...computed, ...byDatabase].includes(table))).toEqual([]);
});

it('a computed name of a table is listed here, with an owner that writes it', () => {
  const files = [...new Set(writes.filter(({ table }) => table === undefined).map(({ path }) => path))];
  expect(files).toEqual(Object.keys(computedWrites));
  const wrong = Object.entries(computedWrites).filter(([path, names]) =>
    names.some((name) => owners.get(name) !== path.split('/')[0]),
  );
  expect(wrong).toEqual([]);
});

it('a write by another room is found in a call and in SQL, and not in a comment', () => {
  const found = (text: string) => writesIn('matching/x.ts', text).map(({ table }) => table);
  expect(found("db.updateTable('users as person').set({})")).toEqual(['users']);
  expect(found("transaction\n  .insertInto(\n    'requests',\n  )")).toEqual(['requests']);
  expect(found('db.mergeInto(name)')).toEqual([undefined]);
  expect(found('sql`with x as (delete from offers) select`')).toEqual(['offers']);
  expect(found('sql`INSERT INTO audit_log values (1)`; client.query("COPY users from stdin")')).toEqual([
    'audit_log',
    'users',
  ]);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is source code.
  expect(found('sql`delete from ${sql.table(table)}`')).toEqual([undefined]);
  expect(found('// update users set x\n/** delete from requests */\nsql`select for update`')).toEqual([]);
});

it('projections are refreshed only in people/, and jobs.ts holds no SQL', () => {
  const importers = serverFiles()
    .filter(({ path, text }) => !path.startsWith('people/') && text.includes('refreshProjections'))
    .map(({ path }) => path);
  expect(importers).toEqual([]);
  const jobs = read(join(sourceFolder, 'jobs.ts'));
  expect(/\bsql`|\.selectFrom\(|\.updateTable\(|\.deleteFrom\(|\.insertInto\(/.test(jobs)).toBe(false);
});
