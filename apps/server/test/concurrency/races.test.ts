import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPasswords } from '../../src/sign-in/passwords.ts';
import { type Cast, createCast } from '../testing/cast.ts';
import { PASSWORD, registrationOf, requestOf, solveCaptcha } from '../testing/factories.ts';
import { signIn } from '../testing/sessions.ts';
import { type Call, CHEAP_HASHES, joinTestApp, startTestApp, type TestApp } from '../testing/test-app.ts';

let first: TestApp;
let second: TestApp;
let cast: Cast;

beforeAll(async () => {
  first = await startTestApp();
  second = await joinTestApp(first);
});
beforeEach(async () => {
  cast = await createCast(first);
});
afterAll(async () => {
  await second.close();
  await first.close();
});

const AT_ONCE = 20;

/** Makes the same call twenty times concurrently, half of them to each of two servers on one database. Returns the sorted statuses. */
async function atOnce(call: (number: number) => Call | Promise<Call>): Promise<number[]> {
  const calls = await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => call(number)));
  const answers = await Promise.all(
    calls.map((one, number) => (number % 2 === 0 ? first : second).call(one)),
  );
  return answers.map(({ statusCode }) => statusCode).toSorted();
}

const oneOf = (winner: number, loser: number) =>
  [winner, ...Array.from({ length: AT_ONCE - 1 }, () => loser)].toSorted();

const count = async (table: 'users' | 'requests' | 'captchas' | 'payment_orders') => {
  const { rows } = await first.database.pool.query<{ count: string }>(`select count(*) from ${table}`);
  return Number(rows[0]?.count);
};

const owner = () => cast.tokens.owner;

describe('twenty concurrent calls on two servers with one database', () => {
  it('that register with one phone create one account', async () => {
    const before = await count('users');
    const statuses = await atOnce(async () => ({
      method: 'POST',
      url: '/api/auth/register',
      body: await registrationOf(first, { phone: '9876500000' }),
    }));
    expect(statuses).toEqual(oneOf(201, 409));
    expect(await count('users')).toBe(before + 1);
  });

  it('that use one security check get one try, even with the right answer', async () => {
    const solved = await solveCaptcha(first);
    const body = { email: 'owner@example.com', password: PASSWORD, ...solved };
    const statuses = await atOnce(() => ({ method: 'POST', url: '/api/auth/login', body }));
    expect(statuses).toEqual(oneOf(200, 400));
  });

  it('that post one wish create one request', async () => {
    const body = requestOf({ desiredDistrict: 'Saran', desiredBlock: 'Amnour' });
    const before = await count('requests');
    const statuses = await atOnce(() => ({ method: 'POST', url: '/api/requests', body, token: owner() }));
    expect(statuses).toEqual(oneOf(201, 409));
    expect(await count('requests')).toBe(before + 1);
  });

  it('that post twenty wishes leave five active requests, including the earlier one', async () => {
    const statuses = await atOnce((number) => ({
      method: 'POST',
      url: '/api/requests',
      body: requestOf({
        ...[
          { desiredDistrict: 'Saran', desiredBlock: 'Amnour' },
          { desiredDistrict: 'Patna', desiredBlock: 'Any block' },
          { desiredDistrict: 'Saran', desiredBlock: 'Any block' },
          { desiredDistrict: 'Patna', desiredBlock: 'Bihta' },
        ][number % 4],
        classRange: ['1-5', '6-8', '9-10', '11-12', '6-8'][Math.floor(number / 4)],
      }),
      token: owner(),
    }));
    expect(statuses.filter((status) => status === 201)).toHaveLength(4);
    expect(statuses.filter((status) => status === 409)).toHaveLength(AT_ONCE - 4);
    expect(await count('requests')).toBe(5);
  });

  it('that delete one request succeed once and answer 404 otherwise', async () => {
    const url = `/api/requests/${cast.belongings.requestId}`;
    expect(await atOnce(() => ({ method: 'DELETE', url, token: owner() }))).toEqual(oneOf(200, 404));
    expect(await count('requests')).toBe(0);
  });

  it('that take the same step on one request all succeed, and leave it after that one step', async () => {
    const url = `/api/requests/${cast.belongings.requestId}/status`;
    const statuses = await atOnce(() => ({
      method: 'PATCH',
      url,
      body: { status: 'pending' },
      token: owner(),
    }));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const own = await first.call({ url: '/api/requests/my', token: owner() });
    expect(own.json().requests.map(({ status }) => status)).toEqual(['pending']);
  });

  it('that ask for an order all get the same one', async () => {
    const before = await count('payment_orders');
    const statuses = await atOnce(() => ({
      method: 'POST',
      url: '/api/payment/create-order',
      token: cast.tokens.unpaid,
    }));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await count('payment_orders')).toBe(before + 1);
  });

  it('that verify one payment pay once, and all report success', async () => {
    const token = cast.tokens.unpaid;
    const order = await first.call({ method: 'POST', url: '/api/payment/create-order', token });
    const { orderId } = order.json();
    const pay = {
      method: 'POST',
      url: '/api/payment/sandbox/pay',
      body: { orderId, outcome: 'success' },
    } as const;
    const body = (await first.call({ ...pay, token })).json<object>();
    const statuses = await atOnce(() => ({ method: 'POST', url: '/api/payment/verify', body, token }));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const paid = await first.database.db
      .selectFrom('users')
      .select('paid_rupees')
      .where('email', '=', 'unpaid@example.com')
      .executeTakeFirstOrThrow();
    expect(paid.paid_rupees).toBe(10);
    await first.settled();
  });

  it('that deactivate and activate one account an even number of times leave it unchanged', async () => {
    const url = `/api/admin/users/${cast.belongings.userId}/toggle-status`;
    const statuses = await atOnce(() => ({ method: 'PUT', url, token: cast.tokens.admin }));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { rows } = await first.database.pool.query<{ is_active: boolean }>(
      'select is_active from users where id = $1',
      [cast.belongings.userId],
    );
    expect(rows[0]?.is_active).toBe(true);
  });
});

