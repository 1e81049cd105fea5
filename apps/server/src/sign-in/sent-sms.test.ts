import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdministrator, registerTeacher, solveCaptcha } from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { readConfig } from '../platform/config.ts';
import { AppError } from '../platform/errors.ts';
import { createSmsNotes } from './sent-sms.ts';

const secret = 'kJ8s2-vQ41xZ-pL09w-Tt7bN-3hYcA';
let test: TestApp;
let isRefusing = false;
let sent = 0;
let repeated: string | undefined;
const errors: unknown[] = [];

beforeAll(async () => {
  test = await startTestApp(({ db }) => {
    const note = createSmsNotes(db, (error) => errors.push(error));
    return {
      config: readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', MSG91_WEBHOOK_SECRET: secret }),
      sms: {
        isSandbox: false,
        sendCode: (_phone, _code, _language, { id = '', userId } = {}) =>
          note({ id, userId, kind: 'code' }, async () => {
            if (isRefusing) throw new AppError('unavailable');
            sent += 1;
            return repeated ?? `request-${sent}`;
          }),
      },
    };
  });
});
afterAll(() => test.close());

async function ask(phone: string): Promise<string> {
  const body = { phone, ...(await solveCaptcha(test)) };
  const answer = await test.call({ method: 'POST', url: '/api/auth/phone-codes', body });
  await test.settled();
  return String(answer.json().id);
}

async function report(body: object | string, given = secret): Promise<number> {
  const headers = { 'x-webhook-secret': given, 'content-type': 'application/json' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const url = '/api/sms/reports';
  return (await test.call({ method: 'POST', url, body: text, headers })).statusCode;
}

const stateOf = async (id: string) => (await test.call({ url: `/api/auth/phone-codes/${id}` })).json().state;

it('a code is accepted by the provider, then delivered, in whatever order its reports come', async () => {
  const id = await ask('9876501001');
  expect(await stateOf(id)).toBe('accepted');
  const requestId = `request-${sent}`;
  expect(await report({ requestId, status: 'Submitted' })).toBe(200);
  expect(await stateOf(id)).toBe('accepted');
  expect(await report({ requestId, status: 'Failed', failureReason: 'absent subscriber' })).toBe(200);
  expect(await stateOf(id)).toBe('failed');
  expect(await report({ requestId, status: '1', telNum: '919876501001' })).toBe(200);
  const delivered = (await test.call({ url: `/api/auth/phone-codes/${id}` })).json();
  expect(delivered.state).toBe('delivered');
  for (const status of ['Delivered', 'Failed', 9]) expect(await report({ requestId, status })).toBe(200);
  expect((await test.call({ url: `/api/auth/phone-codes/${id}` })).json()).toEqual(delivered);
});

it('a code that the provider refuses is shown as failed', async () => {
  isRefusing = true;
  const id = await ask('9876501002').finally(() => {
    isRefusing = false;
  });
  expect(await stateOf(id)).toBe('failed');
});

it('a code that was sent is not sent again if its acceptance cannot be stored', async () => {
  await ask('9876501005');
  const before = sent;
  repeated = `request-${sent}`;
  const id = await ask('9876501006').finally(() => {
    repeated = undefined;
  });
  expect(sent).toBe(before + 1);
  expect(errors).toMatchObject([{ constraint: 'sent_sms_request_id_key' }]);
  expect(await stateOf(id)).toBe('sending');
});

it('a report without the secret, with another, without an id or too long is refused, and an unknown id is ignored', async () => {
  const id = await ask('9876501003');
  const known = { requestId: `request-${sent}`, status: '1' };
  expect(await report(known, '')).toBe(403);
  expect(await report(known, `${secret.slice(0, -1)}B`)).toBe(403);
  expect(await report('no JSON')).toBe(400);
  expect(await report({ status: '1' })).toBe(400);
  expect(await report({ ...known, msgData: 'x'.repeat(70_000) })).toBe(413);
  expect(await report({ requestId: 'unknown', status: '1' })).toBe(200);
  expect(await stateOf(id)).toBe('accepted');
});

it('the page of a teacher has the SMS that were sent for the account, with the reason of a failure, and none that others requested', async () => {
  const administrator = await makeAdministrator(test);
  const { user, token } = await registerTeacher(test);
  await ask(user.phone ?? '');
  await test.call({ method: 'POST', url: '/api/auth/phone-verification', token });
  await test.settled();
  await report({ requestId: `request-${sent}`, status: 'NDNC', failureReason: 'number is on the list' });
  const other = await registerTeacher(test);
  await test.call({ method: 'POST', url: '/api/auth/phone-verification', token: other.token });
  await test.settled();
  const setPhone = (id: string, phone: string | undefined) =>
    test.database.db.updateTable('users').set({ phone }).where('id', '=', id).execute();
  await setPhone(user._id, '9876501009');
  await setPhone(other.user._id, user.phone ?? undefined);
  const url = `/api/admin/users/${user._id}` as const;
  const { sms } = (await test.call({ url, token: administrator.token })).json();
  expect(sms).toMatchObject([{ kind: 'code', state: 'failed', reason: 'number is on the list' }]);
  const ofClaimed = (
    await test.call({ url: `/api/admin/users/${other.user._id}`, token: administrator.token })
  ).json();
  expect(ofClaimed.sms).toMatchObject([{ kind: 'code', state: 'accepted', reason: null }]);
  const exported = (await test.call({ url: '/api/auth/export', token })).json();
  expect(exported.smsSent).toMatchObject([
    { kind: 'code', state: 'failed', reason: 'number is on the list' },
  ]);
});

it('the answer to a code for a new password names no message, which would tell whether an account has the number', async () => {
  const body = { phone: '9876501004', ...(await solveCaptcha(test)) };
  const answer = await test.call({ method: 'POST', url: '/api/auth/password-codes', body });
  expect(Object.keys(answer.json())).toEqual(['message']);
});
