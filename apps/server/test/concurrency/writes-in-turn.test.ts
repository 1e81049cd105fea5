import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { createPasswords, type Passwords } from '../../src/sign-in/passwords.ts';
import { PASSWORD, registerTeacher, solveCaptcha, type TestTeacher } from '../testing/factories.ts';
import { lockTable, waitingForLocks } from '../testing/locks.ts';
import { joinTestApp, startTestApp, type TestApp } from '../testing/test-app.ts';

const CONNECTIONS = 40;
const BEYOND = 120;

let test: TestApp;
let writer: TestTeacher;
let other: TestTeacher;

beforeAll(async () => {
  test = await startTestApp();
  writer = await registerTeacher(test);
  other = await registerTeacher(test);
});
afterAll(() => test.close());

const hide = ({ token }: TestTeacher, hideName: boolean, server = test) =>
  server.call({
    method: 'PUT',
    url: '/api/auth/privacy',
    body: { privacySettings: { hideName, hidePhone: true, hideEmail: true, hideSchoolName: true } },
    token,
  });

/** Locks the row of the writer's account while the test runs, as a slow change of the same account would. */
async function whileHeld(run: () => Promise<void>): Promise<void> {
  const client = await test.database.pool.connect();
  await client.query('begin');
  await client.query('select from users where id = $1 for update', [writer.user._id]);
  try {
    await run();
  } finally {
    await client.query('commit');
    client.release();
  }
}

it('writes of one account wait for its row on two connections only, so that other accounts are answered', async () => {
  let answers: Promise<{ statusCode: number }[]> = Promise.resolve([]);
  await whileHeld(async () => {
    answers = Promise.all(Array.from({ length: CONNECTIONS }, (_, number) => hide(writer, number % 2 === 0)));
    await expect.poll(() => waitingForLocks(test.database)).toBe(2);
    expect((await hide(other, true)).statusCode).toBe(200);
    expect((await test.call({ url: '/api/requests/my', token: writer.token })).statusCode).toBe(200);
    expect(await waitingForLocks(test.database)).toBe(2);
  });
  expect((await answers).map(({ statusCode }) => statusCode)).toEqual(Array(CONNECTIONS).fill(200));
});

it('writes of many accounts use half of the connections, so that reads do not wait for their locks', async () => {
  const config = { ...readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' }), databasePoolSize: 4 };
  const small = await joinTestApp(test, { config });
  const writers = await Promise.all(Array.from({ length: 4 }, () => registerTeacher(test)));
  const lock = await lockTable('users', test.database);
  const answers = Promise.all(writers.flatMap((one) => [hide(one, true, small), hide(one, true, small)]));
  try {
    await expect.poll(() => waitingForLocks(test.database)).toBe(2);
    expect((await small.call({ url: '/api/requests/my', token: other.token })).statusCode).toBe(200);
    expect(await waitingForLocks(test.database)).toBe(2);
  } finally {
    await lock.release();
  }
  expect((await answers).map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
  await small.close();
});

it('writes of one account beyond its share of the queue are refused with Retry-After', async () => {
  let answers: Promise<{ statusCode: number; headers: object }[]> = Promise.resolve([]);
  await whileHeld(async () => {
    answers = Promise.all(Array.from({ length: BEYOND }, () => hide(writer, true)));
    await expect.poll(() => waitingForLocks(test.database)).toBe(2);
    expect((await hide(other, false)).statusCode).toBe(200);
  });
  const refused = (await answers).filter(({ statusCode }) => statusCode !== 200);
  expect(refused).toHaveLength(BEYOND - 100);
  for (const { statusCode, headers } of refused)
    expect([statusCode, headers]).toEqual([503, expect.objectContaining({ 'retry-after': '5' })]);
});

it('sign-ins of one address or IPv6 /48 check at most eight passwords at once, so that others do not wait behind them', async () => {
  let checking = 0;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const cheap = createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 });
  const verify: Passwords['verify'] = async (hashed, password) => {
    checking += 1;
    await released;
    return cheap.verify(hashed, password);
  };
  const held = await joinTestApp(test, { passwords: { ...cheap, verify } });
  const signIn = async (address: string) => {
    const body = { email: writer.user.email, password: PASSWORD, ...(await solveCaptcha(test)) };
    return held.call({ method: 'POST', url: '/api/auth/login', body, address });
  };
  const crowd = Array.from({ length: CONNECTIONS }, () => signIn('203.0.113.1'));
  await expect.poll(() => checking).toBe(8);
  // Each is the only one of its /64.
  const site = Array.from({ length: CONNECTIONS }, (_, number) => signIn(`2001:db8:1:${number}::1`));
  await expect.poll(() => checking).toBe(16);
  const others = [signIn('203.0.113.2'), signIn('2001:db8:2::1')];
  await expect.poll(() => checking).toBe(18);
  release();
  const answers = await Promise.all([...crowd, ...site, ...others]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(2 * CONNECTIONS + 2).fill(200));
  await held.close();
});
