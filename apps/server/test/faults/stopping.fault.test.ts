import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createNotices } from '../../src/notices/notices.ts';
import type { OpenDatabase } from '../../src/platform/database/open-database.ts';
import { registerTeacher, registrationOf, solveCaptcha } from '../testing/factories.ts';
import { lockTable, waitingForLocks } from '../testing/locks.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../testing/processes/database-proxy.ts';
import { startServer, stopServers } from '../testing/processes/server-process.ts';
import { cloneDatabase } from '../testing/test-app.ts';

const AT_ONCE = 6;

let clone: { database: OpenDatabase; drop: () => Promise<void> };
let proxy: DatabaseProxy;
let variables: Record<string, string>;

beforeAll(async () => {
  clone = await cloneDatabase();
  proxy = await startDatabaseProxy(inject('postgres'));
  variables = { DATABASE_URL: proxy.urlOf(clone.database.pool.options.database ?? '') };
});

afterAll(async () => {
  await stopServers();
  await proxy.close();
  await clone.drop();
});

it('a server that is stopped under load completes calls in flight, accepts no new ones, and exits with 0', async () => {
  const server = await startServer(variables);
  const bodies = await Promise.all(Array.from({ length: AT_ONCE }, () => registrationOf(server)));
  const lock = await lockTable('users', clone.database);
  const posts = bodies.map((body) => server.call({ method: 'POST', url: '/api/auth/register', body }));
  await expect.poll(() => waitingForLocks(clone.database)).toBe(AT_ONCE);
  // Browsers open connections in advance and may send nothing on them.
  const silent = connect(Number(new URL(server.base).port), '127.0.0.1').on('error', () => {});
  await once(silent, 'connect');
  const stopped = server.stop('SIGTERM');
  const isRefused = () =>
    server.call({ url: '/api/health' }).then(
      () => false,
      () => true,
    );
  await expect.poll(isRefused).toBe(true);
  await lock.release();
  expect((await Promise.all(posts)).map(({ statusCode }) => statusCode)).toEqual(bodies.map(() => 201));
  // A process that reaches its deadline, for example because it waits for the silent connection, exits with 1.
  expect(await stopped).toBe(0);
});

it('a server whose mail server does not answer exits with 0', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  const sockets: Socket[] = [];
  silent.on('connection', (socket) => sockets.push(socket));
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const mail = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'notices@product.example' };
  const server = await startServer({ ...variables, ...mail, PUBLIC_URL: 'https://product.example' });
  const teacher = await registerTeacher(server);
  await clone.database.db.updateTable('users').set({ email_confirmed_at: new Date() }).execute();
  const notice = { recipientId: teacher.user._id, content: { kind: 'password_reset', by: 'sms' } } as const;
  await clone.database.db
    .transaction()
    .execute((transaction) => createNotices(transaction, [notice], new Date()));
  const body = { email: teacher.user.email, ...(await solveCaptcha(server)) };
  await server.call({ method: 'POST', url: '/api/auth/password-links', body });
  // One connection each for the confirmation of the address, the notice and the link.
  await expect.poll(() => sockets.length).toBe(3);
  expect(await server.stop('SIGTERM')).toBe(0);
  for (const socket of sockets) socket.destroy();
  silent.close();
});

it('a server with DRAIN_SECONDS is not ready after SIGTERM, serves every call meanwhile, and exits with 0', async () => {
  const server = await startServer({ ...variables, DRAIN_SECONDS: '15' });
  const readiness = async () => (await server.call({ url: '/api/ready' })).statusCode;
  expect(await readiness()).toBe(200);
  const stopped = server.stop('SIGTERM');
  await expect.poll(readiness, { interval: 10 }).toBe(503);
  const { statusCode, headers } = await server.call({ url: '/api/requests/public' });
  expect({ statusCode, connection: headers.connection }).toEqual({ statusCode: 200, connection: 'close' });
  expect(await stopped).toBe(0);
});

/** Writes the text piece by piece until the server closes the connection. @returns the response. */
async function drip(base: string, head: string): Promise<string> {
  const { port } = new URL(base);
  const socket = connect(Number(port), '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  socket.on('error', () => {});
  socket.write(head);
  const dripping = setInterval(() => socket.write('a'), 500);
  // `once` would reject on an error, and a write may still hit the closed connection.
  await new Promise((closed) => socket.on('close', closed));
  clearInterval(dripping);
  return answer;
}

it('slow clients are disconnected, and block no other client', async () => {
  const server = await startServer(variables);
  const post = 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
  const slow = Array.from({ length: 20 }, () => [
    drip(server.base, 'GET /api/health HTTP/1.1\r\nhost: x\r\nx-slow: '),
    drip(server.base, `${post}content-length: 60000\r\n\r\n"`),
  ]).flat();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => server.call({ url: '/api/requests/public' })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  for (const answer of await Promise.all(slow)) expect(answer).toMatch(/^HTTP\/1.1 408 /);
  expect(await server.stop()).toBe(0);
});
