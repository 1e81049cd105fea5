import type { Problem } from '@mutual-transfer/domain/problem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdministrator, PASSWORD, registerTeacher } from '../../test/testing/factories.ts';
import { startLimitedApp } from '../../test/testing/limited-app.ts';
import type { TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startLimitedApp();
});
afterAll(() => test.close());

it('profile changes of all accounts share the budget per address in which registrations report a taken email or phone', async () => {
  const { user } = await registerTeacher(test);
  const [one, another] = [await registerTeacher(test), await registerTeacher(test)];
  const guess = (token: string, contact: object) =>
    test.call({
      method: 'PUT',
      url: '/api/auth/profile',
      body: { ...contact, currentPassword: PASSWORD },
      token,
      address: '203.0.113.5',
    });
  expect((await guess(one.token, { phone: user.phone })).statusCode).toBe(409);
  await test.database.pool.query("update rate_limits set points = 59 where key like 'registration-taken:%'");
  expect((await guess(one.token, { phone: user.phone })).statusCode).toBe(409);
  for (const taken of [{ phone: user.phone }, { email: user.email }]) {
    const refused = await guess(another.token, taken);
    expect([refused.statusCode, refused.json<Problem>().code]).toEqual([429, 'rate_limited']);
  }
  // A phone number that no account has can still be claimed.
  expect((await guess(another.token, { phone: '9123456780' })).statusCode).toBe(200);
});

it('corrections by administrators of districts share that budget, and those by administrators of the state do not', async () => {
  const [{ user }, corrected] = [await registerTeacher(test), await registerTeacher(test)];
  const { db, pool } = test.database;
  const [ofState, ofDistrict] = [await makeAdministrator(test), await makeAdministrator(test)];
  const administers = db.updateTable('users').set({ administers: ['gaya'] });
  await administers.where('id', '=', ofDistrict.user._id).execute();
  const correct = async (token: string) => {
    const { statusCode } = await test.call({
      method: 'PUT',
      url: `/api/admin/users/${corrected.user._id}`,
      body: { phone: user.phone, reason: 'As on the service book' },
      token,
      address: '203.0.113.9',
    });
    return statusCode;
  };
  expect(await correct(ofDistrict.token)).toBe(409);
  await pool.query("update rate_limits set points = 59 where key like 'registration-taken:%'");
  expect([await correct(ofDistrict.token), await correct(ofDistrict.token)]).toEqual([409, 429]);
  expect(await correct(ofState.token)).toBe(409);
});
