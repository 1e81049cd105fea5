import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { MEMBERS_AT_ONCE } from '../src/http/turns.ts';
import { postRequest, registerTeacher, requestOf, type TestTeacher } from './testing/factories.ts';
import { lockTable, waitingForLocks } from './testing/locks.ts';
import { requireFee } from './testing/services/payers.ts';
import { signIn } from './testing/sessions.ts';
import { joinTestApp, startTestApp, type TestApp } from './testing/test-app.ts';

let test: TestApp;
let asker: TestTeacher;
let requestId: string;

beforeAll(async () => {
  test = await startTestApp();
  asker = await registerTeacher(test);
  requestId = (await postRequest(test, asker)).request._id;
});
afterAll(() => test.close());

const CONNECTIONS = 12;

/**
 * Sends queries on many connections while locks block them in the database. Expects that exactly this number of queries reaches the
 * database.
 */
async function reachDatabase(
  ask: (number: number) => Promise<unknown>,
  expected: number,
  tables = 'requests, offers',
): Promise<void> {
  // The announcement of earlier posts runs in the background, and would wait for the locked tables too.
  await test.settled();
  await test.graph.caughtUp();
  const lock = await lockTable(tables, test.database, 'access exclusive');
  const asked = Array.from({ length: CONNECTIONS }, (_, number) => ask(number));
  try {
    await expect.poll(() => waitingForLocks(test.database)).toBe(expected);
    // Other calls of members are answered meanwhile. By then every query that could reach the database has reached it.
    for (const _time of ['first', 'second']) {
      const profile = await test.call({ url: '/api/auth/profile', token: asker.token });
      expect(profile.statusCode).toBe(200);
    }
    expect(await waitingForLocks(test.database)).toBe(expected);
  } finally {
    await lock.release();
    await Promise.all(asked);
  }
}

it('searches of visitors reach the database one at a time, and members are answered in the meantime', () =>
  reachDatabase(
    (number) =>
      test.call({
        url: `/api/requests/public?search=mathematics&limit=${number + 1}`,
        address: `203.0.113.${number}`,
      }),
    1,
  ));

it.each(['rings', 'matches?page=21'])(
  'queries of one member for %s reach the database one at a time, regardless of sessions and connections',
  async (path) => {
    const sessions = await Promise.all([1, 2, 3].map(() => signIn(test, asker.user._id)));
    const url = `/api/requests/${requestId}/${path}`;
    await reachDatabase((number) => test.call({ url, token: sessions[number % 3] ?? '' }), 1);
  },
);

it('queries of many members reach the database with a concurrency that leaves one core free', async () => {
  const members = await Promise.all(Array.from({ length: 4 }, () => registerTeacher(test)));
  await reachDatabase(
    (number) =>
      test.call({
        url: `/api/requests?search=school+${number}`,
        token: members[number % 4]?.token ?? '',
      }),
    MEMBERS_AT_ONCE,
  );
});

it.each(['', '/repairs'])(
  'stand-ins of an agreement (%j) are queried one at a time for one member',
  async (path) => {
    const url = `/api/agreements/${requestId}${path}`;
    await reachDatabase(() => test.call({ url, token: asker.token }), 1, 'agreements');
  },
);

it('exports of one member reach the database one at a time', () =>
  reachDatabase(() => test.call({ url: '/api/auth/export', token: asker.token }), 1, 'notice_settings'));

it('messages of one member to teachers whom they do not match reach the database one at a time', async () => {
  const { user } = await registerTeacher(test, { subject: 'Music' });
  const message = { method: 'POST', url: `/api/alerts/${user._id}`, body: { message: 'Hello' } } as const;
  await reachDatabase(() => test.call({ ...message, token: asker.token }), 1, 'offers');
});

