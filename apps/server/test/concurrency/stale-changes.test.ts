import { defaultChoices } from '@mutual-transfer/domain/notices/notice-settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answer, proposed } from '../testing/agreements.ts';
import {
  makeAdministrator,
  postRequest,
  registerTeacher,
  requestOf,
  type TestTeacher,
} from '../testing/factories.ts';
import { ringOfThree, type Wisher } from '../testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let teacher: TestTeacher;
let requestUrl: string;

beforeAll(async () => {
  test = await startTestApp();
  teacher = await registerTeacher(test);
  requestUrl = `/api/requests/${(await postRequest(test, teacher)).request._id}`;
});
afterAll(() => test.close());

const shown = { hideName: false, hidePhone: false, hideEmail: false, hideSchoolName: false };
const hidden = { ...shown, hidePhone: true };

const read = (url: string) => test.call({ url, token: teacher.token });
const change = (method: 'PATCH' | 'PUT', url: string, body: object, ifMatch?: string) =>
  test.call({
    method,
    url,
    body,
    token: teacher.token,
    headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
  });

const resources = {
  request: () => ({
    url: requestUrl,
    edit: (text: string, ifMatch?: string) => change('PATCH', requestUrl, { reason: text }, ifMatch),
    textOf: (body: { reason: string }) => body.reason,
  }),
  profile: () => ({
    url: '/api/auth/profile',
    edit: (text: string, ifMatch?: string) =>
      change('PUT', '/api/auth/profile', { schoolName: text }, ifMatch),
    textOf: (body: { schoolName: string }) => body.schoolName,
  }),
  settings: () => ({
    url: '/api/notices/settings',
    edit: (text: string, ifMatch?: string) => {
      const quietHours = { from: text.charCodeAt(2) % 24, until: 5 };
      return change('PUT', '/api/notices/settings', { ...defaultChoices, quietHours }, ifMatch);
    },
    textOf: (body: { choices: { quietHours: { from: number } } }) => body.choices.quietHours.from,
  }),
} as const;

it.each(['request', 'profile', 'settings'] as const)(
  'a change of the %s that is based on an older state is 412 with the current state',
  async (name) => {
    const { url, edit, textOf } = resources[name]();
    const before = (await read(url)).headers.etag;
    expect(before).toMatch(/^"[\w-]{27}"$/);
    const first = await edit('A first text', String(before));
    expect(first.statusCode, first.body).toBe(200);
    const stale = await edit('Another text', String(before));
    expect([stale.statusCode, stale.json().code]).toEqual([412, 'changed_meanwhile']);
    const present = await read(url);
    expect(textOf(stale.json().current)).toBe(textOf(present.json()));
    expect([stale.headers.etag, first.headers.etag]).toEqual([undefined, present.headers.etag]);
    expect((await edit('Another text', String(present.headers.etag))).statusCode).toBe(200);
    expect((await edit('A first text', '*')).statusCode).toBe(200);
    expect((await edit('A third, longer text')).statusCode).toBe(200);
    expect((await edit('A fourth text', `W/${String((await read(url)).headers.etag)}`)).statusCode).toBe(412);
  },
);

it.each([
  ['a request', () => `${requestUrl}/privacy`, () => requestUrl],
  ['the account', () => '/api/auth/privacy', () => '/api/auth/profile'],
])('hiding a field of %s is never refused as stale, but showing one is', async (_which, put, get) => {
  const privacy = (privacySettings: object) => change('PUT', put(), { privacySettings }, '"an-older-state"');
  const stored = async () => (await read(get())).json().privacySettings;
  expect((await privacy(hidden)).statusCode).toBe(200);
  const both = await privacy({ ...shown, hideEmail: true });
  expect([both.statusCode, both.json().code]).toEqual([412, 'changed_meanwhile']);
  // The hiding part of the stale change is stored.
  expect(await stored()).toEqual({ ...hidden, hideEmail: true });
  expect(both.json().current.privacySettings).toEqual({ ...hidden, hideEmail: true });
  const fresh = String((await read(get())).headers.etag);
  const shownAgain = await change('PUT', put(), { privacySettings: shown }, fresh);
  expect([shownAgain.statusCode, await stored()]).toEqual([200, shown]);
  expect(shownAgain.headers.etag).toBe((await read(get())).headers.etag);
});

it('the ETag of a request stays the current one when the account or another request hides a field', async () => {
  const own = await registerTeacher(test);
  const url = `/api/requests/${(await postRequest(test, own)).request._id}`;
  const tag = async () => String((await test.call({ url, token: own.token })).headers.etag);
  const before = await tag();
  await postRequest(test, own, { desiredBlock: 'Any block', privacySettings: { ...shown, hideName: true } });
  const change = (method: 'PATCH' | 'PUT', path: string, body: object, headers = {}) =>
    test.call({ method, url: path, body, headers, token: own.token });
  await change('PUT', '/api/auth/privacy', { privacySettings: hidden });
  expect(await tag()).toBe(before);
  const edited = await change('PATCH', url, { reason: 'A new text' }, { 'if-match': before });
  expect([edited.statusCode, edited.headers.etag]).toEqual([200, await tag()]);
});

