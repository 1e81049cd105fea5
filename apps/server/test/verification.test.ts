import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PhoneCodeSent } from '@mutual-transfer/domain/accounts/phone-code';
import type { Account } from '@mutual-transfer/domain/accounts/user';
import type { PersonPage } from '@mutual-transfer/domain/administration/administration';
import type { RingAdvice } from '@mutual-transfer/domain/matching/ring';
import type { Problem } from '@mutual-transfer/domain/problem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../src/platform/errors.ts';
import { createMsg91, isSmsUnanswered } from '../src/sign-in/sms.ts';
import { registerTeacher, registrationOf, solveCaptcha, type TestTeacher } from './testing/factories.ts';
import { administratorTest } from './testing/fixtures.ts';
import { steps, wish } from './testing/ring-of-three.ts';
import { askForCode, otherThan } from './testing/services/phone-codes.ts';
import { joinTestApp } from './testing/test-app.ts';

const { test, administrator } = await administratorTest();

const accountOf = async ({ token }: TestTeacher) =>
  (await test.call({ url: '/api/auth/profile', token })).json();

async function ask(teacher: TestTeacher): Promise<string> {
  const answer = await test.call({
    method: 'POST',
    url: '/api/auth/phone-verification',
    token: teacher.token,
  });
  expect(answer.statusCode, answer.body).toBe(202);
  return String(answer.json<PhoneCodeSent>().sandboxCode);
}

const verify = (teacher: TestTeacher, phoneCode: string) =>
  test.call({
    method: 'PUT',
    url: '/api/auth/phone-verification',
    body: { phoneCode },
    token: teacher.token,
  });

function mark(teacher: TestTeacher, note = 'Service book seen') {
  const url = `/api/admin/users/${teacher.user._id}/verification`;
  return test.call({ method: 'PUT', url, body: { note }, token: administrator.token });
}

describe('a code to the phone', () => {
  it('verifies the teacher, once', async () => {
    const teacher = await registerTeacher(test);
    expect(teacher.user.isVerified).toBe(false);
    const code = await ask(teacher);
    expect(code).toMatch(/^\d{6}$/);
    expect((await verify(teacher, code)).json<Account>().isVerified).toBe(true);
    expect((await verify(teacher, code)).json<Problem>().fields).toHaveProperty('phoneCode');
  });

  it('is void after five wrong tries, concurrent ones included', async () => {
    const teacher = await registerTeacher(test);
    const code = await ask(teacher);
    await Promise.all(Array.from({ length: 5 }, () => verify(teacher, otherThan(code))));
    expect((await verify(teacher, code)).statusCode).toBe(400);
    expect((await accountOf(teacher)).isVerified).toBe(false);
  });

  it('expires after ten minutes by the clock of the database, whatever the clock of a server', async () => {
    const teacher = await registerTeacher(test);
    const code = await ask(teacher);
    await test.database.pool.query("update phone_codes set expires_at = expires_at - interval '10 minutes'");
    expect((await verify(teacher, code)).statusCode).toBe(400);
    const second = await ask(teacher);
    await test.database.pool.query("update phone_codes set expires_at = expires_at + interval '2 days'");
    expect((await verify(teacher, second)).statusCode).toBe(400);
  });

  it('is stored as a keyed hash, together with that of its number', async () => {
    const teacher = await registerTeacher(test);
    const code = await ask(teacher);
    const { rows } = await test.database.pool.query('select * from phone_codes');
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify(rows)).not.toContain(teacher.user.phone);
  });

  it('can be entered although the provider did not answer in time', async () => {
    const codes: string[] = [];
    const sendCode = async (_phone: string, code: string) => {
      codes.push(code);
      throw new AppError('unavailable', { cause: new DOMException('timeout', 'TimeoutError') });
    };
    const slow = await joinTestApp(test, { sms: { isSandbox: false, sendCode } });
    const teacher = await registerTeacher(test);
    const url = '/api/auth/phone-verification';
    const asked = await slow.call({ method: 'POST', url, token: teacher.token });
    expect(asked.statusCode, asked.body).toBe(202);
    await slow.settled();
    const body = { phoneCode: codes[0] };
    expect((await slow.call({ method: 'PUT', url, body, token: teacher.token })).statusCode).toBe(200);
    await slow.close();
  });

  it('is unavailable without a configured provider', async () => {
    const without = await joinTestApp(test, { sms: undefined });
    const teacher = await registerTeacher(test);
    const answer = await without.call({
      method: 'POST',
      url: '/api/auth/phone-verification',
      token: teacher.token,
    });
    expect([answer.statusCode, answer.json<Problem>().code]).toEqual([409, 'no_sms_provider']);
    await without.close();
  });
});

