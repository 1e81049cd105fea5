import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { loadDemo } from '../../src/demo/load-demo.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { connect, type OpenDatabase } from '../../src/platform/database/open-database.ts';
import { startDebianPostgres } from '../testing/processes/debian-postgres.ts';

const run = promisify(execFile);
const scripts = resolve(import.meta.dirname, '../../../../deploy/backup');
const missing = ['pg_virtualenv', 'pg_dump', 'age'].filter((name) => spawnSync(name, ['--version']).error);
/** Milliseconds after the start of a restore: while it reads the file, creates the tables and copies the rows. */
const MOMENTS = [50, 150, 300, 500, 700, 900, 1_200, 1_500];

let folder: string;
let postgres: Awaited<ReturnType<typeof startDebianPostgres>>;
let cluster: OpenDatabase;
let key: string;
let file: string;

const environmentOf = (database: string) => ({
  PATH: process.env.PATH,
  DATABASE_URL: postgres.urlOf(database),
});

beforeAll(async () => {
  if (missing.length > 0) return;
  folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-restore-'));
  postgres = await startDebianPostgres();
  cluster = connect({ connectionString: postgres.urlOf('postgres'), max: 1 });
  await cluster.pool.query('create database source');
  const source = connect({ connectionString: postgres.urlOf('source'), max: 2 });
  await migrate(source);
  await loadDemo(source.pool, { seed: 1, teachers: 500, now: new Date(), passwordHash: 'none' });
  await source.close();
  key = join(folder, 'key');
  await run('age-keygen', ['--output', key]);
  const [, recipient = ''] = /public key: (\S+)/.exec(await readFile(key, 'utf8')) ?? [];
  await writeFile(`${key}.recipients`, `${recipient}\n`);
  const backup = join(scripts, 'backup.sh');
  const taken = await run(backup, [folder, `${key}.recipients`], { env: environmentOf('source') });
  file = taken.stdout.trim();
});
beforeEach(({ skip }) => skip(missing.length > 0, `needs ${missing.join(', ')}: install postgresql and age`));
afterAll(async () => {
  if (missing.length > 0) return;
  await cluster.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

async function countTables(database: string): Promise<number> {
  const { pool, close } = connect({ connectionString: postgres.urlOf(database), max: 1 });
  const { rows } = await pool.query(
    "select count(*)::int as tables from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  await close();
  return rows[0].tables;
}

it('a restore that is killed at any moment leaves an empty database or a whole one, and can be made again', async () => {
  const whole = await countTables('source');
  await cluster.pool.query('create database target');
  for (const moment of MOMENTS) {
    const restore = spawn(join(scripts, 'restore.sh'), [file, key], {
      env: environmentOf('target'),
      detached: true,
    });
    const ended = once(restore, 'exit');
    await setTimeout(moment);
    try {
      process.kill(-(restore.pid ?? 0), 'SIGKILL');
    } catch {
      // It had ended.
    }
    await ended;
    await expect
      .poll(async () => {
        const { rows } = await cluster.pool.query("select from pg_stat_activity where datname = 'target'");
        return rows.length;
      })
      .toBe(0);
    const tables = await countTables('target');
    expect([0, whole]).toContain(tables);
    if (tables === whole) await cluster.pool.query('drop database target');
    if (tables === whole) await cluster.pool.query('create database target');
  }
  await run(join(scripts, 'restore.sh'), [file, key], { env: environmentOf('target') });
  expect(await countTables('target')).toBe(whole);
});