it.each([
  ['PATCH', 'status', { status: 'withdrawn' }],
  ['PUT', 'readiness', { ready: true }],
  ['PUT', 'rank', { rank: 1 }],
] as const)('a stale %s of the %s has no effect', async (method, part, body) => {
  const own = await registerTeacher(test);
  const url = `/api/requests/${(await postRequest(test, own)).request._id}`;
  const call = (ifMatch: string) =>
    test.call({ method, url: `${url}/${part}`, body, token: own.token, headers: { 'if-match': ifMatch } });
  const before = await test.call({ url, token: own.token });
  const stale = await call('"an-older-state"');
  expect([stale.statusCode, stale.json().code, stale.json().current._id]).toEqual([
    412,
    'changed_meanwhile',
    before.json()._id,
  ]);
  const after = await test.call({ url, token: own.token });
  expect(after.json()).toEqual(before.json());
  expect((await call(String(before.headers.etag))).statusCode).toBe(200);
});

it('the response to a new request has the ETag of the request, which a change accepts', async () => {
  const { token } = await registerTeacher(test);
  const posted = await test.call({ method: 'POST', url: '/api/requests', token, body: requestOf() });
  const url = String(posted.headers.location);
  const { etag } = (await test.call({ url, token })).headers;
  expect([posted.statusCode, posted.headers.etag]).toEqual([201, etag]);
  const headers = { 'if-match': String(posted.headers.etag) };
  const edited = await test.call({ method: 'PATCH', url, token, body: { urgency: 'high' }, headers });
  expect(edited.statusCode).toBe(200);
});

it('an agreement has an ETag of the viewer’s own part, which steps of others do not change', async () => {
  const ring = await ringOfThree(test, 'Physics');
  const id = await proposed(test, ring);
  const tagOf = async ({ teacher: { token } }: Wisher) =>
    (await test.call({ url: `/api/agreements/${id}`, token })).headers.etag;
  const before = [await tagOf(ring[1]), await tagOf(ring[2])];
  expect(before[0]).toMatch(/^"[\w-]{27}"$/);
  expect((await answer(test, ring[1], id, 'yes')).statusCode).toBe(200);
  expect(await tagOf(ring[2])).toBe(before[1]);
  expect(await tagOf(ring[1])).not.toBe(before[0]);
});

describe('an administrator’s change that is based on an older state', () => {
  const older = { 'if-match': '"an-older-state"' };

  it.each([
    [
      'the correction of a teacher',
      '',
      () => ({ name: 'A Corrected Name', reason: 'As on the service book' }),
    ],
    ['a verification', '/verification', () => ({ note: 'Service book seen' })],
    ['the toggle of the activity', '/toggle-status', () => undefined],
  ])('is 412 for %s, with the page of the teacher', async (_which, part, body) => {
    const administrator = await makeAdministrator(test);
    const { user } = await registerTeacher(test);
    const page = `/api/admin/users/${user._id}`;
    const put = (headers: Record<string, string>) =>
      test.call({ method: 'PUT', url: page + part, body: body(), token: administrator.token, headers });
    const stale = await put(older);
    expect([stale.statusCode, stale.json().code]).toEqual([412, 'changed_meanwhile']);
    expect(stale.json().current.user).toMatchObject({ _id: user._id, name: user.name, isActive: true });
    const { etag } = (await test.call({ url: page, token: administrator.token })).headers;
    expect((await put({ 'if-match': String(etag) })).statusCode).toBe(200);
    expect((await put({ 'if-match': String(etag) })).statusCode).toBe(412);
  });

  it.each([
    ['/api/payment/settings', '/api/payment/settings', { isPaymentRequired: false, paymentAmount: 11 }],
    ['/api/admin/support', '/api/support', { supportEmail: 'another@example.org' }],
    ['/api/admin/refund-rule', '/api/admin/refund-rule', { isOn: true }],
  ])('is 412 for %s, with the present settings', async (url, read, body) => {
    const { token } = await makeAdministrator(test);
    const put = (headers: Record<string, string>) => test.call({ method: 'PUT', url, body, token, headers });
    const before = await test.call({ url: read, token });
    const stale = await put(older);
    expect([stale.statusCode, stale.json().current]).toEqual([412, before.json()]);
    expect((await put({ 'if-match': String(before.headers.etag) })).statusCode).toBe(200);
    expect((await put({ 'if-match': String(before.headers.etag) })).statusCode).toBe(412);
  });
});

it('the ETag of a request does not change with its status', async () => {
  const { etag } = (await read(requestUrl)).headers;
  await change('PATCH', `${requestUrl}/status`, { status: 'pending' });
  expect((await read(requestUrl)).headers.etag).toBe(etag);
  await change('PATCH', `${requestUrl}/status`, { status: 'active' });
});
