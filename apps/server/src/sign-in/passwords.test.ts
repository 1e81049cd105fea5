import { expect, it } from 'vitest';
import { PASSWORD, registerTeacher, solveCaptcha } from '../../test/testing/factories.ts';
import { CHEAP_HASHES, startTestApp } from '../../test/testing/test-app.ts';
import { AppError } from '../platform/errors.ts';
import { createPasswords } from './passwords.ts';

it('password hashes have the cost that OWASP recommends', async () => {
  const passwords = createPasswords();
  const hashed = await passwords.hash('a quiet mango orchard');
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(hashed, 'a quiet mango orchard')).toBe(true);
  expect(await passwords.verify(hashed, 'a loud mango orchard')).toBe(false);
});

it('up to 500 passwords wait, and the next is refused with a time after which to try again', async () => {
  const passwords = createPasswords(CHEAP_HASHES);
  const verify = async () => passwords.verify(undefined, 'a quiet mango orchard');
  const outcomes = await Promise.all(
    Array.from({ length: 503 }, () =>
      verify().catch((error: unknown) =>
        error instanceof AppError ? error.details.retryAfterSeconds : error,
      ),
    ),
  );
  expect(outcomes).toEqual([...Array.from({ length: 502 }, () => false), 5]);
});

it('a sign-in that the busy server refused can be sent again with the same answer to the security check', async () => {
  const passwords = createPasswords(CHEAP_HASHES);
  let isBusy = false;
  const test = await startTestApp(() => ({
    passwords: {
      ...passwords,
      verify: async (hashed, password) => {
        if (isBusy) throw new AppError('unavailable', { retryAfterSeconds: 5 });
        return passwords.verify(hashed, password);
      },
    },
  }));
  const { user } = await registerTeacher(test);
  const body = { email: user.email, password: PASSWORD, ...(await solveCaptcha(test)) };
  const signIn = () => test.call({ method: 'POST', url: '/api/auth/login', body });
  isBusy = true;
  const refused = await signIn();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
  isBusy = false;
  expect((await signIn()).statusCode).toBe(200);
  expect((await signIn()).statusCode).toBe(400);
  await test.close();
});
