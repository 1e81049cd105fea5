import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { solveCaptcha } from '../../test/testing/factories.ts';
import { bareEnvironment, startServer, stopServers } from '../../test/testing/processes/server-process.ts';
import type { Caller } from '../../test/testing/test-app.ts';

const run = promisify(execFile);
const source = join(import.meta.dirname, '..');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-backup-'));
});
afterAll(async () => {
  await stopServers();
  await rm(folder, { recursive: true, force: true });
});

function dataFolder(name: string): Record<string, string> {
  return { DATA_DIR: join(folder, name) };
}

async function command(name: string, parameters: string[], data: string) {
  const env = { ...bareEnvironment, ...dataFolder(data) };
  return run(process.execPath, [join(source, 'commands', `${name}.ts`), ...parameters], { env });
}

async function login(server: Caller, lines: readonly string[]): Promise<number> {
  const [, email, password] = /Teacher: (\S+) \/ (.*)\n/.exec(`${lines.join('\n')}\n`) ?? [];
  const body = { email, password, ...(await solveCaptcha(server)) };
  return (await server.call({ method: 'POST', url: '/api/auth/login', body })).statusCode;
}

it('takes a backup while a server runs, and restores it while no server runs', async () => {
  const file = join(folder, 'backup.age');
  const first = await startServer({ ...dataFolder('first'), DEMO: '1' });
  const key = join(folder, 'key.txt');
  const made = await command('backup', ['--make-key', key], 'first');
  const recipient = /--recipient (age1\w+)/.exec(made.stdout)?.[1] ?? '';
  const taken = await command('backup', ['--to', file, '--recipient', recipient], 'first');
  await expect.poll(() => first.lines.join('\n')).toMatch(/Administrator: /);
  await first.stop();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const restored = await command('restore', ['--from', file, '--identity', key], 'second');
  expect(restored.stdout.replace('back', `in ${file}`)).toBe(taken.stdout);
  const second = await startServer(dataFolder('second'));
  expect(await login(second, first.lines)).toBe(200);
  await second.stop();
  await expect(command('restore', ['--from', file, '--identity', key], 'second')).rejects.toMatchObject({
    code: 1,
    stderr: 'The database is not empty; a backup is restored into an empty one only.\n',
  });
});

it('prints the usage or the error of the file before it opens a database', async () => {
  const none = join(folder, 'none.gz');
  const foreign = join(source, 'main.ts');
  const cases: [string, string[], string][] = [
    ['backup', [], 'Usage: npm run backup -- --to FILE [--recipient age1…]… | --make-key KEYFILE'],
    ['restore', ['--to', none], 'Usage: npm run restore -- --from FILE [--identity KEYFILE]'],
    ['restore', ['--from', none], `${none} cannot be read: ENOENT.`],
    [
      'restore',
      ['--from', foreign],
      `${foreign} cannot be restored: it is cut off, damaged or of another kind.`,
    ],
  ];
  for (const [name, parameters, sentence] of cases) {
    const refused = { code: 1, stderr: `${sentence}\n` };
    await expect(command(name, parameters, 'untouched')).rejects.toMatchObject(refused);
  }
  await expect(stat(join(folder, 'untouched'))).rejects.toThrow('ENOENT');
});
