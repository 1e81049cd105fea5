import type { Problem } from '@mutual-transfer/domain/problem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerTeacher, solveCaptcha } from '../../test/testing/factories.ts';
import { startLimitedApp } from '../../test/testing/limited-app.ts';
import { solveProof } from '../../test/testing/solve-proof.ts';
import type { TestApp } from '../../test/testing/test-app.ts';

let limited: TestApp;

beforeAll(async () => {
  limited = await startLimitedApp();
});
afterAll(() => limited.close());

describe('codes to a phone', () => {
  const askAt = async (address: string, phone: string, proof?: string) => {
    const body = { phone, ...(await solveCaptcha(limited)), ...(proof === undefined ? {} : { proof }) };
    return limited.call({ method: 'POST', url: '/api/auth/phone-codes', body, address });
  };
  const sent = (answers: readonly { statusCode: number }[]) =>
    answers.filter(({ statusCode }) => statusCode === 202).length;

  it('are limited to five a day per number and address', async () => {
    const teacher = await registerTeacher(limited);
    const call = { method: 'POST', url: '/api/auth/phone-verification', token: teacher.token } as const;
    for (let number = 0; number < 5; number++) expect((await limited.call(call)).statusCode).toBe(202);
    expect((await limited.call(call)).json<Problem>().code).toBe('rate_limited');
  });

  it("requested by a stranger leave the owner's daily budget at another address unchanged", async () => {
    const ask = (address: string) => askAt(address, '9444444441');
    const asked = await Promise.all(Array.from({ length: 7 }, () => ask('203.0.113.5')));
    expect(sent(asked)).toBe(5);
    const own = await ask('203.0.113.6');
    expect(own.statusCode).toBe(202);
    // The response does not reveal requests from other addresses.
    expect(own.headers.ratelimit).toMatch(/"messages-to-recipient";r=4;t=\d+$/);
  });

  it("need a proof of work after an address's 30th code in an hour, and are refused after its 1,000th", async () => {
    const address = '203.0.113.77';
    for (let number = 0; number < 30; number++) {
      expect((await askAt(address, String(9_555_555_500 + number))).statusCode).toBe(202);
    }
    expect((await askAt(address, '9555555600')).json<Problem>().code).toBe('proof_needed');
    expect((await askAt(address, '9555555600', await solveProof(limited))).statusCode).toBe(202);
    await limited.database.pool.query("update rate_limits set points = 1000 where key like 'messages:%'");
    expect((await askAt(address, '9555555601', await solveProof(limited))).statusCode).toBe(429);
  });

  it("are sent to a device that logged in to the account with this proven number, although strangers used up the number's budget", async () => {
    const teacher = await registerTeacher(limited);
    const phone = teacher.user.phone ?? '';
    const login = { email: teacher.user.email, password: teacher.password, ...(await solveCaptcha(limited)) };
    const signedIn = await limited.call({ method: 'POST', url: '/api/auth/login', body: login });
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
    const ask = async (address: string, headers = {}) => {
      const body = { phone, ...(await solveCaptcha(limited)) };
      return limited.call({ method: 'POST', url: '/api/auth/password-codes', body, address, headers });
    };
    const strangers = Array.from({ length: 25 }, (_, number) => ask(`198.51.100.${100 + (number % 5)}`));
    expect(sent(await Promise.all(strangers))).toBe(25);
    // Counts as a stranger: a caller at the owner's address without the device's cookie.
    expect((await ask('203.0.113.90')).statusCode).toBe(429);
    // Any account can state the number of another person: only a proven number gives its device a budget.
    expect((await ask('203.0.113.90', { cookie })).statusCode).toBe(429);
    await limited.database.db
      .updateTable('users')
      .set({ verified_at: new Date(), verified_how: 'phone_code' })
      .where('id', '=', teacher.user._id)
      .execute();
    const own: number[] = [];
    for (let number = 0; number < 6; number++) own.push((await ask('203.0.113.90', { cookie })).statusCode);
    expect(own).toEqual([202, 202, 202, 202, 202, 429]);
    // The cookie of one account's device gives no budget for another account.
    const other = await registerTeacher(limited);
    const body = { phone: other.user.phone, ...(await solveCaptcha(limited)) };
    const call = { method: 'POST', url: '/api/auth/password-codes', body, headers: { cookie } } as const;
    const answer = await limited.call({ ...call, address: '203.0.113.91' });
    expect(answer.headers.ratelimit).toMatch(/"messages-to-recipient";r=4/);
  });

  it('are limited per number across all addresses', async () => {
    const addresses = Array.from({ length: 26 }, (_, number) => `198.51.100.${number}`);
    const asked = await Promise.all(addresses.map((address) => askAt(address, '9444444442')));
    expect(sent(asked)).toBe(25);
    const refused = asked.find(({ statusCode }) => statusCode === 429);
    expect(refused?.json<Problem>().code).toBe('rate_limited');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(86_000);
  });
});
