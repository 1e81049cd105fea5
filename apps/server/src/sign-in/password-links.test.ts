import type { PhoneCodeSent } from '@mutual-transfer/domain/accounts/phone-code';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  makeAdministrator,
  registerTeacher,
  solveCaptcha,
  type TestTeacher,
} from '../../test/testing/factories.ts';
import { type Mailbox, startMailbox } from '../../test/testing/services/mailbox.ts';
import { joinTestApp, startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { createMailer, type Mailer } from '../notices/channels/mailer.ts';
import { createLimits } from '../platform/limits.ts';

const NEW_PASSWORD = 'another quiet orchard';
const url = '/api/auth/password-links';

let mailbox: Mailbox;
let mailer: Mailer;
let test: TestApp;
let teacher: TestTeacher;

beforeAll(async () => {
  mailbox = await startMailbox();
  mailer = createMailer({ url: `smtp://127.0.0.1:${mailbox.port}`, from: 'notices@product.example' });
  test = await startTestApp(() => ({ mailer }));
});
afterAll(async () => {
  await test.close();
  mailer.close();
  await mailbox.close();
});
beforeEach(async () => {
  teacher = await registerTeacher(test);
  // The mail that confirms the address.
  await test.settled();
  mailbox.mails.length = 0;
});

async function ask(email: string, language = 'en') {
  const body = { email, ...(await solveCaptcha(test)) };
  const answer = await test.call({ method: 'POST', url, body, headers: { 'accept-language': language } });
  await test.settled();
  return answer;
}

const tokenOf = (index = 0) => /token=([\w-]+)/.exec(mailbox.mails[index]?.text ?? '')?.[1] ?? '';

const choose = (token: string, newPassword = NEW_PASSWORD) =>
  test.call({ method: 'PUT', url, body: { token, newPassword } });

const logIn = async (password: string) =>
  (
    await test.call({
      method: 'POST',
      url: '/api/auth/login',
      body: { email: teacher.user.email, password, ...(await solveCaptcha(test)) },
    })
  ).statusCode;

describe('a link for a new password', () => {
  it('sets a new password once, and ends every session', async () => {
    expect((await ask(teacher.user.email.toUpperCase())).statusCode).toBe(202);
    expect(mailbox.mails[0]?.recipients).toEqual([teacher.user.email]);
    expect(mailbox.mails[0]?.html).toContain(`https://product.example/reset?token=${tokenOf()}`);
    const answers = await Promise.all([choose(tokenOf()), choose(tokenOf(), 'yet another orchard')]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404]);
    const chosen = answers[0]?.statusCode === 200 ? NEW_PASSWORD : 'yet another orchard';
    expect(await logIn(chosen)).toBe(200);
    expect(await logIn(teacher.password)).toBe(401);
    expect((await test.call({ url: '/api/auth/profile', token: teacher.token })).statusCode).toBe(401);
    expect((await choose(tokenOf())).statusCode).toBe(404);
    const notices = await test.database.db
      .selectFrom('alerts')
      .select(['kind', 'details'])
      .where('to_user_id', '=', teacher.user._id)
      .execute();
    expect(notices).toEqual([{ kind: 'password_reset', details: { by: 'email' } }]);
  });

  it('is not sent to an unknown address, an administrator or an inactive account, and the response is the same', async () => {
    const known = await ask(teacher.user.email);
    const administrator = await makeAdministrator(test);
    const inactive = await registerTeacher(test);
    await test.settled();
    const row = test.database.db.updateTable('users').set({ is_active: false });
    await row.where('id', '=', inactive.user._id).execute();
    mailbox.mails.length = 0;
    for (const email of [
      'unknown@example.com',
      administrator.user.email,
      inactive.user.email,
      'no address',
    ]) {
      const answer = await ask(email);
      expect([answer.statusCode, answer.body]).toEqual([known.statusCode, known.body]);
    }
    expect(mailbox.mails).toEqual([]);
  });

  it('expires after half an hour, and when another one is requested', async () => {
    await ask(teacher.user.email, 'hi');
    expect(mailbox.mails[0]?.subject).toBe('नया पासवर्ड');
    await ask(teacher.user.email);
    expect((await choose(tokenOf(0))).statusCode).toBe(404);
    await test.database.pool.query(
      "update password_links set expires_at = clock_timestamp() - interval '1 second' where user_id = $1",
      [teacher.user._id],
    );
    expect((await choose(tokenOf(1))).statusCode).toBe(404);
    expect(await logIn(teacher.password)).toBe(200);
  });

  it('is invalid after the password or the address is changed', async () => {
    await ask(teacher.user.email);
    const body = { email: `new-${teacher.user.email}`, currentPassword: teacher.password };
    const changed = await test.call({ method: 'PUT', url: '/api/auth/profile', body, token: teacher.token });
    expect(changed.statusCode, changed.body).toBe(200);
    expect((await choose(tokenOf())).statusCode).toBe(404);
    await ask(body.email);
    const passwords = { currentPassword: teacher.password, newPassword: 'a quiet orchard' };
    await test.call({ method: 'PUT', url: '/api/auth/password', body: passwords, token: teacher.token });
    expect((await choose(tokenOf(1))).statusCode).toBe(404);
  });

  it('makes the code invalid that was sent to the phone for the same purpose', async () => {
    const { _id: id, email, phone } = teacher.user;
    const verified = { verified_at: test.clock.now, verified_how: 'phone_code' } as const;
    await test.database.db.updateTable('users').set(verified).where('id', '=', id).execute();
    const codes = '/api/auth/password-codes';
    const sent = await test.call({
      method: 'POST',
      url: codes,
      body: { phone, ...(await solveCaptcha(test)) },
    });
    await ask(email);
    expect((await choose(tokenOf())).statusCode).toBe(200);
    const body = { phone, code: sent.json<PhoneCodeSent>().sandboxCode, newPassword: 'yet another orchard' };
    expect((await test.call({ method: 'PUT', url: codes, body })).statusCode).toBe(400);
    expect(await logIn(NEW_PASSWORD)).toBe(200);
  });

  it('is not used up by a password that is refused', async () => {
    await ask(teacher.user.email);
    expect((await choose(tokenOf(), 'short')).statusCode).toBe(400);
    expect((await choose(tokenOf(), teacher.user.email)).statusCode).toBe(400);
    expect((await choose(tokenOf())).statusCode).toBe(200);
  });

  it('needs the security check, and can be requested five times a day from one address', async () => {
    const body = { email: teacher.user.email, captchaToken: 'x', captchaAnswer: '1' };
    expect((await test.call({ method: 'POST', url, body })).statusCode).toBe(400);
    const limits = createLimits(test.database.db, { visitorRowsADay: 1_000 });
    const limited = await startTestApp(() => ({ mailer, limits }));
    const statuses: number[] = [];
    for (let times = 0; times < 6; times += 1) {
      const check = await solveCaptcha(limited);
      const asked = { email: 'one-of-many@example.com', ...check };
      statuses.push((await limited.call({ method: 'POST', url, body: asked })).statusCode);
    }
    await limited.close();
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  });
});

