import { defaultChoices } from '@mutual-transfer/domain/notices/notice-settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postRequest, registerTeacher, type TestTeacher } from './testing/factories.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

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
    textOf: (body: { data: { choices: { quietHours: { from: number } } } }) =>
      body.data.choices.quietHours.from,
  }),
} as const;

it.each(['request', 'profile', 'settings'] as const)(
  'a change of the %s that is based on an older state is 412 with the present one',
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

it('hiding a field is never refused as stale, but showing one is', async () => {
  const privacy = (privacySettings: object) =>
    change('PUT', `${requestUrl}/privacy`, { privacySettings }, '"an-older-state"');
  expect((await privacy(hidden)).statusCode).toBe(200);
  expect((await privacy(shown)).json().code).toBe('changed_meanwhile');
});

it('the ETag of a request does not change with its status', async () => {
  const { etag } = (await read(requestUrl)).headers;
  await change('PATCH', `${requestUrl}/status`, { status: 'pending' });
  expect((await read(requestUrl)).headers.etag).toBe(etag);
  await change('PATCH', `${requestUrl}/status`, { status: 'active' });
});
