import { describe, expect, it } from 'vitest';
import { registerTeacher, registrationOf, solveCaptcha } from '../../test/testing/factories.ts';
import { startTestApp } from '../../test/testing/test-app.ts';
import { readConfig } from '../config.ts';
import { addressKey, createLimits } from '../http/limits.ts';

describe('limits', () => {
  it('hold guesses of one’s own password at 25 an hour, on every call that asks for it', async () => {
    const limited = await startTestApp(({ pool }) => ({
      limits: createLimits(pool, { visitorRowsADay: 3_000 }),
    }));
    try {
      const { token } = await registerTeacher(limited);
      const currentPassword = 'a guess';
      const newPassword = 'another quiet orchard';
      const guesses = [
        { method: 'PUT', url: '/api/auth/password', body: { currentPassword, newPassword }, token },
        { method: 'PUT', url: '/api/auth/profile', body: { phone: '9876500001', currentPassword }, token },
        { method: 'DELETE', url: '/api/auth/account', body: { password: 'a guess' }, token },
      ] as const;
      const calls = Array.from({ length: 30 }, (_, number) => guesses[number % 3] ?? guesses[0]);
      const answers = await Promise.all(calls.map((call) => limited.call(call)));
      expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(25);
      expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
      const named = await limited.call({
        method: 'PUT',
        url: '/api/auth/profile',
        body: { name: 'New Name' },
        token,
      });
      expect(named.statusCode).toBe(200);
    } finally {
      await limited.close();
    }
  });

  it('hold login at 25 tries in five minutes an address and 25 an hour an account', async () => {
    const limited = await startTestApp(({ pool }) => ({
      limits: createLimits(pool, { visitorRowsADay: 3_000 }),
    }));
    const attempt = (email: string, address: string, check = { captchaToken: 'x', captchaAnswer: '1' }) =>
      limited.call({
        method: 'POST',
        url: '/api/auth/login',
        body: { email, password: 'guess', ...check },
        address,
      });
    try {
      const byAddress = await Promise.all(
        Array.from({ length: 30 }, (_, index) => attempt(`nobody-${index}@example.com`, '2001:db8:1:2::1')),
      );
      expect(byAddress.filter((answer) => answer.statusCode === 429)).toHaveLength(5);
      const neighbour = await attempt('somebody@example.com', '2001:db8:1:2:ffff::9');
      expect(neighbour.statusCode).toBe(429);
      expect(Number(neighbour.headers['retry-after'])).toBeGreaterThan(0);

      const unanswered = await Promise.all(
        Array.from({ length: 30 }, (_, index) => attempt('Victim@example.com', `203.0.113.${index}`)),
      );
      expect(unanswered.filter((answer) => answer.statusCode === 429)).toHaveLength(0);
      const byAccount = await Promise.all(
        Array.from({ length: 30 }, async (_, index) =>
          attempt('Victim@example.com', `203.0.113.${index}`, await solveCaptcha(limited)),
        ),
      );
      expect(byAccount.filter((answer) => answer.statusCode === 429)).toHaveLength(5);
    } finally {
      await limited.close();
    }
  });

  it('hold registration at five in 30 minutes an address', async () => {
    const limited = await startTestApp(({ pool }) => ({
      limits: createLimits(pool, { visitorRowsADay: 3_000 }),
    }));
    try {
      const statuses = [];
      for (let number = 0; number < 6; number++) {
        const body = await registrationOf(limited);
        const response = await limited.call({ method: 'POST', url: '/api/auth/register', body });
        statuses.push(response.statusCode);
      }
      expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    } finally {
      await limited.close();
    }
  });

  it('go by the address of the connection, whatever the caller claims; behind a known proxy by the one it tells', async () => {
    const direct = await startTestApp(({ pool }) => ({
      limits: createLimits(pool, { visitorRowsADay: 3_000 }),
    }));
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', TRUSTED_PROXIES: '10.0.0.0/8' });
    const behind = await startTestApp(({ pool }) => ({
      limits: createLimits(pool, { visitorRowsADay: 3_000 }),
      config,
    }));
    const read = (app: typeof direct, address: string, claimed: string) =>
      app.call({ url: '/api/reference', address, headers: { 'x-forwarded-for': claimed } });
    const last = async (app: typeof direct, claims: (number: number) => string) => {
      for (let number = 0; number < 300; number++) await read(app, '10.1.2.3', claims(number));
      return (await read(app, '10.1.2.3', claims(300))).statusCode;
    };
    try {
      const rotated = (number: number) => `203.0.113.${number % 250}, 198.51.${number % 250}.7`;
      expect(await last(direct, rotated)).toBe(429);
      const prefixed = (number: number) => `203.0.113.${number % 250}, 198.51.100.7`;
      expect(await last(behind, prefixed)).toBe(429);
      expect((await read(behind, '10.1.2.3', '198.51.100.8')).statusCode).toBe(200);
    } finally {
      await direct.close();
      await behind.close();
    }
  });

  it('count a household of IPv6 addresses once, and an IPv4 address written as IPv6 as itself', () => {
    expect(addressKey('2001:db8:1:2::1')).toBe(addressKey('2001:db8:1:2:ffff:ffff:ffff:ffff'));
    expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'));
    expect(addressKey('::ffff:203.0.113.9')).toBe(addressKey('203.0.113.9'));
    expect(addressKey('nonsense')).toBe('unknown');
  });
});
