import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RecordedCall } from '../servers/recorded-query.ts';
import { withLiterals } from '../servers/sql-literals.ts';
import { type Answered, figuresOf } from './figures.ts';

const run = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql';
/** As many scripts as pgbench takes. */
const MOST_SCRIPTS = 128;

/** Where pgbench is: on the PATH, or where Debian puts the newest; undefined where it is not installed. */
export async function findPgbench(): Promise<string | undefined> {
  const versions = await readdir(DEBIAN).catch(() => []);
  const newestFirst = versions.sort((first, second) => Number(second) - Number(first));
  for (const path of ['pgbench', ...newestFirst.map((version) => join(DEBIAN, version, 'bin/pgbench'))]) {
    const found = await run(path, ['--version']).catch(() => undefined);
    if (found !== undefined) return path;
  }
  return undefined;
}

/** The queries of each call, one after the other and their values as literals, by as many clients for as long; undefined without any. */
export async function pgbench(
  program: string,
  databaseUrl: string,
  calls: readonly RecordedCall[],
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Answered | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'pgbench-'));
  try {
    const scripts = await writeScripts(folder, calls.slice(0, MOST_SCRIPTS));
    if (scripts.length === 0) return undefined;
    const clients = ['-c', `${connections}`, '-j', `${Math.min(2, connections)}`, '-T', `${seconds}`];
    const files = scripts.flatMap((path) => ['-f', path]);
    await run(program, ['-n', '-l', '--log-prefix=log', ...clients, ...files, databaseUrl], { cwd: folder });
    const logs = (await readdir(folder)).filter((name) => name.startsWith('log.'));
    const texts = await Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8')));
    return { ...figuresOf(texts.flatMap(millisecondsIn), seconds), errors: 0, refusals: 0 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A call without queries has nothing to say to pgbench. */
async function writeScripts(folder: string, calls: readonly RecordedCall[]): Promise<string[]> {
  const texts = calls.map((call) =>
    call
      .flat()
      .map((query) => `${withLiterals(query)};\n`)
      .join(''),
  );
  const paths = texts.flatMap((text, number) => (text === '' ? [] : join(folder, `${number}.sql`)));
  await Promise.all(texts.filter(Boolean).map((text, number) => writeFile(paths[number] ?? '', text)));
  return paths;
}

/** The time of each transaction, in lines of `client transaction microseconds script …`. */
export function millisecondsIn(log: string): number[] {
  return log
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => Number(line.split(' ')[2]) / 1_000);
}