describe('an account erased while other calls of its owner are in flight', () => {
  it('answers each of them with a readable message, and leaves no data behind', async () => {
    const { requestId } = cast.belongings;
    const others = await signIn(first, cast.belongings.userId);
    const calls: Call[] = [
      { method: 'POST', url: '/api/requests', body: requestOf({ desiredBlock: 'Any block' }) },
      { method: 'PUT', url: '/api/auth/profile', body: { phone: '9876511111', currentPassword: PASSWORD } },
      { url: '/api/auth/profile' },
      { url: '/api/auth/export' },
      { url: '/api/payment/status' },
      { url: `/api/requests/${requestId}/matches` },
      { method: 'PATCH', url: `/api/requests/${requestId}/status`, body: { status: 'pending' } },
      { method: 'DELETE', url: '/api/auth/account', body: { password: PASSWORD } },
    ];
    const statuses = await atOnce((number) => ({
      ...(calls[number % calls.length] ?? { url: '/api/health' }),
      token: number % 2 === 0 ? owner() : others,
    }));
    expect(statuses).not.toContain(500);
    await first.settled();
    await second.settled();
    const { rows } = await first.database.pool.query('select 1 from users where id = $1', [
      cast.belongings.userId,
    ]);
    expect(rows).toEqual([]);
    expect(await count('requests')).toBe(0);
  });

  it('is gone if the erasure succeeds, and complete if a change of the password came first', async () => {
    const [erased] = await Promise.all([
      first.call({
        ...{ method: 'DELETE', url: '/api/auth/account', token: owner() },
        body: { password: PASSWORD },
      }),
      second.call({
        ...{ method: 'PUT', url: '/api/auth/password', token: owner() },
        body: { currentPassword: PASSWORD, newPassword: 'another quiet orchard' },
      }),
    ]);
    await first.settled();
    await second.settled();
    const { rows } = await first.database.pool.query('select 1 from users where id = $1', [
      cast.belongings.userId,
    ]);
    const isErased = erased.statusCode === 200;
    expect([erased.statusCode, rows.length]).toEqual(isErased ? [200, 0] : [400, 1]);
    expect(await count('requests')).toBe(isErased ? 0 : 1);
  });
});

describe('a sign-in that was sent before a password change', () => {
  it('starts no session with the old password if it completes afterwards', async () => {
    const passwords = createPasswords(CHEAP_HASHES);
    const changed = Promise.withResolvers<void>();
    const verified = Promise.withResolvers<void>();
    const slow = await joinTestApp(first, {
      passwords: {
        ...passwords,
        verify: async (hashed, password) => {
          const isRight = await passwords.verify(hashed, password);
          verified.resolve();
          await changed.promise;
          return isRight;
        },
      },
    });
    try {
      const body = { email: 'owner@example.com', password: PASSWORD, ...(await solveCaptcha(first)) };
      const signingIn = slow.call({ method: 'POST', url: '/api/auth/login', body });
      await verified.promise;
      const change = { currentPassword: PASSWORD, newPassword: 'another quiet orchard' };
      const answer = await first.call({
        method: 'PUT',
        url: '/api/auth/password',
        body: change,
        token: owner(),
      });
      expect(answer.statusCode).toBe(200);
      changed.resolve();
      expect((await signingIn).statusCode).toBe(401);
      const { rows } = await first.database.pool.query<{ count: string }>(
        'select count(*) from sessions where user_id = $1 and ended_at is null',
        [cast.belongings.userId],
      );
      expect(rows[0]?.count).toBe('1');
    } finally {
      await slow.close();
    }
  });
});

describe('two concurrent changes of one password', () => {
  it('store one of the passwords', async () => {
    const passwords = createPasswords(CHEAP_HASHES);
    const bothVerified = Promise.withResolvers<void>();
    let count = 0;
    const apps = await Promise.all(
      [1, 2].map(() =>
        joinTestApp(first, {
          passwords: {
            ...passwords,
            verify: async (hashed, password) => {
              const isRight = await passwords.verify(hashed, password);
              count += 1;
              if (count === 2) bothVerified.resolve();
              await bothVerified.promise;
              return isRight;
            },
          },
        }),
      ),
    );
    try {
      const body = { currentPassword: PASSWORD, newPassword: 'another quiet orchard' };
      const answers = await Promise.all(
        apps.map((app) => app.call({ method: 'PUT', url: '/api/auth/password', body, token: owner() })),
      );
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    } finally {
      for (const app of apps) await app.close();
    }
  });
});
