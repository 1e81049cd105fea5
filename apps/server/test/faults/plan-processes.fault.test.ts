import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { computeApart } from '../../src/matching/plans/plan-process.ts';
import type { OpenDatabase } from '../../src/platform/database/open-database.ts';
import { startServer, stopServers } from '../testing/processes/server-process.ts';
import { socketUrl } from '../testing/processes/template-database.ts';
import { ringOfThree } from '../testing/ring-of-three.ts';
import { cloneDatabase } from '../testing/test-app.ts';

const processes = join(import.meta.dirname, '../testing/processes');
/** Milliseconds after the order of a plan: before, during and after the start of its process. */
const MOMENTS = [
  0, 5, 10, 20, 30, 40, 60, 80, 100, 130, 160, 200, 250, 300, 400, 500, 700, 900, 1_200, 1_600,
];

let clone: { database: OpenDatabase; drop: () => Promise<void> };

beforeAll(async () => {
  clone = await cloneDatabase();
});
afterAll(async () => {
  await stopServers();
  await clone.drop();
});

/** Returns the ids of the processes that have this text in their environment. */
async function runningWith(mark: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const marked = ids.map(async (id) => {
    const environment = await readFile(`/proc/${id}/environ`, 'utf8').catch(() => '');
    return environment.includes(mark) ? [id] : [];
  });
  return (await Promise.all(marked)).flat();
}

/** Starts a process that orders a computation without an end. */
async function orderEndless(mark: string): Promise<ChildProcess> {
  const parent = fork(join(processes, 'planning-parent.ts'), {
    env: { ...process.env, MARK: mark },
    execArgv: [],
  });
  await once(parent, 'message');
  return parent;
}

it.each(['SIGKILL', 'SIGTERM'] as const)(
  'a process that ends by %s at any moment of a plan leaves no process behind',
  async (signal) => {
    const mark = randomUUID();
    await Promise.all(
      [0, 1].map(async (half) => {
        for (const moment of MOMENTS.filter((_, index) => index % 2 === half)) {
          const parent = await orderEndless(mark);
          await setTimeout(moment);
          const ended = once(parent, 'exit');
          parent.kill(signal);
          await ended;
        }
      }),
    );
    await expect.poll(() => runningWith(mark)).toEqual([]);
  },
);

it('a process that is killed while its plan computes leaves no process behind', async () => {
  const mark = randomUUID();
  const parent = await orderEndless(mark);
  expect(await once(parent, 'message')).toEqual(['begun', undefined]);
  expect(await runningWith(mark)).toHaveLength(2);
  parent.kill('SIGKILL');
  await expect.poll(() => runningWith(mark)).toEqual([]);
});

it('a plan can be killed at any moment, and has ended when it is reported', async () => {
  for (const moment of MOMENTS) {
    const endless = new URL('../testing/processes/endless-plan.ts', import.meta.url);
    const stopped = computeApart(endless, {}, { signal: AbortSignal.timeout(moment) });
    await expect(stopped).rejects.toMatchObject({ name: 'TimeoutError' });
  }
});

it('a server that is stopped while it plans exits with 0, and leaves no process behind', async () => {
  const { database = '' } = clone.database.pool.options;
  const variables = { DATABASE_URL: socketUrl(inject('postgres'), database) };
  const first = await startServer(variables);
  await ringOfThree(first, 'Urdu');
  expect(await first.stop()).toBe(0);
  for (const moment of [0, 100, 400, 1_000]) {
    await clone.database.pool.query("delete from plans; delete from pgboss.job where name = 'plans'");
    const server = await startServer(variables);
    await setTimeout(moment);
    expect(await server.stop()).toBe(0);
    await expect.poll(() => runningWith(variables.DATABASE_URL)).toEqual([]);
  }
});
