import type { PhoneCodeSent } from '@mutual-transfer/domain/accounts/phone-code';
import type { Account } from '@mutual-transfer/domain/accounts/user';
import type { Problem } from '@mutual-transfer/domain/problem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerTeacher, registrationOf, type TestTeacher } from '../../test/testing/factories.ts';
import { askForCode, otherThan } from '../../test/testing/services/phone-codes.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const accountOf = async ({ token }: TestTeacher) =>
  (await test.call({ url: '/api/auth/profile', token })).json();

describe('a correct code to a phone', () => {
  it('stays valid if the registration fails, and works once', async () => {
    const { user } = await registerTeacher(test);
    const phone = '9876501234';
    const phoneCode = await askForCode(test, phone);
    const register = async (more: object) =>
      test.call({
        method: 'POST',
        url: '/api/auth/register',
        body: await registrationOf(test, { phone, phoneCode, ...more }),
      });
    expect((await register({ email: user.email })).json<Problem>().code).toBe('email_taken');
    const bodies = [
      await registrationOf(test, { phone, phoneCode }),
      await registrationOf(test, { phone, phoneCode }),
    ];
    const answers = await Promise.all(
      bodies.map((body) => test.call({ method: 'POST', url: '/api/auth/register', body })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400]);
    const refused = answers.find(({ statusCode }) => statusCode === 400);
    expect(refused?.json<Problem>().fields).toHaveProperty('phoneCode');
  });

  it('stays valid if the profile change fails, while wrong codes count as attempts', async () => {
    const [other, teacher] = [await registerTeacher(test), await registerTeacher(test)];
    const change = (more: object) =>
      test.call({
        method: 'PUT',
        url: '/api/auth/profile',
        body: { currentPassword: teacher.password, ...more },
        token: teacher.token,
      });
    const phoneCode = await askForCode(test, teacher.user.phone);
    const taken = await change({ phoneCode, email: other.user.email });
    expect(taken.json<Problem>().code).toBe('email_taken');
    expect((await accountOf(teacher)).isVerified).toBe(false);
    expect((await change({ phoneCode })).json<Account>().isVerified).toBe(true);
    const next = await askForCode(test, teacher.user.phone);
    for (let tries = 0; tries < 5; tries += 1) {
      const wrong = await change({ phoneCode: otherThan(next), email: other.user.email });
      expect(wrong.json<Problem>().fields).toHaveProperty('phoneCode');
    }
    expect((await change({ phoneCode: next })).statusCode).toBe(400);
  });
});

describe('wrong attempts of strangers at a code', () => {
  const register = async (phone: string, phoneCode: string, address: string) =>
    test.call({
      method: 'POST',
      url: '/api/auth/register',
      body: await registrationOf(test, { phone, phoneCode }),
      address,
    });

  it('do not stop the owner of the number from registering', async () => {
    const phone = '9876501235';
    const code = await askForCode(test, phone);
    for (let tries = 0; tries < 8; tries += 1) {
      expect((await register(phone, otherThan(code), '203.0.113.5')).statusCode).toBe(400);
    }
    expect((await register(phone, code, '203.0.113.5')).statusCode).toBe(400);
    expect((await register(phone, code, '203.0.113.6')).statusCode).toBe(201);
  });

  it('make the code invalid after sixty attempts from all addresses', async () => {
    const phone = '9876501236';
    const code = await askForCode(test, phone);
    for (let tries = 0; tries < 60; tries += 1) {
      await register(phone, otherThan(code), `198.51.100.${Math.floor(tries / 5)}`);
    }
    expect((await register(phone, code, '203.0.113.6')).statusCode).toBe(400);
  });

  it('do not count for the code that a teacher requested for their own number', async () => {
    const { user, token } = await registerTeacher(test);
    const url = '/api/auth/phone-verification';
    const asked = await test.call({ method: 'POST', url, token });
    const phoneCode = asked.json<PhoneCodeSent>().sandboxCode ?? '';
    for (let tries = 0; tries < 60; tries += 1) {
      await register(user.phone ?? '', otherThan(phoneCode), `198.51.100.${Math.floor(tries / 5)}`);
    }
    // A code that a stranger requests for the same number does not replace it.
    await askForCode(test, user.phone);
    expect((await test.call({ method: 'PUT', url, token, body: { phoneCode } })).statusCode).toBe(200);
  });
});
