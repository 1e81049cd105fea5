import type { Problem } from '@mutual-transfer/domain/problem';
import { describe, expect, it } from 'vitest';
import {
  makeAdministrator,
  PASSWORD,
  registerTeacher,
  registrationOf,
} from '../../test/testing/factories.ts';
import {
  attempt,
  newBrowser,
  startLimitedApp,
  statusesOf,
  times,
  withLimits,
} from '../../test/testing/limited-app.ts';
import { solveProof } from '../../test/testing/solve-proof.ts';
import { startTestApp } from '../../test/testing/test-app.ts';
import { readConfig } from '../platform/config.ts';
import { addressKeys, createLimits } from '../platform/limits.ts';

describe('signing in', () => {
  it(
    'is limited to 25 wrong passwords an hour for an account and address, sequential or parallel',
    withLimits(async (limited) => {
      const { user } = await registerTeacher(limited);
      const wrong = await times(30, () => attempt(limited, { email: user.email, address: '203.0.113.5' }));
      expect(statusesOf(wrong).filter((status) => status === 401)).toHaveLength(25);
      const refused = wrong.find(({ statusCode }) => statusCode === 429);
      expect(refused?.json<Problem>().message).toMatch(/wait (1 hour|\d+ minutes)/);
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3_000);
      const right = { email: user.email, password: PASSWORD };
      expect((await attempt(limited, { ...right, address: '203.0.113.5' })).statusCode).toBe(429);
      expect((await attempt(limited, { ...right, address: '203.0.113.6' })).statusCode).toBe(200);
    }),
  );

  it(
    'with the right password does not count, however often',
    withLimits(async (limited) => {
      const { user } = await registerTeacher(limited);
      const right = { email: user.email, password: PASSWORD, address: '203.0.113.5' };
      for (let number = 0; number < 27; number++) {
        expect((await attempt(limited, right)).statusCode).toBe(200);
      }
    }),
  );

  it(
    'stays possible for the owner of an account despite wrong passwords of others behind the same address',
    withLimits(async (limited) => {
      const administrator = await makeAdministrator(limited);
      const { email } = administrator.user;
      const first = await attempt(limited, { email, password: PASSWORD, address: '203.0.113.5' });
      const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
      expect(String(first.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/);
      await times(30, () => attempt(limited, { email, address: '203.0.113.5' }));
      const owner = { email, password: PASSWORD, address: '203.0.113.5', cookie };
      expect((await attempt(limited, owner)).statusCode).toBe(200);
      // There is no limit over all addresses together, which would lock the owner out.
      const elsewhere = { email, password: PASSWORD, address: '198.51.100.9' };
      expect((await attempt(limited, elsewhere)).statusCode).toBe(200);
    }),
  );

  it(
    'stays possible after junk answers to the security check',
    withLimits(async (limited) => {
      const { user } = await registerTeacher(limited);
      const address = '203.0.113.5';
      const junk = { email: user.email, password: 'guess', captchaToken: 'x', captchaAnswer: '1' };
      const answers = await times(30, () =>
        limited.call({ method: 'POST', url: '/api/auth/login', body: junk, address }),
      );
      expect(new Set(statusesOf(answers))).toEqual(new Set([400]));
      const right = await attempt(limited, { email: user.email, password: PASSWORD, address });
      expect(right.statusCode).toBe(200);
    }),
  );

  it(
    'needs a proof of work after fifty wrong passwords for an account from many addresses, and accepts each proof once',
    withLimits(async (limited) => {
      const { user } = await registerTeacher(limited);
      const guess = (number: number) => ({ email: user.email, address: `198.51.100.${number}` });
      await times(50, (number) => attempt(limited, guess(number)));
      const asked = await attempt(limited, guess(200));
      expect([asked.statusCode, asked.json<Problem>().code]).toEqual([400, 'proof_needed']);
      const proof = await solveProof(limited);
      const owner = { ...guess(201), password: PASSWORD };
      expect((await attempt(limited, { ...owner, proof: 'bm9uc2Vuc2U=' })).statusCode).toBe(400);
      expect((await attempt(limited, { ...owner, proof })).statusCode).toBe(200);
      expect((await attempt(limited, { ...owner, proof })).json<Problem>().code).toBe('proof_needed');
    }),
  );
});

