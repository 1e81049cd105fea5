import type { Problem } from '@mutual-transfer/domain/problem';
import { type TOTP, URI } from 'otpauth';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdministrator, solveCaptcha, type TestTeacher } from '../../test/testing/factories.ts';
import { startTestApp } from '../../test/testing/test-app.ts';
import { readConfig } from '../platform/config.ts';
import { createLimits } from '../platform/limits.ts';

const test = await startTestApp(({ db }) => ({ limits: createLimits(db, { visitorRowsADay: 3_000 }) }));
afterAll(() => test.close());

let administrator: TestTeacher;
beforeEach(async () => {
  administrator = await makeAdministrator(test);
  await test.database.db.deleteFrom('rate_limits').execute();
});

const password = 'patna-gaya-swap';
const factors = (body: object, token = administrator.token) =>
  test.call({ method: 'POST', url: '/api/auth/factors', body, token });
const logIn = async (given = administrator.password) =>
  test.call({
    method: 'POST',
    url: '/api/auth/login',
    body: { email: administrator.user.email, password: given, ...(await solveCaptcha(test)) },
  });
const complete = (factorToken: string | undefined, code: string) =>
  test.call({ method: 'POST', url: '/api/auth/factor', body: { factorToken, code } });

/** Sets a second factor up. Returns the generator of its codes, and the recovery codes. */
async function setUp() {
  const made = await factors({ password: administrator.password });
  expect(made.statusCode, made.body).toBe(200);
  const totp = URI.parse(made.json().uri) as TOTP;
  const codeAt = (secondsLater = 0) =>
    totp.generate({ timestamp: test.clock.now.getTime() + secondsLater * 1_000 });
  const on = await factors({ code: codeAt() });
  expect(on.statusCode, on.body).toBe(200);
  return { codeAt, recoveryCodes: on.json<{ recoveryCodes: string[] }>().recoveryCodes };
}

describe('a second factor', () => {
  it('is needed after the right password, and each of its codes is right once', async () => {
    const { codeAt, recoveryCodes } = await setUp();
    expect((await logIn('not the password')).json<Problem>().code).toBe('credentials_wrong');
    const answer = await logIn();
    expect(answer.statusCode).toBe(403);
    const { code, factorToken } = answer.json<Problem>();
    expect(code).toBe('second_factor_needed');
    expect((await complete(factorToken, codeAt())).statusCode).toBe(400);
    const session = await complete(factorToken, codeAt(30));
    expect(session.statusCode, session.body).toBe(200);
    expect(session.json().user.administration.hasSecondFactor).toBe(true);
    expect((await complete(factorToken, codeAt(30))).json<Problem>().fields).toHaveProperty('code');

    const [recovery = ''] = recoveryCodes;
    const again = (await logIn()).json<Problem>().factorToken;
    expect((await complete(again, recovery.toLowerCase())).statusCode).toBe(200);
    expect((await complete(again, recovery)).statusCode).toBe(400);
  });

  it('takes five tries within five minutes', async () => {
    const { codeAt } = await setUp();
    const { factorToken } = (await logIn()).json<Problem>();
    for (let wrong = 0; wrong < 5; wrong += 1)
      expect((await complete(factorToken, '000000')).statusCode).toBe(400);
    expect((await complete(factorToken, codeAt())).statusCode).toBe(429);
    const next = (await logIn()).json<Problem>().factorToken;
    test.clock.now = new Date(test.clock.now.getTime() + 5 * 60_000 + 1_000);
    expect((await complete(next, codeAt())).json<Problem>().code).toBe('factor_expired');
  });

  it('is no key of its own: the token gives no access, and ends with the password', async () => {
    const { codeAt } = await setUp();
    const { factorToken } = (await logIn()).json<Problem>();
    expect((await test.call({ url: '/api/auth/profile', token: factorToken })).statusCode).toBe(401);
    expect((await complete(administrator.token, codeAt())).json<Problem>().code).toBe('factor_expired');
    const changed = await test.call({
      method: 'PUT',
      url: '/api/auth/password',
      body: { currentPassword: administrator.password, newPassword: 'quiet orchard rain' },
      token: administrator.token,
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect((await complete(factorToken, codeAt())).json<Problem>().code).toBe('factor_expired');
  });

  it('is set up with the password, and changed or removed with a code of it too', async () => {
    expect((await factors({ password })).json<Problem>().fields).toHaveProperty('password');
    expect((await factors({ code: '123456' })).json<Problem>().fields).toHaveProperty('password');
    const { codeAt, recoveryCodes } = await setUp();
    const [first = '', second = '', third = ''] = recoveryCodes;
    expect((await factors({ password: administrator.password })).statusCode).toBe(400);
    expect((await factors({ password: administrator.password, code: first })).statusCode).toBe(200);
    // The new secret is on with its first code only: until then the present one holds.
    const { factorToken } = (await logIn()).json<Problem>();
    expect((await complete(factorToken, codeAt(30))).statusCode).toBe(200);
    const off = (given: string, code: string) =>
      test.call({
        method: 'DELETE',
        url: '/api/auth/factors',
        body: { password: given, code },
        token: administrator.token,
      });
    const { password: own } = administrator;
    const statuses = [await off(password, second), await off(own, '000000'), await off(own, third)];
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([400, 400, 200]);
    expect((await logIn()).statusCode).toBe(200);
  });

  it('ends the sessions that were opened without it', async () => {
    const other = (await logIn()).json<{ token: string }>().token;
    await setUp();
    const statusOf = async (token: string) =>
      (await test.call({ url: '/api/auth/profile', token })).statusCode;
    expect([await statusOf(other), await statusOf(administrator.token)]).toEqual([401, 200]);
  });

  it('is open to its owner again after a new password, although a stranger used up the day', async () => {
    const { codeAt } = await setUp();
    for (let sent = 0; sent < 30; sent += 1) {
      const { factorToken } = (await logIn()).json<Problem>();
      await complete(factorToken, '000000');
    }
    const { factorToken } = (await logIn()).json<Problem>();
    expect((await complete(factorToken, codeAt(30))).statusCode).toBe(429);
    const change = { currentPassword: administrator.password, newPassword: 'quiet orchard rain' };
    await test.call({ method: 'PUT', url: '/api/auth/password', body: change, token: administrator.token });
    const next = (await logIn('quiet orchard rain')).json<Problem>().factorToken;
    expect((await complete(next, codeAt(30))).statusCode).toBe(200);
  });
});

describe('in production', () => {
  it('an administrator of the state without a second factor reaches its set-up alone', async () => {
    const config = { ...readConfig({ NODE_ENV: 'test' }), mode: 'production' as const };
    const production = await startTestApp(() => ({ config }));
    const state = await makeAdministrator(production);
    const statusOf = async (url: string) => (await production.call({ url, token: state.token })).statusCode;
    expect([await statusOf('/api/admin/stats'), await statusOf('/api/auth/profile')]).toEqual([403, 200]);
    const set = (body: object) =>
      production.call({ method: 'POST', url: '/api/auth/factors', body, token: state.token });
    const totp = URI.parse((await set({ password: state.password })).json().uri) as TOTP;
    await set({ code: totp.generate({ timestamp: production.clock.now.getTime() }) });
    expect(await statusOf('/api/admin/stats')).toBe(200);
    const off = { method: 'DELETE', url: '/api/auth/factors', token: state.token } as const;
    const code = totp.generate({ timestamp: production.clock.now.getTime() + 30_000 });
    expect((await production.call({ ...off, body: { password: state.password, code } })).statusCode).toBe(
      403,
    );
    await production.close();
  });
});