it('a link for a new password is deleted when an administrator corrects the address it was sent to', async () => {
  await ask(teacher.user.email);
  const admin = await makeAdministrator(test);
  const corrected = await test.call({
    method: 'PUT',
    url: `/api/admin/users/${teacher.user._id}`,
    token: admin.token,
    body: { email: 'corrected@example.com', reason: 'A wrong letter' },
  });
  expect(corrected.statusCode, corrected.body).toBe(200);
  expect((await choose(tokenOf())).statusCode).toBe(404);
});

it('a link for a new password is sent again after the mail server failed once', async () => {
  let attempts = 0;
  const send: Mailer['send'] = async (mail) => {
    attempts += 1;
    if (attempts === 1) throw new Error('Greeting never received');
    await mailer.send(mail);
  };
  const failing = await joinTestApp(test, { mailer: { send, close: () => {} } });
  const body = { email: teacher.user.email, ...(await solveCaptcha(test)) };
  expect((await failing.call({ method: 'POST', url, body })).statusCode).toBe(202);
  await failing.settled();
  expect(attempts).toBe(2);
  expect(mailbox.mails).toHaveLength(1);
  expect((await choose(tokenOf())).statusCode).toBe(200);
  await failing.close();
});

it('a link for a new password is not sent again once another link has replaced it', async () => {
  const sent: string[] = [];
  const send: Mailer['send'] = async ({ text }) => {
    sent.push(text);
    if (sent.length > 1) return;
    await ask(teacher.user.email);
    throw new Error('Greeting never received');
  };
  const failing = await joinTestApp(test, { mailer: { send, close: () => {} } });
  const body = { email: teacher.user.email, ...(await solveCaptcha(test)) };
  await failing.call({ method: 'POST', url, body });
  await failing.settled();
  await failing.close();
  expect([sent.length, mailbox.mails.length]).toEqual([1, 1]);
  expect((await choose(tokenOf())).statusCode).toBe(200);
});

it('a link for a new password is attempted once if the mail server refuses the credentials', async () => {
  let attempts = 0;
  const strict = await startMailbox({
    authOptional: false,
    onAuth: (_given, _session, callback) => {
      attempts += 1;
      callback(Object.assign(new Error('Wrong credentials'), { responseCode: 535 }));
    },
  });
  const wrong = createMailer({
    url: `smtp://product:wrong@127.0.0.1:${strict.port}`,
    from: 'notices@product.example',
  });
  const refused = await joinTestApp(test, { mailer: wrong });
  const body = { email: teacher.user.email, ...(await solveCaptcha(test)) };
  await refused.call({ method: 'POST', url, body });
  await expect(refused.settled()).rejects.toThrow('535');
  await refused.close();
  wrong.close();
  await strict.close();
  expect(attempts).toBe(1);
});

it('a link for a new password is not offered if no e-mail is sent', async () => {
  const without = await startTestApp();
  expect((await without.call({ url: '/api/support' })).json().sendsPasswordLinks).toBe(false);
  await without.close();
  expect((await test.call({ url: '/api/support' })).json().sendsPasswordLinks).toBe(true);
});