describe('a number that another account has', () => {
  it('moves with the verified mark to the teacher who enters the code; the other account loses both and is notified', async () => {
    const holder = await registerTeacher(test);
    await mark(holder);
    const { phone } = holder.user;
    const register = async (more: object) =>
      test.call({
        method: 'POST',
        url: '/api/auth/register',
        body: await registrationOf(test, { phone, ...more }),
      });
    const taken = await register({});
    expect(taken.json<Problem>().code).toBe('phone_taken');
    const refused = await register({ phoneCode: otherThan(await askForCode(test, phone)) });
    expect(refused.json<Problem>().fields).toHaveProperty('phoneCode');
    const owner = await registerTeacher(test, { phone, phoneCode: await askForCode(test, phone) });
    expect(owner.user).toMatchObject({ phone, isVerified: true });
    expect(await accountOf(holder)).toMatchObject({ phone: null, isVerified: false });
    const { body: received } = await test.call({ url: '/api/alerts', token: holder.token });
    expect(received).toContain('Your phone number now belongs to another account');
    expect(received).not.toContain(owner.user._id);
    const { rows } = await test.database.pool.query(
      "select 1 from audit_log where action = 'phone.claimed' and actor_id = $1 and subject_id = $2",
      [owner.user._id, holder.user._id],
    );
    expect(rows).toHaveLength(1);
  });

  it('moves to a teacher who changes to it with password and code', async () => {
    const [holder, owner] = [await registerTeacher(test), await registerTeacher(test)];
    const { phone } = holder.user;
    const change = (more: object) =>
      test.call({
        method: 'PUT',
        url: '/api/auth/profile',
        body: { phone, currentPassword: owner.password, ...more },
        token: owner.token,
      });
    expect((await change({})).json<Problem>().code).toBe('phone_taken');
    const changed = await change({ phoneCode: await askForCode(test, phone) });
    expect(changed.json<Account>()).toMatchObject({ phone, isVerified: true });
    expect((await accountOf(holder)).phone).toBeNull();
  });

  it('gets the same response to a request for a code as a number that no account has', async () => {
    const teacher = await registerTeacher(test);
    const sizes = await Promise.all(
      [teacher.user.phone, '9123456780'].map(async (phone) => {
        const body = { phone, ...(await solveCaptcha(test)) };
        const answer = await test.call({ method: 'POST', url: '/api/auth/phone-codes', body });
        return [answer.statusCode, answer.body.replace(/\d{6}/, '')];
      }),
    );
    expect(sizes[0]).toEqual(sizes[1]);
  });
});

describe('the verified mark', () => {
  it('is set by an administrator with a note, appears with the administrator’s name on the teacher’s page, and can be removed', async () => {
    const teacher = await registerTeacher(test);
    expect((await mark(teacher, 'Service book seen')).json<Account>().isVerified).toBe(true);
    const url = `/api/admin/users/${teacher.user._id}`;
    const page = (await test.call({ url, token: administrator.token })).json<PersonPage>();
    expect(page.verification).toMatchObject({
      how: 'administrator',
      by: 'The Administrator',
      note: 'Service book seen',
    });
    expect(page.history.map(({ action }) => action)).toContain('user.verify');
    const removed = await test.call({
      method: 'DELETE',
      url: `${url}/verification`,
      token: administrator.token,
    });
    expect(removed.json<Account>().isVerified).toBe(false);
  });

  it('is removed by a change of the name or phone number, and by no other change', async () => {
    const teacher = await registerTeacher(test);
    const change = (body: object) =>
      test.call({ method: 'PUT', url: '/api/auth/profile', body, token: teacher.token });
    await mark(teacher);
    expect((await change({ schoolName: 'Kanya Vidyalaya' })).json<Account>().isVerified).toBe(true);
    expect((await change({ name: 'Another Person' })).json<Account>().isVerified).toBe(false);
    await mark(teacher);
    const phone = { phone: '9111222333', currentPassword: teacher.password };
    expect((await change(phone)).json<Account>().isVerified).toBe(false);
  });

  it('is shown in lists and matches, filters the list, and is counted in advice', async () => {
    const [toDanapur] = steps;
    const registration = { subject: 'Fine Arts' };
    const mine = await wish(test, toDanapur, { registration });
    const theirs = await wish(test, [toDanapur[1], toDanapur[0]], { registration });
    await test.graph.caughtUp();
    const list = async (query: string) =>
      (await test.call({ url: `/api/requests/public?subject=Fine%20Arts${query}` })).json().requests;
    const advice = async () => {
      test.clock.now = new Date(test.clock.now.getTime() + 61_000);
      const url = `/api/requests/${mine.requestId}/advice`;
      return (await test.call({ url, token: mine.teacher.token })).json<RingAdvice>().whyNothingYet;
    };
    expect(await list('&verified=yes')).toEqual([]);
    expect(await advice()).toMatchObject({ directSwaps: 1, directSwapsVerified: 0 });
    await mark(theirs.teacher);
    expect((await list('&verified=yes')).map(({ _id, user }) => [_id, user.isVerified])).toEqual([
      [theirs.requestId, true],
    ]);
    expect((await list('&verified=yes&search=fine')).length).toBe(1);
    expect((await list('&verified=no')).map(({ _id }) => _id)).toEqual([mine.requestId]);
    expect(await advice()).toMatchObject({ directSwaps: 1, directSwapsVerified: 1 });
    const matches = await test.call({
      url: `/api/requests/${mine.requestId}/matches`,
      token: mine.teacher.token,
    });
    expect(matches.json()).toMatchObject({ matches: [{ user: { isVerified: true } }] });
  });
});

