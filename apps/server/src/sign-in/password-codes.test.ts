import {
  PASSWORD_CODE_TRIES,
  PASSWORD_CODE_TRIES_OF_ALL,
} from '@mutual-transfer/domain/accounts/password-link';
import type { Problem } from '@mutual-transfer/domain/problem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  makeAdministrator,
  registerTeacher,
  solveCaptcha,
  type TestTeacher,
} from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { AppError } from '../platform/errors.ts';
import { createLimits } from '../platform/limits.ts';
import type { SmsSender } from './sms.ts';

const NEW_PASSWORD = 'another quiet orchard';
const url = '/api/auth/password-codes';

/** Messages to phones, oldest first. */
const sent: { phone: string; code: string }[] = [];
/** Reasons for which the provider refuses the next messages. */
const failures: Error[] = [];
let attempts = 0;
const ids = new Set<string | undefined>();
const sms: SmsSender = {
  isSandbox: false,
  sendCode: async (phone, code, _language, of) => {
    ids.add(of?.id);
    const failure = failures.shift();
    attempts += 1;
    if (failure !== undefined) throw new AppError('unavailable', { cause: failure });
    sent.push({ phone, code });
  },
};

let test: TestApp;
let teacher: TestTeacher;
let phone: string;

beforeAll(async () => {
  test = await startTestApp(() => ({ sms }));
});
afterAll(() => test.close());
beforeEach(async () => {
  teacher = await registerTeacher(test);
  phone = teacher.user.phone ?? '';
  await set({ verified_at: test.clock.now, verified_how: 'phone_code' });
  sent.length = 0;
  failures.length = 0;
  attempts = 0;
  ids.clear();
});

const set = (values: object) =>
  test.database.db.updateTable('users').set(values).where('id', '=', teacher.user._id).execute();

async function ask(of = phone, headers = {}) {
  const body = { phone: of, ...(await solveCaptcha(test)) };
  const answer = await test.call({ method: 'POST', url, body, headers });
  await test.settled();
  return answer;
}

const code = () => sent.at(-1)?.code ?? '';
/** Returns a different code of eight digits. */
const otherThan = (right: string) => String((Number(right) + 1) % 100_000_000).padStart(8, '0');

const choose = (by: string, newPassword = NEW_PASSWORD, of = phone) =>
  chooseFrom(undefined, by, newPassword, of);
const chooseFrom = (address: string | undefined, by: string, newPassword = NEW_PASSWORD, of = phone) =>
  test.call({ method: 'PUT', url, body: { phone: of, code: by, newPassword }, address });

const logIn = async (password: string) =>
  (
    await test.call({
      method: 'POST',
      url: '/api/auth/login',
      body: { email: teacher.user.email, password, ...(await solveCaptcha(test)) },
    })
  ).statusCode;

