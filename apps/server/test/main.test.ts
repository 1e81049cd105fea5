import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { loadDemo } from '../src/demo/load-demo.ts';
import { startDatabaseProxy } from './testing/processes/database-proxy.ts';
import { freePort } from './testing/processes/free-port.ts';
import {
  bareEnvironment,
  callerOf,
  operatorSettings,
  startServer,
} from './testing/processes/server-process.ts';
import { socketUrl } from './testing/processes/template-database.ts';
import { cloneDatabase, startTestApp } from './testing/test-app.ts';

const run = promisify(execFile);
const main = join(import.meta.dirname, '../src/main.ts');
const demoCommand = join(import.meta.dirname, '../src/commands/demo.ts');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-main-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function start(variables: Record<string, string>, ...parameters: string[]): ChildProcess {
  const env = { ...bareEnvironment, PORT: '0', DATA_DIR: folder, DEMO: '0', ...variables };
  return spawn(process.execPath, [main, ...parameters], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Returns the output lines of a process that does not start, and its exit code. */
async function refusal(variables: Record<string, string>): Promise<{ code: unknown; lines: string[] }> {
  const child = start(variables);
  const lines: string[] = [];
  createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) => lines.push(line));
  const [code] = (await once(child, 'close')) as [number];
  return { code, lines };
}

/** Returns the address of a process that starts. */
async function address(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const found = /http:\/\/localhost:\d+/.exec(line)?.[0];
    if (found) return found;
  }
  throw new Error('It did not start');
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<unknown> {
  const exit = once(child, 'exit');
  child.kill(signal);
  return (await exit)[0];
}

