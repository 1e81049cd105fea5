import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/platform/config.ts';
import { AppError } from '../src/platform/errors.ts';
import {
  PASSWORD,
  registerTeacher,
  registrationOf,
  solveCaptcha,
  type TestTeacher,
} from './testing/factories.ts';
import { joinTestApp, startTestApp, type TestApp } from './testing/test-app.ts';

let test: TestApp;
const lines: string[] = [];

beforeAll(async () => {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'trace' });
  test = await startTestApp(() => ({ config, log: { write: (line) => void lines.push(line) } }));
});
afterAll(() => test.close());

/** Returns the values that no line may contain: identity, credentials and payment data. */
function secretsOf({ token, user }: TestTeacher, ...others: string[]): string[] {
  return [token, PASSWORD, user.email, user.phone ?? '', user.name, ...others].filter((text) => text !== '');
}

describe('the log', () => {
  it('records each call with its path, but no token, password, phone, email, name or signature', async () => {
    const teacher = await registerTeacher(test, { name: 'Unlogged Name' });
    const { token, user } = teacher;
    const check = await solveCaptcha(test);
    const signature = 'c0ffee'.repeat(10);
    await test.call({
      method: 'POST',
      url: '/api/auth/login',
      body: { email: user.email, password: PASSWORD, ...check },
    });
    await test.call({
      method: 'POST',
      url: '/api/auth/register',
      body: await registrationOf(test, { phone: user.phone }),
    });
    await test.call({ url: `/api/requests?search=${encodeURIComponent(user.name)}`, token });
    await test.call({ url: `/api/auth/profile?token=${token}`, token });
    await test.call({
      method: 'POST',
      url: '/api/payment/verify',
      token,
      body: { razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: signature },
    });
    const text = lines.join('\n');
    expect(text).toContain('/api/auth/login');
    for (const secret of secretsOf(teacher, signature, encodeURIComponent(user.name)))
      expect(text).not.toContain(secret);
  });

  it('records an internal error without the row that PostgreSQL quotes', async () => {
    const teacher = await registerTeacher(test, { name: 'Unlogged Row' });
    await test.database.pool.query(
      `alter table users add constraint never check (name <> 'Never') not valid`,
    );
    const response = await test.call({
      method: 'PUT',
      url: '/api/auth/profile',
      token: teacher.token,
      body: { name: 'Never' },
    });
    expect(response.statusCode).toBe(500);
    const errors = lines.filter((line) => line.includes('"level":50'));
    expect(errors.join('')).toContain('violates check constraint');
    for (const secret of secretsOf(teacher)) expect(errors.join('')).not.toContain(secret);
    expect(response.body).not.toContain('constraint');
  });

  it('records a call that a full queue refused in one short line', async () => {
    const busy = await joinTestApp(test, {
      config: readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'trace' }),
      log: { write: (line) => void lines.push(line) },
      graph: {
        ...test.graph,
        current: () => {
          throw new AppError('unavailable', { retryAfterSeconds: 5 });
        },
      },
    });
    lines.length = 0;
    const answer = await busy.call({ url: '/api/requests/public' });
    expect(answer.statusCode).toBe(503);
    const refusals = lines.filter((line) => line.includes('"msg":"unavailable"'));
    expect(refusals.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([40]);
    expect(refusals.join('')).not.toContain('stack');
    await busy.close();
  });

  it('records each error that one run of a job collected', () => {
    lines.length = 0;
    test.app.log.error({
      err: new AggregateError([new Error('one'), new Error('"a name" is wrong')], 'two'),
    });
    const { err } = JSON.parse(lines.join('')) as { err: { message: string; errors: { message: string }[] } };
    expect([err.message, err.errors.map(({ message }) => message)]).toEqual(['two', ['one', '… is wrong']]);
  });
});