describe('a code for a new password', () => {
  it('changes the password once, ends every session and notifies the teacher', async () => {
    expect((await ask()).statusCode).toBe(202);
    expect(sent).toEqual([{ phone, code: expect.stringMatching(/^\d{8}$/) }]);
    const answers = await Promise.all([choose(code()), choose(code(), 'yet another orchard')]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    const chosen = answers[0]?.statusCode === 200 ? NEW_PASSWORD : 'yet another orchard';
    expect(await logIn(chosen)).toBe(200);
    expect(await logIn(teacher.password)).toBe(401);
    expect((await test.call({ url: '/api/auth/profile', token: teacher.token })).statusCode).toBe(401);
    expect((await choose(code())).statusCode).toBe(400);
    const notices = await test.database.db
      .selectFrom('alerts')
      .select(['kind', 'details'])
      .where('to_user_id', '=', teacher.user._id)
      .execute();
    expect(notices).toEqual([{ kind: 'password_reset', details: { by: 'sms' } }]);
    const entry = await test.database.db
      .selectFrom('audit_log')
      .select(['actor_id', 'details'])
      .where('action', '=', 'account.password')
      .where('subject_id', '=', teacher.user._id)
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ actor_id: teacher.user._id, details: { by: 'sms' } });
  });

  it.each([
    ['no account has', { phone: '9111111111' }],
    ['is not verified', { verified_at: null, verified_how: null }],
    ['an administrator verified', { verified_how: 'administrator' }],
    ['belongs to an inactive account', { is_active: false }],
  ])('is not sent to a number that %s, and the response is the same', async (_which, values) => {
    const known = await ask();
    sent.length = 0;
    await set(values);
    const answer = await ask();
    expect([answer.statusCode, answer.body]).toEqual([known.statusCode, known.body]);
    expect(sent).toEqual([]);
  });

  it('is sent again if the provider refused it, and not if the provider did not answer', async () => {
    failures.push(new Error('The SMS provider answered 500'), new Error('The SMS provider answered 502'));
    await ask();
    expect(attempts).toBe(3);
    expect(sent).toHaveLength(1);
    expect([...ids]).toEqual([expect.any(String)]);
    expect((await choose(code())).statusCode).toBe(200);
    failures.push(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    await ask();
    expect(attempts).toBe(4);
  });

  it('does not work for an account whose number was changed after it was sent', async () => {
    await ask();
    await set({ phone: '9222222222' });
    expect((await choose(code())).statusCode).toBe(400);
    expect(await logIn(teacher.password)).toBe(200);
  });

  it('is invalid once the teacher changed the password', async () => {
    await ask();
    const body = { currentPassword: teacher.password, newPassword: 'yet another orchard' };
    const changed = await test.call({ method: 'PUT', url: '/api/auth/password', body, token: teacher.token });
    expect(changed.statusCode, changed.body).toBe(200);
    expect((await choose(code())).statusCode).toBe(400);
  });

  it('is invalid once an administrator set another password', async () => {
    await ask();
    const { token } = await makeAdministrator(test);
    const of = `/api/admin/users/${teacher.user._id}/password`;
    const body = { newPassword: 'yet another orchard' };
    expect((await test.call({ method: 'PUT', url: of, body, token })).statusCode).toBe(200);
    expect((await choose(code())).statusCode).toBe(400);
    expect(await logIn('yet another orchard')).toBe(200);
  });

  it('is invalid for an address after three wrong attempts in parallel', async () => {
    await ask();
    const wrong = Array.from({ length: PASSWORD_CODE_TRIES }, () => choose(otherThan(code())));
    for (const answer of await Promise.all(wrong)) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json<Problem>().fields).toHaveProperty('code');
    }
    expect((await choose(code())).statusCode).toBe(400);
    expect(await logIn(teacher.password)).toBe(200);
  });

  it('stays valid for its teacher when another person uses up the attempts of their own address', async () => {
    await ask();
    for (let times = 0; times < 2 * PASSWORD_CODE_TRIES_OF_ALL; times += 1) {
      // One customer of a provider may control every address of a /48.
      const address = `2001:db8:7:${times}::1`;
      expect((await chooseFrom(address, otherThan(code()))).statusCode).toBe(400);
    }
    expect((await chooseFrom('2001:db8:7::9', code())).statusCode).toBe(400);
    expect((await chooseFrom('203.0.113.7', code())).statusCode).toBe(200);
  });

  it('is invalid after fifteen wrong attempts from many addresses', async () => {
    await ask();
    for (let times = 0; times < PASSWORD_CODE_TRIES_OF_ALL; times += 1) {
      await chooseFrom(`203.0.113.${times}`, otherThan(code()));
    }
    expect((await chooseFrom('198.51.100.1', code())).statusCode).toBe(400);
    expect(await logIn(teacher.password)).toBe(200);
    await ask();
    expect((await chooseFrom('203.0.113.1', code())).statusCode).toBe(200);
  });

  it('expires after half an hour, and when another one is requested', async () => {
    await ask();
    const first = code();
    await ask();
    expect((await choose(first)).statusCode).toBe(400);
    const { rows } = await test.database.pool.query(
      'select extract(epoch from expires_at - clock_timestamp()) / 60 as minutes from phone_codes order by expires_at desc limit 1',
    );
    expect(Number(rows[0].minutes)).toBeGreaterThan(25);
    expect(Number(rows[0].minutes)).toBeLessThanOrEqual(30);
    await test.database.pool.query(
      "update phone_codes set expires_at = clock_timestamp() - interval '1 second'",
    );
    expect((await choose(code())).statusCode).toBe(400);
    expect(await logIn(teacher.password)).toBe(200);
  });

  it('is not used up by a password that is refused', async () => {
    await ask();
    expect((await choose(code(), 'short')).statusCode).toBe(400);
    const weak = await choose(code(), teacher.user.email);
    expect(weak.json<Problem>().fields).toHaveProperty('newPassword');
    expect((await choose(code())).statusCode).toBe(200);
  });

  it('is checked first, so that a wrong code reveals nothing about the password or the account', async () => {
    await ask();
    const known = await choose(otherThan(code()), teacher.user.email);
    const unknown = await choose('00000000', teacher.user.email, '9333333333');
    const { requestId: _one, ...ofKnown } = known.json<Problem>();
    const { requestId: _other, ...ofUnknown } = unknown.json<Problem>();
    expect(ofKnown).toEqual(ofUnknown);
  });

  it('cannot be used as a code that verifies a phone, nor the reverse', async () => {
    await test.call({ method: 'POST', url: '/api/auth/phone-verification', token: teacher.token });
    const confirming = code();
    await ask();
    const opening = code();
    expect((await choose(`00${confirming}`)).statusCode).toBe(400);
    const path = '/api/auth/phone-verification';
    const confirm = (phoneCode: string) =>
      test.call({ method: 'PUT', url: path, token: teacher.token, body: { phoneCode } });
    expect((await confirm(opening.slice(2))).statusCode).toBe(400);
    expect((await confirm(confirming)).statusCode).toBe(200);
    expect((await choose(opening)).statusCode).toBe(200);
  });

  it('needs the security check, and can be requested five times a day from one address', async () => {
    const body = { phone, captchaToken: 'x', captchaAnswer: '1' };
    expect((await test.call({ method: 'POST', url, body })).statusCode).toBe(400);
    const limits = createLimits(test.database.db, { visitorRowsADay: 1_000 });
    const limited = await startTestApp(() => ({ sms, limits }));
    const statuses: number[] = [];
    for (let times = 0; times < 6; times += 1) {
      const check = await solveCaptcha(limited);
      const asked = { phone: '9444444444', ...check };
      statuses.push((await limited.call({ method: 'POST', url, body: asked })).statusCode);
    }
    await limited.close();
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  });
});

it('a code for a new password is not offered if no codes are sent to phones', async () => {
  const without = await startTestApp(() => ({ sms: undefined }));
  expect((await without.call({ url: '/api/support' })).json().sendsPasswordCodes).toBe(false);
  const body = { phone, ...(await solveCaptcha(without)) };
  expect((await without.call({ method: 'POST', url, body })).statusCode).toBe(404);
  await without.close();
  expect((await test.call({ url: '/api/support' })).json().sendsPasswordCodes).toBe(true);
});
