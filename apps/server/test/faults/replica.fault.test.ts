import type { RequestList } from '@mutual-transfer/domain/requests/transfer-request';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { postRequest, registerTeacher, type TestTeacher } from '../testing/factories.ts';
import { freePort } from '../testing/processes/free-port.ts';
import { type PostgresPair, startPostgresPair } from '../testing/processes/postgres-pair.ts';
import {
  callerOf,
  type ServerProcess,
  startServer,
  stopServers,
} from '../testing/processes/server-process.ts';
import type { Caller } from '../testing/test-app.ts';

const SOON = { timeout: 60_000, interval: 20 };
const VISITORS = 8;

let pair: PostgresPair;
let first: ServerProcess;
let second: ServerProcess;
let figures: Caller;
let teacher: TestTeacher;

beforeAll(async () => {
  pair = await startPostgresPair();
  const port = await freePort();
  const variables = {
    DATABASE_URL: pair.primaryUrl,
    DATABASE_READ_URL: pair.replicaUrl,
    TOKEN_SECRET: 'a secret that both servers know of',
  };
  first = await startServer({ ...variables, METRICS_PORT: String(port) });
  second = await startServer(variables);
  figures = callerOf(`http://127.0.0.1:${port}`);
  teacher = await registerTeacher(first);
  await postRequest(first, teacher);
});

afterEach(() => visitors?.leave());

afterAll(async () => {
  await stopServers();
  await pair?.close();
});

/** Returns a metric of the first server. */
async function figure(name: string): Promise<number> {
  const { body } = await figures.call({ url: '/api/metrics' });
  const line = body.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.split(' ')[1]?.replace('Inf', 'Infinity'));
}

const readAtReplica = () => figure('database_reads_total{by="replica"}');
const readAtPrimary = () => figure('database_reads_total{by="primary"}');

interface Visitors {
  readonly statuses: readonly number[];
  /** Starts counting. The returned function returns the smallest number of responses that any of the visitors has received since. */
  readonly fewestSince: () => () => number;
  readonly leave: () => Promise<void>;
}

let visitors: Visitors | undefined;

/** Starts visitors that read lists without a pause, signed in and signed out, until they are stopped. */
function visit(server: Caller, { token }: TestTeacher): Visitors {
  const statuses: number[] = [];
  const answers = Array.from({ length: VISITORS }, () => 0);
  let areLeaving = false;
  const one = async (who: number) => {
    while (!areLeaving) {
      const url = who % 2 === 0 ? '/api/requests/public' : '/api/requests';
      const { statusCode } = await server.call({ url, token: who % 2 === 0 ? undefined : token });
      statuses.push(statusCode);
      answers[who] = (answers[who] ?? 0) + 1;
    }
  };
  const all = Promise.all(Array.from({ length: VISITORS }, (_, who) => one(who)));
  const leave = async () => {
    areLeaving = true;
    await all;
  };
  const fewestSince = () => {
    const before = [...answers];
    return () => Math.min(...answers.map((count, who) => count - (before[who] ?? 0)));
  };
  visitors = { statuses, fewestSince, leave };
  return visitors;
}

/** Resolves when the metric has increased by `by`. */
async function grows(read: () => Promise<number>, by = 50): Promise<void> {
  const before = await read();
  await expect.poll(async () => (await read()) - before, SOON).toBeGreaterThan(by);
}

it('a killed replica causes no failed call, and is used again after its restart', async () => {
  const { statuses, leave } = visit(first, teacher);
  await grows(readAtReplica);
  await pair.stopReplica();
  await grows(readAtPrimary);
  expect(await figure('replica_behind_seconds')).toBe(Number.POSITIVE_INFINITY);
  await pair.startReplica();
  await grows(readAtReplica);
  const [listening] = await pair.replicaProcesses();
  if (listening !== undefined) process.kill(listening, 'SIGKILL');
  await expect.poll(async () => (await pair.replicaProcesses())[0] !== listening, SOON).toBe(true);
  await grows(readAtReplica);
  await expect.poll(() => figure('replica_behind_seconds'), SOON).toBeLessThan(5);
  await leave();
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});

it('a stopped replica (SIGSTOP) makes reads go to the primary while it is stopped, and none fails', async () => {
  const { statuses, fewestSince, leave } = visit(first, teacher);
  await grows(readAtReplica);
  const processes = await pair.replicaProcesses();
  expect(processes.length).toBeGreaterThan(3);
  for (const pid of processes) process.kill(pid, 'SIGSTOP');
  try {
    const fewest = fewestSince();
    await grows(readAtPrimary);
    // The first response may have been sent before the stop. A second one shows that no visitor waits for the replica.
    await expect.poll(fewest, SOON).toBeGreaterThan(1);
  } finally {
    for (const pid of processes) process.kill(pid, 'SIGCONT');
  }
  await grows(readAtReplica);
  await leave();
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});

it('a process starts and answers without the replica, and reads from it once it is available', async () => {
  await pair.stopReplica();
  const port = await freePort();
  const late = await startServer({
    DATABASE_URL: pair.primaryUrl,
    DATABASE_READ_URL: pair.replicaUrl,
    TOKEN_SECRET: 'a secret that both servers know of',
    METRICS_PORT: String(port),
  });
  expect((await late.call({ url: '/api/requests/public' })).statusCode).toBe(200);
  expect(late.lines.join('\n')).toContain('the replica does not answer: reads go to the primary');
  await pair.startReplica();
  const lateFigures = callerOf(`http://127.0.0.1:${port}`);
  await expect
    .poll(async () => {
      await late.call({ url: '/api/requests/public' });
      const { body } = await lateFigures.call({ url: '/api/metrics' });
      return Number(/database_reads_total\{by="replica"\} (\d+)/.exec(body)?.[1]);
    }, SOON)
    .toBeGreaterThan(0);
  await late.stop();
});

it('a request posted at one process is immediately in its author’s list at the other, even if the replica is stopped', async () => {
  const writer = await registerTeacher(first);
  await grows(async () => {
    await first.call({ url: '/api/requests/public' });
    return readAtReplica();
  }, 1);
  await pair.replica.pool.query('select pg_wal_replay_pause()');
  const { request } = await postRequest(first, writer);
  for (const server of [second, first]) {
    const answer = await server.call({ url: '/api/requests?limit=100', token: writer.token });
    expect(answer.json<RequestList>().requests.map(({ _id }) => _id)).toContain(request._id);
  }
  await pair.replica.pool.query('select pg_wal_replay_resume()');
});

it('a replica that was promoted to primary gets no more queries', async () => {
  await grows(async () => {
    await first.call({ url: '/api/requests/public' });
    return readAtReplica();
  }, 1);
  await pair.promoteReplica();
  await expect
    .poll(() => first.lines.join('\n'), SOON)
    .toContain('DATABASE_READ_URL is no replica, or no longer');
  const before = await readAtReplica();
  await pair.replica.pool.query("update users set name = 'Somebody of another world'");
  const answer = await first.call({ url: '/api/requests/public' });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).not.toContain('another world');
  expect(await readAtReplica()).toBe(before);
});