describe('MSG91', () => {
  let server: Server;
  let calls: { headers: IncomingMessage['headers']; url: string | undefined; body: unknown }[];
  let respond: (call: number) => { status: number; body: string } | undefined;
  beforeAll(async () => {
    calls = [];
    server = createServer(async (request, response) => {
      let text = '';
      for await (const part of request) text += part;
      calls.push({ headers: request.headers, url: request.url, body: JSON.parse(text) });
      const answer = respond(calls.length);
      if (answer === undefined) return;
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done);
    });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const sender = (timeoutMs = 60_000) =>
    createMsg91(
      {
        authKey: 'key-1',
        templates: { 'code.en': 'template-1', 'code.hi': 'template-2', 'asked.hi': 'template-3' },
        baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      },
      timeoutMs,
      async (_sms, send) => void (await send()),
    );

  it('receives the number, the code and the template, with the key in a header', async () => {
    respond = () => ({ status: 200, body: '{"type":"success","message":"3763646c3058373530393938"}' });
    await sender().sendCode('9876543210', '012345', 'en');
    expect(calls.at(-1)).toMatchObject({
      url: '/api/v5/flow',
      headers: { authkey: 'key-1' },
      body: { template_id: 'template-1', recipients: [{ mobiles: '919876543210', code: '012345' }] },
    });
  });

  it('has accepted the code even if its answer has no text as id', async () => {
    respond = () => ({ status: 200, body: '{"type":"success","message":{"id":7}}' });
    await expect(sender().sendCode('9876543210', '012345', 'en')).resolves.toBeUndefined();
  });

  it('receives the registered text of a notice in the language of its reader, and no other', async () => {
    respond = () => ({ status: 200, body: '{"type":"success"}' });
    const { notices } = sender();
    const link = 'https://transfer.example.org/agreements/1';
    await notices?.send('9876543210', { sms: 'asked', userId: '', language: 'hi', link });
    const body = { template_id: 'template-3', recipients: [{ mobiles: '919876543210', link }] };
    expect(calls.at(-1)).toMatchObject({ body });
    const has = (['en', 'hi'] as const).map((language) => notices?.has('asked', language));
    expect(has).toEqual([false, true]);
  });

  it.each([
    ['an error with status 200', { status: 200, body: '{"type":"error","message":"template missing"}' }],
    ['a refusal', { status: 401, body: '{"type":"error"}' }],
    ['no JSON', { status: 200, body: 'sent' }],
    ['an endless text', { status: 200, body: `"${'x'.repeat(1_100_000)}"` }],
    ['nothing at all', undefined],
  ])('with the response %s counts as unavailable', async (_what, answer) => {
    respond = () => answer;
    const { sendCode } = sender(answer === undefined ? 300 : undefined);
    const error: unknown = await sendCode('9876543210', '012345', 'en').catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: 'unavailable' });
    expect(isSmsUnanswered(error)).toBe(answer === undefined);
  });
});
