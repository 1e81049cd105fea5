import { noticeTopics } from '@mutual-transfer/domain/notices/notice-settings';
import type { Problem } from '@mutual-transfer/domain/problem';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cast, createCast } from '../testing/cast.ts';
import { goodCall } from '../testing/good-calls.ts';
import { withRoutes } from '../testing/routes.ts';
import { tableContents } from '../testing/table-contents.ts';
import { type Call, startTestApp, type TestApp } from '../testing/test-app.ts';

const webhooks = ['/api/payment/webhook', '/api/sms/reports', '/api/mail/bounces'];

let test: TestApp;
let cast: Cast;
let writing: string[];

beforeAll(async () => {
  const { started, routes } = await withRoutes(() => startTestApp());
  test = started;
  cast = await createCast(test);
  writing = routes
    .filter(({ method, url }) => method !== 'GET' && method !== 'HEAD' && !webhooks.includes(url))
    .map(({ method, url }) => `${method} ${url}`);
});
afterAll(() => test.close());

/** Returns a valid call by a permitted caller, so that only its invalid part can cause a refusal. */
function goodCallOf(route: string, id?: string): Call {
  const token = route.includes('/admin/') || route === 'PUT /api/payment/settings' ? 'admin' : 'owner';
  return { ...goodCall(route, cast, id), token: cast.tokens[token] };
}

type Body = Record<string, unknown>;

const wrongTypes: readonly unknown[] = [null, 7, -1, 1e308, true, [], ['x'], {}, { $gt: '' }, [[[[[]]]]]];
const wrongTexts = ['a\u0000b', 'a\uD800b', '\uDC00', 'a\u202Eb', '\u2066a', 'x'.repeat(20_000), ''];
const unknownFields: Body[] = [
  { role: 'admin' },
  { isPaid: true },
  { isActive: true },
  { _id: '01900000-0000-7000-8000-000000000000' },
  { user_id: '01900000-0000-7000-8000-000000000000' },
  JSON.parse('{"__proto__":{"role":"admin"}}') as Body,
  { constructor: { prototype: {} } },
];
const noBodies = [[], 'text', 7, true, [[]], [{}]].map((value) => JSON.stringify(value));
const brokenBodies = [
  '{',
  '{"a":1,"a":2}',
  '{"a":}',
  'null null',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  '{"a":"\u0001"}',
  '\uFEFF{',
];
const wrongIds = [
  'x',
  '0',
  '%00',
  '%',
  '..%2f..',
  "'",
  '%F0%9F',
  '*',
  'null',
  'x'.repeat(300),
  '%ED%A0%80',
  '[]',
];

/** Fields that also accept a value of another type: a switch, an amount, or an optional value. */
const otherwiseRight: Readonly<Record<string, (value: unknown, route: string) => boolean>> = {
  ...Object.fromEntries(noticeTopics.map((topic) => [topic, mayBeEmpty])),
  hidden: isSwitch,
  ready: isSwitch,
  acceptForMe: isSwitch,
  isDaily: isSwitch,
  quietHours: (value) => value === null,
  until: (value) => value === 7,
  isPaymentRequired: isSwitch,
  isOn: isSwitch,
  hideName: isSwitch,
  hidePhone: isSwitch,
  hideEmail: isSwitch,
  hideSchoolName: isSwitch,
  sendForReview: isSwitch,
  paymentAmount: (value) => value === 7,
  largestGroup: (value) => value === 7,
  value: (value) => value === 7,
  link: (value) => value === null,
  captchaAnswer: (value) => value === 7 || value === -1,
};

/** Returns true for an empty list of channels, because a teacher may want none for a topic. */
function mayBeEmpty(value: unknown, route: string): boolean {
  return route === 'PUT /api/notices/settings' && Array.isArray(value) && value.length === 0;
}

function isSwitch(value: unknown): boolean {
  return typeof value === 'boolean';
}

