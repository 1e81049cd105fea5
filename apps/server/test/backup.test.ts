import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadDemo } from '../src/demo/load-demo.ts';
import { connect, type OpenDatabase } from '../src/platform/database/open-database.ts';
import { postRequest, registerTeacher, solveCaptcha, type TestTeacher } from './testing/factories.ts';
import { startDebianPostgres } from './testing/processes/debian-postgres.ts';
import {
  operatorSettings,
  type ServerProcess,
  startServer,
  stopServers,
} from './testing/processes/server-process.ts';

const run = promisify(execFile);
const scripts = resolve(import.meta.dirname, '../../../deploy/backup');
const missing = ['pg_virtualenv', 'pg_dump', 'age'].filter((name) => spawnSync(name, ['--version']).error);

/** Signs that end fields, rows or a table in the text format of COPY, and a line that looks like the beginning of a table. */
const AWKWARD = 'Tab\there, a \\ and \\. alone,\n\\.\nनमस्ते 🙏 \\N\nCOPY public.users (id) FROM stdin;';
/** Role that owns the databases, with a password whose signs are escaped in a URL. */
const LOGIN = 'mutual_transfer:p%40ss%2Fw%25rd%5C%23';
const PASSWORD = 'p@ss/w%rd\\#';
const TOKEN_SECRET = 'vK3xq8Zr0mT6yN1cP5wB7dJ9hF2sL4aG';

let folder: string;
let postgres: Awaited<ReturnType<typeof startDebianPostgres>>;
let cluster: OpenDatabase;
let first: OpenDatabase;
let second: OpenDatabase;
let server: ServerProcess;
let teacher: TestTeacher;
let file: string;

const databaseOf = (name: string) => postgres.urlOf(name, LOGIN);
const keyFile = (name: string) => join(folder, `${name}.key`);

async function script(name: string, parameters: string[], database: string) {
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseOf(database) };
  return run(join(scripts, name), parameters, { env });
}

async function makeKey(name: string): Promise<void> {
  await run('age-keygen', ['--output', keyFile(name)]);
  const [, recipient = ''] = /public key: (\S+)/.exec(await readFile(keyFile(name), 'utf8')) ?? [];
  await writeFile(join(folder, `${name}.recipients`), `# ${name}\n${recipient}\n`);
}

async function openNew(name: string): Promise<OpenDatabase> {
  await cluster.pool.query(`create database ${name} owner mutual_transfer`);
  return connect({ connectionString: databaseOf(name), max: 2 });
}

beforeAll(async () => {
  if (missing.length > 0) return;
  folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-backup-'));
  postgres = await startDebianPostgres();
  cluster = connect({ connectionString: postgres.urlOf('postgres'), max: 1 });
  await cluster.pool.query(`create role mutual_transfer login password '${PASSWORD}'`);
  first = await openNew('first');
  second = await openNew('second');
  server = await startServer({ DATABASE_URL: databaseOf('first'), TOKEN_SECRET });
  teacher = await registerTeacher(server);
  await postRequest(server, teacher, { reason: AWKWARD });
  const demo = { seed: 1, teachers: 20, now: new Date(), passwordHash: 'none' };
  await loadDemo(first.pool, demo);
  await Promise.all(['own', 'foreign'].map(makeKey));
  const taken = await script('backup.sh', [folder, join(folder, 'own.recipients')], 'first');
  file = taken.stdout.trim();
});
beforeEach(({ skip }) => skip(missing.length > 0, `needs ${missing.join(', ')}: install postgresql and age`));
afterAll(async () => {
  if (missing.length > 0) return;
  await stopServers();
  await Promise.all([first, second, cluster].map(({ close }) => close()));
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the rows of the tables that hold what people entered, as text. */
async function content({ pool }: OpenDatabase): Promise<string[]> {
  const tables = ['users', 'requests', 'offers', 'sessions', 'kysely_migration'];
  const statements = tables.map((name) => `select '${name}' || one::text as row from ${name} one`);
  const { rows } = await pool.query<{ row: string }>(`${statements.join(' union all ')} order by 1`);
  return rows.map(({ row }) => row);
}

async function tablesOf({ pool }: OpenDatabase): Promise<number> {
  const { rows } = await pool.query("select from pg_class where relnamespace = 'public'::regnamespace");
  return rows.length;
}

describe('a backup', () => {
  it('is taken beside a running server, and readable by the owner of the key only', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file)).subarray(0, 18).toString()).toBe('age-encryption.org');
    expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([]);
    await expect(script('restore.sh', [file, keyFile('foreign')], 'second')).rejects.toMatchObject({
      stderr: expect.stringContaining('no identity matched'),
    });
    expect(await tablesOf(second)).toBe(0);
  });

  it.each(['?password=secret', '?sslmode=disable&password=secret', ':secret@'])(
    'is refused if the password (%s) would be in the arguments of a program, which other users can read',
    async (part) => {
      const url = part.endsWith('@')
        ? `postgresql://${part}127.0.0.1/none`
        : `postgresql://role@127.0.0.1/none${part}`;
      const env = { PATH: process.env.PATH, DATABASE_URL: url };
      await expect(run(join(scripts, 'backup.sh'), [folder, keyFile('own')], { env })).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^DATABASE_URL must have its password after the user: \S+\n$/),
      });
    },
  );

  it('that is cut off restores nothing', async () => {
    const cut = join(folder, 'cut.age');
    await writeFile(cut, await readFile(file));
    await truncate(cut, (await stat(file)).size - 1);
    await expect(script('restore.sh', [cut, keyFile('own')], 'second')).rejects.toThrow();
    expect(await tablesOf(second)).toBe(0);
  });

  it('is restored into an empty database completely, with the numbers of rows compared', async () => {
    const { stdout } = await script('restore.sh', [file, keyFile('own')], 'second');
    expect(stdout).toMatch(/^\d+ rows of \d+ tables \(21 people\) are restored\n$/);
    expect(await content(second)).toEqual(await content(first));
    await expect(script('restore.sh', [file, keyFile('own')], 'second')).rejects.toMatchObject({
      code: 1,
      stderr: 'The database is not empty; a backup is restored into an empty one only.\n',
    });
  });

  it('of a database with demo accounts is refused in production', async () => {
    const production = { NODE_ENV: 'production', RATE_LIMIT: 'on', HOST: '127.0.0.1' };
    const settings = { ...operatorSettings, TOKEN_SECRET, DATABASE_URL: databaseOf('second') };
    await expect(startServer({ ...production, ...settings })).rejects.toThrow(
      'The database has demo accounts',
    );
  });

  it('lets its teachers stay signed in, sign in, read their requests and delete their accounts', async () => {
    const restored = await startServer({ DATABASE_URL: databaseOf('second'), TOKEN_SECRET });
    const own = await restored.call({ url: '/api/requests/my', token: teacher.token });
    expect(own.body).toContain(JSON.stringify(AWKWARD).slice(1, -1));
    const { email } = teacher.user;
    const { password } = teacher;
    const body = { email, password, ...(await solveCaptcha(restored)) };
    const login = await restored.call({ method: 'POST', url: '/api/auth/login', body });
    expect(login.statusCode, login.body).toBe(200);
    const { token } = login.json();
    const erasure = { method: 'DELETE', url: '/api/auth/account', body: { password }, token } as const;
    expect((await restored.call(erasure)).statusCode).toBe(200);
    expect(await restored.stop()).toBe(0);
  });
});
