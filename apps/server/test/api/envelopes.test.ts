import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  makeAdministrator,
  PASSWORD,
  postRequest,
  registerTeacher,
  registrationOf,
  type TestTeacher,
} from '../testing/factories.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let teacher: TestTeacher;
let administrator: TestTeacher;
let requestId: string;

beforeAll(async () => {
  test = await startTestApp();
  teacher = await registerTeacher(test);
  administrator = await makeAdministrator(test);
  requestId = (await postRequest(test, teacher)).request._id;
});
afterAll(() => test.close());

const list = { page: 1, limit: 10, total: expect.any(Number), pages: expect.any(Number) };
const request = { _id: expect.any(String), user: expect.any(Object), status: 'active' };

it('created objects have the envelope of the specification', async () => {
  const body = await registrationOf(test);
  const registered = await test.call({ method: 'POST', url: '/api/auth/register', body });
  expect(registered.json()).toEqual({ token: expect.any(String), user: expect.any(Object) });
  const other = { ...registered.json(), password: PASSWORD };
  const posted = await postRequest(test, other, { desiredBlock: 'Bihta' });
  expect(posted).toMatchObject({ request, matches: expect.any(Array) });
  const privacySettings = { hideName: true, hidePhone: false, hideEmail: false, hideSchoolName: false };
  const url = `/api/requests/${posted.request._id}/privacy`;
  const hidden = await test.call({ method: 'PUT', url, body: { privacySettings }, token: other.token });
  expect(hidden.json()).toEqual({ data: { request: expect.objectContaining({ privacySettings }) } });
});

it.each([
  ['/api/auth/captcha', { token: expect.any(String), question: expect.any(String) }],
  ['/api/requests', { requests: [request, request], pagination: { ...list, total: 2, pages: 1 } }],
  [
    '/api/requests/public',
    { requests: [{ status: 'active' }, {}], pagination: { ...list, total: 2, pages: 1 } },
  ],
  ['/api/requests/my', { requests: [request] }],
  ['/api/alerts?includeHidden=true', { data: { alerts: [] } }],
  ['/api/auth/profile', { _id: expect.any(String), role: 'teacher' }],
  ['/api/payment/status', { isPaymentRequired: false, isPaid: false }],
  ['/api/payment/settings', { isPaymentRequired: false, paymentAmount: 10 }],
])('%s responds to a teacher in its envelope', async (url, envelope) => {
  const answer = await test.call({ url, token: teacher.token });
  expect(answer.json()).toMatchObject(envelope);
});

it('matches of a request respond with a list and its length', async () => {
  const answer = await test.call({ url: `/api/requests/${requestId}/matches`, token: teacher.token });
  expect(answer.json()).toMatchObject({ matches: expect.any(Array), total: expect.any(Number) });
});

it.each([
  ['/api/admin/users', { users: expect.any(Array), pagination: list }],
  ['/api/admin/paid-users', { users: expect.any(Array), pagination: list }],
  ['/api/admin/stats', { totalUsers: 2, activeRequests: 2, completedTransfers: 0 }],
  ['/api/admin/matches', { perfectMatches: [], potentialMatches: expect.any(Array) }],
])('%s responds to an administrator in its envelope', async (url, envelope) => {
  const answer = await test.call({ url, token: administrator.token });
  expect(answer.json()).toMatchObject(envelope);
});

it.each([
  ['GET', '/api/requests?colour=red', 400, 'validation_failed', ['colour']],
  ['POST', '/api/requests', 400, 'validation_failed', ['reason', 'additionalInfo', 'colour']],
  ['GET', '/api/requests/01900000-0000-7000-8000-000000000000', 404, 'not_found', []],
  ['POST', '/api/admin/impersonate/01900000-0000-7000-8000-000000000000', 403, 'forbidden', []],
] as const)(
  'a refused %s %s explains why, with a code and a sentence',
  async (method, url, status, code, fields) => {
    const body = method === 'POST' && url.endsWith('/requests') ? { colour: 'red' } : undefined;
    const answer = await test.call({ method, url, token: teacher.token, ...(body ? { body } : {}) });
    const problem = answer.json<{ fields?: Record<string, string> }>();
    expect([answer.statusCode, problem]).toEqual([
      status,
      expect.objectContaining({
        code,
        message: expect.stringMatching(/\w{3}.*\.$/),
        requestId: expect.any(String),
      }),
    ]);
    expect(Object.keys(problem.fields ?? {})).toEqual(expect.arrayContaining([...fields]));
  },
);
