import type { Problem } from '@mutual-transfer/domain/problem';
import { describe, expect, it } from 'vitest';
import { PASSWORD, registerTeacher, registrationOf, solveCaptcha } from '../../test/testing/factories.ts';
import { attempt, statusesOf, times, withLimits } from '../../test/testing/limited-app.ts';
import { solveProof } from '../../test/testing/solve-proof.ts';

describe('signing in', () => {
  it(
    'works on a known device behind an address that sends 300 empty forms and 300 wrong passwords',
    withLimits(async (limited) => {
      const { user } = await registerTeacher(limited);
      const address = '203.0.113.5';
      const right = { email: user.email, password: PASSWORD, address };
      const first = await attempt(limited, right);
      const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
      const send = (body: object) => limited.call({ method: 'POST', url: '/api/auth/login', body, address });
      expect(new Set(statusesOf(await times(301, () => send({}))))).toEqual(new Set([400]));
      // Malformed forms do not count, so a new device signs in without a proof of work.
      expect((await attempt(limited, right)).statusCode).toBe(200);
      const junk = { email: user.email, password: 'guess', captchaToken: 'x', captchaAnswer: '1' };
      expect(new Set(statusesOf(await times(301, () => send(junk))))).toEqual(new Set([400]));
      expect((await attempt(limited, { ...right, cookie })).statusCode).toBe(200);
      // A new device needs a proof of work, and is not refused.
      expect((await attempt(limited, right)).json<Problem>().code).toBe('proof_needed');
      expect((await attempt(limited, { ...right, proof: await solveProof(limited) })).statusCode).toBe(200);
    }),
  );
});

describe('a security check', () => {
  it(
    'is still given behind an address that requested 300 security checks, after a proof of work',
    withLimits(async (limited) => {
      const address = '203.0.113.5';
      const url = '/api/auth/captcha';
      const { user } = await registerTeacher(limited);
      const first = await attempt(limited, { email: user.email, password: PASSWORD, address });
      const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
      expect(
        statusesOf(await times(300, () => limited.call({ url, address }))).every((status) => status === 200),
      ).toBe(true);
      const asked = await limited.call({ url, address });
      expect([asked.statusCode, asked.json<Problem>().code]).toEqual([400, 'proof_needed']);
      const proof = encodeURIComponent(await solveProof(limited));
      expect((await limited.call({ url: `${url}?proof=${proof}`, address })).statusCode).toBe(200);
      expect((await limited.call({ url: `${url}?proof=${proof}`, address })).statusCode).toBe(400);
      expect((await limited.call({ url, address, headers: { cookie } })).statusCode).toBe(200);
    }),
  );
});

describe('the task of a proof of work', () => {
  it(
    'is given 3,000 times in five minutes per address, and beyond that to a device that signed in',
    withLimits(async (limited) => {
      const address = '203.0.113.5';
      const url = '/api/auth/proof';
      const { user } = await registerTeacher(limited);
      const first = await attempt(limited, { email: user.email, password: PASSWORD, address });
      const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
      await times(3_000, () => limited.call({ url, address }));
      expect((await limited.call({ url, address })).json<Problem>().code).toBe('rate_limited');
      expect((await limited.call({ url, address, headers: { cookie } })).statusCode).toBe(200);
    }),
  );
});

describe('registration', () => {
  it(
    'needs a proof of work for the 301st and later accounts of an address in a day',
    withLimits(async (limited) => {
      const address = '203.0.113.5';
      const register = async (more: object = {}) => {
        const body = { ...(await registrationOf(limited)), ...more };
        return limited.call({ method: 'POST', url: '/api/auth/register', body, address });
      };
      const answers = await times(12, () => register());
      expect(statusesOf(answers).filter((status) => status === 201)).toHaveLength(12);
      await limited.database.pool.query(
        "update rate_limits set points = 300 where key like 'registration:%'",
      );
      expect((await register()).json<Problem>().code).toBe('proof_needed');
      expect((await register({ proof: await solveProof(limited) })).statusCode).toBe(201);
    }),
  );

  it(
    'needs one proof of work where the security check costs one too',
    withLimits(async (limited) => {
      const address = '203.0.113.5';
      const spend = (name: string) =>
        limited.database.pool.query(
          "insert into rate_limits values ($1, 300, now() + interval '5 minutes')",
          [`${name}:${address}`],
        );
      await spend('captcha');
      await spend('registration');
      const url = '/api/auth/captcha';
      // The process counts so many by itself.
      await times(25, () => limited.call({ url, address }));
      expect((await limited.call({ url, address })).json<Problem>().code).toBe('proof_needed');
      const query = `?proof=${encodeURIComponent(await solveProof(limited))}`;
      const proved = await solveCaptcha({ call: () => limited.call({ url: `${url}${query}`, address }) });
      const register = async (check: object) => {
        const body = { ...(await registrationOf(limited)), ...check };
        return limited.call({ method: 'POST', url: '/api/auth/register', body, address });
      };
      expect((await register({})).json<Problem>().code).toBe('proof_needed');
      expect((await register(proved)).statusCode).toBe(201);
      expect((await register(proved)).json<Problem>().code).toBe('proof_needed');
    }),
  );
});