describe('a failing start', () => {
  it('prints one line without a stack trace, and exits with 1', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const cases: [Record<string, string>, RegExp][] = [
      [{ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' }, /DATABASE_URL.*does not answer/],
      [{ DATA_DIR: file }, /data folder|could not be made/],
      [{ DATABASE_URL: 'mysql://secret' }, /^DATABASE_URL: must begin with/],
    ];
    const refuse = async ([variables, sentence]: (typeof cases)[number]) => {
      const { code, lines } = await refusal(variables);
      expect([code, lines.length], lines.join('\n')).toEqual([1, 1]);
      expect(lines[0]).toMatch(sentence);
      expect(lines[0]).not.toContain('secret');
    };
    await Promise.all(cases.map(refuse));
  });

  it('prints one line without the password for a database that refuses the start', async () => {
    const { database, close } = await startTestApp();
    const { pool } = database;
    const { database: name = '' } = pool.options;
    const proxy = await startDatabaseProxy(inject('postgres'));
    const password = 'quiet-orchard';
    const role = `start_${name}`;
    const url = (user: string, of = name) => proxy.urlOf(of).replace('postgres@', `${user}:${password}@`);
    await pool.query(`create role ${role} login password '${password}' connection limit 0`);
    await pool.query(`create role ${role}_reads login password '${password}'`);
    await pool.query(`alter role ${role}_reads set default_transaction_read_only = on`);
    await pool.query(`create role ${role}_out nologin password '${password}'`);
    const cases: [string, RegExp][] = [
      [url(role), /^The database of DATABASE_URL .* too many connections for role/],
      [url(`${role}_reads`), /^The database refused the start: .*(read-only|permission denied)/],
      [url(`${role}_out`), /^The database .* is not permitted to log in/],
      [url(`${role}_reads`, `no_${name}`), /^The database .* database .* does not exist/],
      [url(`${role}_absent`), /^The database .* role .* does not exist/],
    ];
    for (const [address, sentence] of cases) {
      const { code, lines } = await refusal({ DATABASE_URL: address });
      expect([code, lines.length], lines.join('\n')).toEqual([1, 1]);
      expect(lines[0]).toMatch(sentence);
      expect(lines[0]).not.toContain(password);
    }
    for (const suffix of ['', '_reads', '_out']) await pool.query(`drop role ${role}${suffix}`);
    await proxy.close();
    await close();
  });

  it('names every invalid variable', async () => {
    const { lines } = await refusal({ PORT: 'eighty', RATE_LIMIT: 'maybe' });
    expect(lines.map((line) => line.split(':')[0])).toEqual(['PORT', 'RATE_LIMIT']);
  });

  it('reports that the port is in use', async () => {
    const taken = createServer().listen(0);
    await once(taken, 'listening');
    const port = (taken.address() as { port: number }).port;
    const { code, lines } = await refusal({ PORT: String(port) });
    taken.close();
    expect([code, lines]).toEqual([1, [`Port ${port} is in use. Set PORT to another one.`]]);
  });
});

describe('the port', () => {
  it('opens when lists are answered from memory', async () => {
    const server = await startServer({ DATA_DIR: join(folder, 'demo'), DEMO: '1' });
    expect((await server.call({ url: '/api/ready' })).json()).toEqual({ status: 'ok' });
    expect(await server.stop()).toBe(0);
  });
});

describe('a development server', () => {
  it('signs in demo accounts without the security check, and tries no other password', async () => {
    const child = start({ DATA_DIR: join(folder, 'demo'), DEMO: '1' }, '--dev');
    const { call } = callerOf(await address(child));
    const signIn = (email: string) =>
      call({ method: 'POST', url: '/dev', body: { email, password: 'guess' } });
    expect((await signIn('admin@example.com')).json()).toMatchObject({ user: { role: 'admin' } });
    expect((await signIn('someone@example.org')).statusCode).toBe(404);
    await stop(child, 'SIGTERM');
  });
});

describe('a second server on one data folder', () => {
  it('prints the reason and exits, and the first continues', async () => {
    const first = await startServer({ DATA_DIR: folder });
    const { code, lines } = await refusal({});
    expect([code, lines]).toEqual([
      1,
      [`Another server already uses the data folder ${folder}. Stop it, or set DATA_DIR to another folder.`],
    ]);
    expect((await first.call({ url: '/api/ready' })).statusCode).toBe(200);
    expect(await first.stop()).toBe(0);
  });
});

describe('production', () => {
  const production = {
    NODE_ENV: 'production',
    TOKEN_SECRET: 'vK3xq8Zr0mT6yN1cP5wB7dJ9hF2sL4aG',
    ...operatorSettings,
    HOST: '127.0.0.1',
    RATE_LIMIT: 'on',
  };
  const sentence =
    'The database has demo accounts, whose password is public: remove them with npm run demo -- remove.';

  it('refuses the data folder of demo data, until the demo accounts are removed', async () => {
    const variables = { ...production, DATA_DIR: join(folder, 'demo-first') };
    const demo = await startServer({ DATA_DIR: variables.DATA_DIR, DEMO: '1' });
    expect(await demo.stop()).toBe(0);
    expect(await refusal(variables)).toEqual({ code: 1, lines: [sentence] });
    const env = { ...bareEnvironment, ...variables };
    const removed = await run(process.execPath, [demoCommand, 'remove'], { env });
    expect(removed.stdout).toMatch(
      /^2001 demo accounts, \d+ requests and \d+ agreements are removed;.* 0 accounts stay/,
    );
    const server = await startServer(variables);
    expect(server.lines).toContain(
      'Nothing is sealed when an account is erased: SEALED_RECORDS_KEY is not set.',
    );
    expect((await server.call({ url: '/api/requests/public' })).json()).toMatchObject({
      pagination: { total: 0 },
    });
    expect(await server.stop()).toBe(0);
  });

  it('refuses the DATABASE_URL of a demo world', async () => {
    const { database, drop } = await cloneDatabase();
    await loadDemo(database.pool, {
      seed: 1,
      teachers: 20,
      now: new Date('2026-06-01'),
      passwordHash: 'none',
    });
    const DATABASE_URL = socketUrl(inject('postgres'), database.pool.options.database ?? '');
    expect(await refusal({ ...production, DATABASE_URL })).toEqual({ code: 1, lines: [sentence] });
    // NODE_ENV was forgotten.
    expect(await refusal({ DATABASE_URL })).toEqual({ code: 1, lines: [sentence] });
    await drop();
  });
});

describe('the embedded database', () => {
  it('survives Ctrl-C, SIGTERM and kill -9 of the server without losing data', async () => {
    const captcha = async (base: string) => (await fetch(`${base}/api/auth/captcha`)).status;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL', 'SIGINT'] as const) {
      const child = start({});
      const base = await address(child);
      expect(await captcha(base)).toBe(200);
      const code = await stop(child, signal);
      expect(code).toBe(signal === 'SIGKILL' ? null : 0);
    }
  });
});

describe('metrics', () => {
  it('have their own port, which must be free', async () => {
    const port = String(await freePort());
    const server = await startServer({ DATA_DIR: folder, METRICS_PORT: port });
    await server.call({ url: '/api/ready' });
    const figures = await callerOf(`http://127.0.0.1:${port}`).call({ url: '/api/metrics' });
    expect(figures.body).toContain('route="/api/ready",status="200"} 1');
    const { code, lines } = await refusal({ METRICS_PORT: port, DATA_DIR: join(folder, 'another') });
    expect([code, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toMatch(/^METRICS_PORT cannot be used/);
    expect(await server.stop()).toBe(0);
  });
});