describe('registration', () => {
  it(
    'is limited to 2,880 accounts a day per address, where refused forms do not count',
    withLimits(async (limited) => {
      const address = '203.0.113.5';
      const { pool } = limited.database;
      const register = async (overrides: object = {}, headers = {}) =>
        limited.call({
          method: 'POST',
          url: '/api/auth/register',
          body: { ...(await registrationOf(limited)), ...overrides },
          address,
          headers,
        });
      expect((await register()).statusCode).toBe(201);
      for (let number = 0; number < 10; number++) {
        expect((await register({ phone: '12' })).statusCode).toBe(400);
        expect((await register({ password: 'bihar2024', confirmPassword: 'bihar2024' })).statusCode).toBe(
          400,
        );
      }
      const { rows } = await pool.query("select points from rate_limits where key like 'registration:%'");
      expect(rows).toEqual([{ points: 1 }]);
      await pool.query("update rate_limits set points = 2879 where key like 'registration:%'");
      const proof = await solveProof(limited);
      expect((await register({ proof })).statusCode).toBe(201);
      expect((await register({ proof: await solveProof(limited) })).statusCode).toBe(429);
    }),
  );

  it(
    'reports a taken email or phone at most 60 times in 30 minutes per address',
    withLimits(async (limited) => {
      const address = '203.0.113.5';
      const { user } = await registerTeacher(limited);
      const guess = async (taken: object) => {
        const body = { ...(await registrationOf(limited)), ...taken, proof: await solveProof(limited) };
        return limited.call({ method: 'POST', url: '/api/auth/register', body, address });
      };
      expect((await guess({ phone: user.phone })).statusCode).toBe(409);
      await limited.database.pool.query(
        "update rate_limits set points = 59 where key like 'registration-taken:%'",
      );
      expect((await guess({ email: user.email })).statusCode).toBe(409);
      const refused = await guess({ email: user.email });
      expect([refused.statusCode, refused.json<Problem>().code]).toEqual([429, 'rate_limited']);
      // A visitor with an unused email and phone can register.
      expect((await guess({})).statusCode).toBe(201);
    }),
  );
});

describe('reads of visitors', () => {
  it(
    'beyond their limit stop neither the security check nor sign-in behind the same address',
    withLimits(async (limited) => {
      const address = '203.0.113.5';
      const { user } = await registerTeacher(limited);
      const headers = { cookie: await newBrowser(limited, address) };
      const reads = await times(301, () => limited.call({ url: '/api/reference', address, headers }));
      expect(reads.at(-1)?.statusCode).toBe(429);
      expect((await limited.call({ url: '/api/auth/captcha', address })).statusCode).toBe(200);
      const right = await attempt(limited, { email: user.email, password: PASSWORD, address });
      expect(right.statusCode).toBe(200);
    }),
  );

  it('count by the address of the connection, or behind a trusted proxy by the forwarded address', async () => {
    const direct = await startLimitedApp();
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', TRUSTED_PROXIES: '10.0.0.0/8' });
    const behind = await startTestApp(({ db }) => ({
      limits: createLimits(db, { visitorRowsADay: 3_000 }),
      config,
    }));
    const read = (app: typeof direct, address: string, claimed: string) =>
      app.call({ url: '/api/reference', address, headers: { 'x-forwarded-for': claimed } });
    const last = async (app: typeof direct, claims: (number: number) => string) => {
      await app.database.pool.query(
        "insert into rate_limits select 'api-address:' || address, 29950, now() + interval '5 minutes' from unnest($1::text[]) address",
        [['10.1.2.3', '198.51.100.7']],
      );
      for (let number = 0; number < 60; number++) await read(app, '10.1.2.3', claims(number));
      return (await read(app, '10.1.2.3', claims(60))).json<Problem>().code;
    };
    try {
      const rotated = (number: number) => `203.0.113.${number % 250}, 198.51.${number % 250}.7`;
      expect(await last(direct, rotated)).toBe('proof_needed');
      const prefixed = (number: number) => `203.0.113.${number % 250}, 198.51.100.7`;
      expect(await last(behind, prefixed)).toBe('proof_needed');
      expect((await read(behind, '10.1.2.3', '198.51.100.8')).statusCode).toBe(200);
    } finally {
      await direct.close();
      await behind.close();
    }
  });
});

