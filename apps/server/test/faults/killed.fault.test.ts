import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blocksOfDistrict, districts } from '@mutual-transfer/domain/reference/places';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { registerTeacher, registrationOf, requestOf, type TestTeacher } from '../testing/factories.ts';
import {
  callerOf,
  type ServerProcess,
  startServer,
  stopServers,
} from '../testing/processes/server-process.ts';
import type { Call } from '../testing/test-app.ts';

const TEACHERS = 12;
const REQUESTS_EACH = 5;
const REGISTRATIONS = 12;

/** Action that must take effect once. The client retries it until it is acknowledged. */
interface Action {
  mark: string;
  call: () => Promise<Call>;
  /** Status of every response to the action, in order. */
  answers: number[];
}

let folder: string;
let server: ServerProcess;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-killed-'));
  server = await startServer({ DATA_DIR: folder });
});

afterEach(async () => {
  await stopServers();
  await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
});

function isDone({ answers }: Action): boolean {
  return [201, 409].includes(answers.at(-1) ?? 0);
}

/** Returns actions that post requests and register teachers. */
function actionsOf(teachers: readonly TestTeacher[]): Action[] {
  const posts = teachers.flatMap(({ token }, who) =>
    places(REQUESTS_EACH).map((place, which): Action => {
      const mark = `mark ${who}-${which}.`;
      const body = requestOf({ ...place, reason: mark });
      return { mark, answers: [], call: async () => ({ method: 'POST', url: '/api/requests', token, body }) };
    }),
  );
  const registrations = Array.from({ length: REGISTRATIONS }, (_, who): Action => {
    const email = `mark-${who}@example.com`;
    const details = { email, phone: String(8_000_000_000 + who) };
    const call = async (): Promise<Call> => ({
      method: 'POST',
      url: '/api/auth/register',
      body: await registrationOf(callerOf(server.base), details),
    });
    return { mark: email, answers: [], call };
  });
  return [...posts, ...registrations];
}

function places(count: number) {
  return districts.slice(0, count).map(({ code, name }) => ({
    desiredDistrict: name,
    desiredBlock: blocksOfDistrict(code)[0]?.name,
  }));
}

/** Runs all actions until they are acknowledged, with the concurrency of a busy evening. A caller without a response retries. */
async function doAll(actions: readonly Action[]): Promise<void> {
  const left = [...actions];
  const client = async () => {
    for (let action = left.shift(); action; action = left.shift()) await doOnce(action);
  };
  await Promise.all(Array.from({ length: 12 }, client));
}

async function doOnce(action: Action): Promise<void> {
  while (!isDone(action)) {
    try {
      const { statusCode } = await callerOf(server.base).call(await action.call());
      action.answers.push(statusCode);
    } catch {
      action.answers.push(0);
    }
    if (!isDone(action)) await expect.poll(isReady).toBe(true);
  }
}

async function isReady(): Promise<boolean> {
  const answer = await callerOf(server.base)
    .call({ url: '/api/ready' })
    .catch(() => undefined);
  return answer?.statusCode === 200;
}

/** Calls `kill` each time another quarter of the actions is acknowledged, while the others continue. */
async function whileKilling(actions: readonly Action[], kill: () => Promise<void>): Promise<void> {
  const doing = doAll(actions);
  for (const part of [0.25, 0.5, 0.75]) {
    const wanted = actions.length * part;
    await expect.poll(() => actions.filter(isDone).length).toBeGreaterThanOrEqual(wanted);
    await kill();
  }
  await doing;
}

async function expectEachOnce(actions: readonly Action[], teachers: readonly TestTeacher[]): Promise<void> {
  const unexpected = actions
    .flatMap(({ answers }) => answers)
    .filter((code) => ![0, 201, 409, 503].includes(code));
  expect(unexpected).toEqual([]);
  const lists = await Promise.all(
    teachers.map(({ token }) => server.call({ url: '/api/requests/my', token }).then(({ body }) => body)),
  );
  const marks = lists.flatMap((list) => list.match(/mark \d+-\d+\./g) ?? []);
  const posted = actions.map(({ mark }) => mark).filter((mark) => mark.endsWith('.'));
  expect(marks.toSorted()).toEqual(posted.toSorted());
  for (const { mark, call } of actions.filter((action) => !posted.includes(action.mark))) {
    expect((await server.call(await call())).statusCode, mark).toBe(409);
  }
}

async function prepare(): Promise<{ teachers: TestTeacher[]; actions: Action[] }> {
  const teachers = await Promise.all(Array.from({ length: TEACHERS }, () => registerTeacher(server)));
  return { teachers, actions: actionsOf(teachers) };
}

it('the server, killed repeatedly during writes, loses nothing it acknowledged and does nothing twice', async () => {
  const { teachers, actions } = await prepare();
  await whileKilling(actions, async () => {
    await server.stop('SIGKILL');
    server = await startServer({ DATA_DIR: folder });
  });
  await expectEachOnce(actions, teachers);
  expect(await server.stop()).toBe(0);
});

it('PostgreSQL, killed repeatedly during writes, restarts on its own and loses nothing', async () => {
  const { teachers, actions } = await prepare();
  await whileKilling(actions, async () => {
    const [line = ''] = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(line), 'SIGKILL');
    await expect.poll(isReady).toBe(true);
  });
  await expectEachOnce(actions, teachers);
  expect(await server.stop()).toBe(0);
});
