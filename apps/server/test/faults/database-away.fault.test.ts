import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrate } from '../../src/platform/database/migrate.ts';
import type { OpenDatabase } from '../../src/platform/database/open-database.ts';
import { registerTeacher, registrationOf, requestOf, type TestTeacher } from '../testing/factories.ts';
import { lockTable, waitingForLocks } from '../testing/locks.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../testing/processes/database-proxy.ts';
import { type ServerProcess, startServer, stopServers } from '../testing/processes/server-process.ts';
import { type Call, cloneDatabase } from '../testing/test-app.ts';

let clone: { database: OpenDatabase; drop: () => Promise<void> };
let proxy: DatabaseProxy;
let server: ServerProcess;
let teacher: TestTeacher;

beforeAll(async () => {
  clone = await cloneDatabase();
  await migrate(clone.database);
  proxy = await startDatabaseProxy(inject('postgres'));
  const { database } = clone.database.pool.options;
  server = await startServer({ DATABASE_URL: proxy.urlOf(database ?? ''), DATABASE_POOL_SIZE: '3' });
  teacher = await registerTeacher(server);
});

afterEach(() => proxy.restore());

afterAll(async () => {
  await stopServers();
  await proxy.close();
  await clone.drop();
});

/** Returns calls that need the database: public, signed in, with access, and writing. */
function calls(): Call[] {
  const { token } = teacher;
  return [
    { url: '/api/ready' },
    { url: '/api/requests/public' },
    { url: '/api/auth/captcha' },
    { url: '/api/requests', token },
    { url: '/api/requests/my', token },
    { method: 'POST', url: '/api/requests', token, body: requestOf() },
  ];
}

/** Expects an error for every call while the database stays away. */
async function expectUnavailable(): Promise<void> {
  for (const answer of await Promise.all(calls().map((call) => server.call(call)))) {
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
}

/** Expects that everything works again, in the same process. */
async function expectBack(): Promise<void> {
  const statuses = () => Promise.all(calls().map(async (call) => (await server.call(call)).statusCode));
  await expect.poll(statuses).toEqual([200, 200, 200, 200, 200, 409]);
  expect(server.child.exitCode).toBeNull();
}

describe('an unavailable database', () => {
  it('causes 503 repeatedly, and lets no caller skip payment', async () => {
    await server.call({ method: 'POST', url: '/api/requests', token: teacher.token, body: requestOf() });
    proxy.cut();
    for (let time = 0; time < 3; time += 1) await expectUnavailable();
    expect((await server.call({ url: '/api/health' })).statusCode).toBe(200);
    proxy.restore();
    await expectBack();
  });

  it('that returns while calls are in flight leaves nothing half done', async () => {
    const posts = Array.from({ length: 12 }, () => registerTeacher(server).catch((error: Error) => error));
    proxy.cut();
    proxy.restore();
    await Promise.all(posts);
    await expectBack();
    const { rows } = await clone.database.pool.query(
      'select from users where not exists (select from offers where user_id = users.id)',
    );
    expect(rows).toEqual([]);
  });
});

describe('a hanging database', () => {
  it('causes errors while it hangs, and the server recovers from its lost connections', async () => {
    await expectBack();
    const registration = registrationOf(server);
    const lock = await lockTable('users', clone.database);
    const body = await registration;
    const halfDone = server.call({ method: 'POST', url: '/api/auth/register', body });
    await expect.poll(() => waitingForLocks(clone.database)).toBe(1);
    proxy.hang();
    await expectUnavailable();
    expect((await halfDone).statusCode).toBe(503);
    await lock.release();
    proxy.restore();
    await expectBack();
  });

  it('that continues after a while causes no lasting errors', async () => {
    proxy.hang();
    const waiting = Promise.all(calls().map((call) => server.call(call)));
    proxy.resume();
    expect((await waiting).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 409]);
  });
});

it('a server stops although its database hangs', async () => {
  proxy.hang();
  const waiting = server.call({ url: '/api/requests/public' }).catch(() => undefined);
  await server.stop();
  expect(server.child.signalCode).toBeNull();
  await waiting;
});