it('a repeated post, which holds a turn of writes, waits for no slow call', async () => {
  const member = await registerTeacher(test);
  const headers = { 'idempotency-key': 'posted-once' };
  const body = requestOf();
  const post = () => test.call({ method: 'POST', url: '/api/requests', body, token: member.token, headers });
  expect((await post()).statusCode).toBe(201);
  const slow = await Promise.all(Array.from({ length: MEMBERS_AT_ONCE }, () => registerTeacher(test)));
  const lock = await lockTable('notice_settings', test.database, 'access exclusive');
  const exports = slow.map(({ token }) => test.call({ url: '/api/auth/export', token }));
  try {
    await expect.poll(() => waitingForLocks(test.database)).toBe(MEMBERS_AT_ONCE);
    expect((await post()).headers['idempotent-replayed']).toBe('true');
  } finally {
    await lock.release();
    await Promise.all(exports);
  }
});

it('a waiting call whose client has left is not run', async () => {
  let searches = 0;
  const current = () => {
    searches += 1;
    return test.graph.current();
  };
  const counting = await joinTestApp(test, { graph: { ...test.graph, current } });
  const page = new URL(await counting.app.listen({ port: 0, host: '127.0.0.1' }));
  const ask = async () => {
    const accepted = once(counting.app.server, 'connection');
    const client = connect(Number(page.port), page.hostname).on('error', () => {});
    client.write('GET /api/requests/public?search=mathematics HTTP/1.1\r\nHost: x\r\n\r\n');
    const [socket] = (await accepted) as [Socket];
    return { client, socket };
  };
  const lock = await lockTable('requests, offers', test.database, 'access exclusive');
  const first = await ask();
  await expect.poll(() => waitingForLocks(test.database)).toBeGreaterThan(0);
  for (let number = 0; number < 3; number += 1) {
    const { client, socket } = await ask();
    await expect.poll(() => socket.bytesRead).toBeGreaterThan(0);
    client.destroy();
    await expect.poll(() => socket.destroyed).toBe(true);
  }
  const last = await ask();
  const answers = [first, last].map(({ client }) => once(client, 'data'));
  await lock.release();
  for (const [answer] of await Promise.all(answers)) expect(String(answer)).toMatch(/^HTTP.1.1 200 /);
  for (const { client } of [first, last]) client.destroy();
  expect(searches).toBe(2);
  await counting.close();
});

it('two concurrent reads of a visitor, also by HEAD, delay the next one, but no health check', async () => {
  const address = '203.0.113.200';
  const answered: string[] = [];
  const ask = async (url: string, method: 'GET' | 'HEAD' = 'GET') => {
    const { statusCode } = await test.call({ method, url, address });
    answered.push(url);
    return statusCode;
  };
  const lock = await lockTable('transfer_orders', test.database, 'access exclusive');
  const codes = [ask('/api/orders/1', 'HEAD'), ask('/api/orders/2')];
  const next = ask('/api/support');
  try {
    for (const _time of ['first', 'second']) expect(await ask('/api/health')).toBe(200);
    expect(answered).toEqual(['/api/health', '/api/health']);
  } finally {
    await lock.release();
    expect(await Promise.all([...codes, next])).toEqual([200, 200, 200]);
  }
});

it('a waiting change of an account is made although its client has left, also in the queue of reads', async () => {
  const member = await registerTeacher(test);
  await requireFee(test);
  const server = await joinTestApp(test, {});
  const page = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));
  const { everyday } = server.app.turns;
  const running = Promise.withResolvers<void>();
  const reads = [1, 2].map(() => everyday.run(member.user._id, () => running.promise));
  const waiting = vi.spyOn(everyday, 'run');
  const accepted = once(server.app.server, 'connection');
  const client = connect(Number(page.port), page.hostname).on('error', () => {});
  const head = `Host: x\r\nAuthorization: Bearer ${member.token}\r\nContent-Length: 0`;
  client.write(`POST /api/payment/create-order HTTP/1.1\r\n${head}\r\n\r\n`);
  const [socket] = (await accepted) as [Socket];
  await expect.poll(() => waiting.mock.calls.length).toBe(1);
  client.destroy();
  await expect.poll(() => socket.destroyed).toBe(true);
  running.resolve();
  await Promise.all(reads);
  const orders = test.database.db.selectFrom('payment_orders').where('user_id', '=', member.user._id);
  await expect.poll(() => orders.select('id').execute()).toHaveLength(1);
  await server.close();
});
