import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { postRequest, registerTeacher } from '../testing/factories.ts';
import { type ServerProcess, startServer, stopServers } from '../testing/processes/server-process.ts';

let folder: string;
let server: ServerProcess;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-stuck-'));
  server = await startServer({ DATA_DIR: folder });
});

afterEach(async () => {
  await stopServers();
  await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
});

/** Returns the ids of all processes of PostgreSQL. The process of a connection is a child of the postmaster. */
async function databaseProcesses(): Promise<number[]> {
  const [first = ''] = (await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const listed = execFileSync('ps', ['-o', 'pid=', '--ppid', first], { encoding: 'utf8' });
  return [
    Number(first),
    ...listed
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(Number),
  ];
}

it('a stopped database (SIGSTOP) causes 503, and calls succeed again once it continues', async () => {
  const teacher = await registerTeacher(server);
  const { request } = await postRequest(server, teacher);
  const processes = await databaseProcesses();
  expect(processes.length).toBeGreaterThan(3);
  for (const pid of processes) process.kill(pid, 'SIGSTOP');
  try {
    expect((await server.call({ url: '/api/health' })).statusCode).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.call({ url: '/api/requests/my', token: teacher.token })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 503));
    expect(answers.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
  } finally {
    for (const pid of processes) process.kill(pid, 'SIGCONT');
  }
  const isBack = async () => {
    const { statusCode, body } = await server.call({ url: '/api/requests/my', token: teacher.token });
    return statusCode === 200 && body.includes(request._id);
  };
  await expect.poll(isBack).toBe(true);
});