/** Returns true for values that are only compared, never shown, and may contain any storable characters. */
const isCompared = (route: string, field: string) =>
  /password/i.test(field) || (field === 'email' && route === 'POST /api/auth/login');

/**
 * Returns the invalid texts for a field. Any text is a valid attempt at a security check and uses it up; the reason
 * for a no may be empty.
 */
function wrongTextsFor(route: string, field: string): readonly string[] {
  if (field === 'reason' && route.includes('/agreements/')) return wrongTexts.filter((text) => text !== '');
  if (field === 'captchaAnswer') return wrongTexts.filter((text) => text.length === 0 || text.length > 20);
  return wrongTexts.filter((text) => !isCompared(route, field) || !/[\u202E\u2066]/.test(text));
}

const json = { 'content-type': 'application/json' };

/** Returns every invalid variant of a valid call. */
function wrongCalls(route: string): Call[] {
  const good = goodCallOf(route);
  const body = good.body as Body | undefined;
  const raw = (text: string): Call => ({ ...good, body: text, headers: json });
  return [
    ...unknownFields.map((extra) => ({ ...good, body: { ...body, ...extra, extra: 1 } })),
    ...noBodies.map(raw),
    ...brokenBodies.map(raw),
    { ...good, body: JSON.stringify(body ?? {}), headers: { 'content-type': 'text/plain' } },
    { ...good, body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { ...good, body: { ...body, extra: 'x'.repeat(70_000) } },
    { ...good, url: `${good.url}?extra=1` },
    { ...good, url: `${good.url}?__proto__=1` },
    ...wrongBodies(route, body ?? {}).map((wrong) => ({ ...good, body: wrong })),
    ...(route.includes(':id') ? wrongIds.map((id) => goodCallOf(route, id)) : []),
  ];
}

/** Returns the valid body with one field at a time, nested ones included, replaced by a wrong type or text. */
function wrongBodies(route: string, body: Body): Body[] {
  return Object.entries(body).flatMap(([field, right]) => {
    const types = wrongTypes.filter((value) => !otherwiseRight[field]?.(value, route));
    const texts = typeof right === 'string' ? wrongTextsFor(route, field) : [];
    const within = typeof right === 'object' && right !== null ? wrongBodies(route, right as Body) : [];
    return [...types, ...texts, ...within].map((value) => ({ ...body, [field]: value }));
  });
}

describe('every route that writes', () => {
  it('refuses every kind of invalid input with a reason, and changes no row', async () => {
    const before = await tableContents(test);
    let asked = 0;
    for (const route of writing) {
      for (const call of wrongCalls(route)) {
        const response = await test.call(call);
        const said = `${route} ${call.url} ${JSON.stringify(call.body)?.slice(0, 200)} → ${response.body}`;
        expect(response.statusCode, said).toBeGreaterThanOrEqual(400);
        expect(response.statusCode, said).toBeLessThan(500);
        expect(response.json<Problem>().requestId, said).toBeTruthy();
        asked += 1;
      }
    }
    expect(await tableContents(test)).toEqual(before);
    expect(asked).toBeGreaterThan(800);
  });
});

describe('the address of any route', () => {
  it('filled with any values causes no 5xx and no change', async () => {
    const before = await tableContents(test);
    const nonsense = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom(...wrongIds));
    const property = fc.asyncProperty(fc.constantFrom(...writing), nonsense, async (route, text) => {
      if (!route.includes(':id')) return;
      const response = await test.call(goodCallOf(route, encodeURIComponent(text.toWellFormed()) || '%20'));
      expect(response.statusCode, `${route} ${text}`).toBeGreaterThanOrEqual(400);
      expect(response.statusCode, `${route} ${text}`).toBeLessThan(500);
    });
    await fc.assert(property, { seed: 11, numRuns: 200 });
    expect(await tableContents(test)).toEqual(before);
  });
});