describe('limits', () => {
  it(
    'allow 25 wrong passwords an hour per account, over all calls that require the current password',
    withLimits(async (limited) => {
      const { token } = await registerTeacher(limited);
      const currentPassword = 'a guess';
      const newPassword = 'another quiet orchard';
      const guesses = [
        { method: 'PUT', url: '/api/auth/password', body: { currentPassword, newPassword }, token },
        { method: 'PUT', url: '/api/auth/profile', body: { phone: '9876500001', currentPassword }, token },
        { method: 'DELETE', url: '/api/auth/account', body: { password: 'a guess' }, token },
      ] as const;
      const answers = await times(30, (number) => limited.call(guesses[number % 3] ?? guesses[0]));
      expect(statusesOf(answers).filter((status) => status === 400)).toHaveLength(25);
      expect(statusesOf(answers).filter((status) => status === 429)).toHaveLength(5);
      const body = { name: 'New Name' };
      expect((await limited.call({ method: 'PUT', url: '/api/auth/profile', body, token })).statusCode).toBe(
        200,
      );
    }),
  );

  it(
    'use the database’s clock, and last no longer than their duration after that clock was ahead and is set back',
    withLimits(async (limited) => {
      const { user } = await registerTeacher(limited);
      const guess = { email: user.email, address: '203.0.113.5' };
      await times(25, () => attempt(limited, guess));
      const { pool } = limited.database;
      await pool.query("update rate_limits set expires_at = clock_timestamp() + interval '2 days'");
      const refused = await attempt(limited, guess);
      expect(refused.statusCode).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3_600);
      const { rows } = await pool.query(
        "select key from rate_limits where key like 'login:%' and expires_at > clock_timestamp() + interval '1 hour'",
      );
      expect(rows).toEqual([]);
      await pool.query("update rate_limits set expires_at = clock_timestamp() - interval '1 second'");
      expect((await attempt(limited, { ...guess, password: PASSWORD })).statusCode).toBe(200);
    }),
  );

  it('count IPv6 addresses by /64 and /48, and an IPv4-mapped IPv6 address as the IPv4 address', () => {
    const household = (address: string) => addressKeys(address)[0];
    expect(household('2001:db8:1:2::1')).toEqual(household('2001:db8:1:2:ffff:ffff:ffff:ffff'));
    expect(household('2001:db8:1:2::1')).not.toEqual(household('2001:db8:1:3::1'));
    expect(addressKeys('2001:db8:1:2::1')[1]).toEqual(addressKeys('2001:db8:1:ffff::1')[1]);
    expect(addressKeys('2001:db8:1:2::1')[1]).not.toEqual(addressKeys('2001:db8:2:2::1')[1]);
    expect(addressKeys('::ffff:203.0.113.9')).toEqual([{ key: '203.0.113.9', factor: 1 }]);
    expect(addressKeys('nonsense')).toEqual([{ key: 'unknown', factor: 1 }]);
  });

  it(
    'stop a caller who rotates through the /64 networks of one /48',
    withLimits(async (limited) => {
      const { user } = await registerTeacher(limited);
      const statuses: number[] = [];
      for (let round = 0; round < 4; round++) {
        const guess = (number: number) => ({
          email: user.email,
          address: `2001:db8:1:${(round * 30 + number).toString(16)}::1`,
        });
        statuses.push(...statusesOf(await times(30, (number) => attempt(limited, guess(number)))));
        await limited.database.pool.query("delete from rate_limits where key like 'failures%'");
      }
      expect(statuses.filter((status) => status === 401)).toHaveLength(100);
      expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    }),
  );
});
