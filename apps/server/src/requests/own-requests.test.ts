import type { Problem } from '@mutual-transfer/domain/problem';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postRequest, registerTeacher, type TestTeacher } from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const everythingHidden = { hideName: true, hidePhone: true, hideEmail: true, hideSchoolName: true };

function setStatus(id: string, teacher: TestTeacher, status: string) {
  return test.call({
    method: 'PATCH',
    url: `/api/requests/${id}/status`,
    body: { status },
    token: teacher.token,
  });
}

async function publicIds(): Promise<string[]> {
  const response = await test.call({ url: '/api/requests/public?limit=20' });
  return response.json().requests.map((request) => request._id);
}

describe('privacy of a request', () => {
  it('is replaced as a whole, and applies to all requests of the teacher at once', async () => {
    const teacher = await registerTeacher(test, { name: 'Lalita Kumari' });
    const first = await postRequest(test, teacher, { desiredBlock: 'Bihta' });
    await postRequest(test, teacher, { desiredBlock: 'Barh' });
    const response = await test.call({
      method: 'PUT',
      url: `/api/requests/${first.request._id}/privacy`,
      body: { privacySettings: everythingHidden },
      token: teacher.token,
    });
    expect(response.json<{ data: { request: TransferRequest } }>().data.request.privacySettings).toEqual(
      everythingHidden,
    );
    const list = await test.call({ url: '/api/requests/public?limit=20' });
    const names = list.json().requests.map(({ user }) => user.name);
    expect(names).toEqual(['Hidden', 'Hidden']);
    const found = await test.call({ url: '/api/requests/public?search=Lalita' });
    expect(found.json().pagination.total).toBe(0);
  });

  it.each([
    [{ privacySettings: { ...everythingHidden, hidePhone: null } }],
    [{ privacySettings: { hideName: true } }],
    [{ privacySettings: { ...everythingHidden, hideAge: true } }],
    [{}],
    [{ privacySettings: everythingHidden, status: 'completed' }],
  ])('refuses %j and changes nothing', async (body) => {
    const teacher = await registerTeacher(test);
    const { request } = await postRequest(test, teacher);
    const url = `/api/requests/${request._id}/privacy`;
    expect((await test.call({ method: 'PUT', url, body, token: teacher.token })).statusCode).toBe(400);
    const my = await test.call({ url: '/api/requests/my', token: teacher.token });
    expect(my.json().requests).toEqual([request]);
  });
});

describe('the status of a request', () => {
  it('changes by the steps that are allowed to its owner only', async () => {
    const teacher = await registerTeacher(test);
    const { request } = await postRequest(test, teacher);
    const steps = [
      ['completed', 409],
      ['active', 200],
      ['expired', 409],
      ['pending', 200],
      ['active', 200],
      ['withdrawn', 200],
      ['pending', 409],
      ['active', 200],
      ['pending', 200],
      ['completed', 200],
      ['active', 409],
      ['withdrawn', 409],
      ['moved', 400],
    ] as const;
    for (const [status, expected] of steps) {
      expect((await setStatus(request._id, teacher, status)).statusCode, status).toBe(expected);
    }
    expect(await publicIds()).not.toContain(request._id);
  });

  it('`pending` removes a request from lists and matches, except the owner’s lists', async () => {
    const subject = 'Geography';
    const teacher = await registerTeacher(test, { subject });
    const other = await registerTeacher(test, {
      subject,
      district: 'Patna',
      postingBlock: 'Danapur',
      desiredDistrict: 'Gaya',
      desiredBlock: 'Bodh Gaya',
    });
    const { request } = await postRequest(test, teacher, { subject });
    const theirs = await postRequest(test, other, {
      subject,
      desiredDistrict: 'Gaya',
      desiredBlock: 'Bodh Gaya',
    });
    expect(theirs.total).toBe(1);
    await setStatus(request._id, teacher, 'pending');
    expect(await publicIds()).not.toContain(request._id);
    const matches = await test.call({
      url: `/api/requests/${theirs.request._id}/matches`,
      token: other.token,
    });
    expect(matches.json()).toMatchObject({ matches: [], total: 0 });
    const ids = async (token: string) => {
      const list = await test.call({ url: '/api/requests?limit=100', token });
      return list.json().requests.map(({ _id }) => _id);
    };
    expect(await ids(teacher.token)).toContain(request._id);
    expect(await ids(other.token)).not.toContain(request._id);
  });

  it('`active` is refused for a second request with the same wish, and for a sixth active request', async () => {
    const teacher = await registerTeacher(test);
    const { request } = await postRequest(test, teacher);
    await setStatus(request._id, teacher, 'withdrawn');
    const second = await postRequest(test, teacher);
    const back = await setStatus(request._id, teacher, 'active');
    expect([back.statusCode, back.json<Problem>().code]).toEqual([409, 'request_duplicate']);
    await setStatus(second.request._id, teacher, 'withdrawn');
    for (const desiredBlock of ['Any block', 'Bihta', 'Barh', 'Fatuha', 'Maner']) {
      await postRequest(test, teacher, { desiredBlock });
    }
    expect((await setStatus(request._id, teacher, 'active')).json<Problem>().code).toBe(
      'too_many_requests_active',
    );
  });

  it('allows a renewal of an active request, which postpones the expiry, but not of a withdrawn one', async () => {
    const teacher = await registerTeacher(test);
    const { request } = await postRequest(test, teacher);
    test.clock.now = new Date(test.clock.now.getTime() + 3 * 86_400_000);
    const url = `/api/requests/${request._id}/renewal`;
    const renewed = await test.call({ method: 'POST', url, token: teacher.token });
    const { expiresAt } = renewed.json<{ data: { request: TransferRequest } }>().data.request;
    expect(Date.parse(expiresAt) - Date.parse(request.expiresAt)).toBeGreaterThanOrEqual(3 * 86_400_000);
    await setStatus(request._id, teacher, 'withdrawn');
    expect((await test.call({ method: 'POST', url, token: teacher.token })).statusCode).toBe(409);
  });
});

describe('deleting a request', () => {
  it('removes the request from every list at once, and succeeds once for concurrent calls', async () => {
    const teacher = await registerTeacher(test);
    const { request } = await postRequest(test, teacher);
    const remove = () =>
      test.call({ method: 'DELETE', url: `/api/requests/${request._id}`, token: teacher.token });
    const answers = await Promise.all([remove(), remove(), remove()]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 404, 404]);
    expect(await publicIds()).not.toContain(request._id);
    expect((await test.call({ url: '/api/requests/my', token: teacher.token })).json()).toMatchObject({
      requests: [],
    });
  });
});

describe('another teacher’s request', () => {
  it('cannot be read or changed by its id: calls answer 404', async () => {
    const owner = await registerTeacher(test);
    const stranger = await registerTeacher(test);
    const { request } = await postRequest(test, owner);
    const url = `/api/requests/${request._id}`;
    const calls = [
      { method: 'PUT', url: `${url}/privacy`, body: { privacySettings: everythingHidden } },
      { method: 'PATCH', url: `${url}/status`, body: { status: 'withdrawn' } },
      { method: 'POST', url: `${url}/renewal` },
      { method: 'DELETE', url },
      { method: 'GET', url: `${url}/matches` },
    ] as const;
    for (const call of calls) {
      expect((await test.call({ ...call, token: stranger.token })).statusCode, call.url).toBe(404);
    }
    const my = await test.call({ url: '/api/requests/my', token: owner.token });
    expect(my.json().requests).toEqual([request]);
  });
});

describe('the rank of a request', () => {
  it('is set by its owner, and the other requests keep their order', async () => {
    const teacher = await registerTeacher(test);
    const ids: string[] = [];
    for (const desiredBlock of ['Bihta', 'Barh', 'Danapur'])
      ids.push((await postRequest(test, teacher, { desiredBlock })).request._id);
    const [oldest = '', middle = '', newest = ''] = ids;
    const rank = (id: string, place: number, token = teacher.token) =>
      test.call({ method: 'PUT', url: `/api/requests/${id}/rank`, body: { rank: place }, token });
    const ranked = async () => {
      const response = await test.call({ url: '/api/requests/my', token: teacher.token });
      const { requests } = response.json();
      return requests.toSorted((one, other) => (one.rank ?? 9) - (other.rank ?? 9)).map(({ _id }) => _id);
    };
    expect((await rank(oldest, 1)).json().data.request.rank).toBe(1);
    expect(await ranked()).toEqual([oldest, newest, middle]);
    await rank(oldest, 2);
    expect(await ranked()).toEqual([newest, oldest, middle]);
    await rank(newest, 5);
    expect(await ranked()).toEqual([oldest, middle, newest]);
    const stranger = await registerTeacher(test);
    expect((await rank(oldest, 1, stranger.token)).statusCode).toBe(404);
    await setStatus(middle, teacher, 'withdrawn');
    expect((await rank(middle, 1)).json<Problem>().code).toBe('status_step');
    for (const place of [0, 6, 1.5]) expect((await rank(oldest, place)).statusCode).toBe(400);
  });
});

it('without access a teacher can read, hide, withdraw and delete own requests, but needs to pay to open one again', async () => {
  const teacher = await registerTeacher(test);
  const { request } = await postRequest(test, teacher);
  const settings = (is_payment_required: boolean) =>
    test.database.db
      .updateTable('payment_settings')
      .set({ is_payment_required, payment_amount: 10 })
      .execute();
  await settings(true);
  try {
    const call = (method: 'GET' | 'PUT' | 'DELETE', url: string, body?: object) =>
      test.call({ method, url, token: teacher.token, ...(body ? { body } : {}) });
    const url = `/api/requests/${request._id}`;
    const abilities = async () =>
      (await call('GET', '/api/requests/my')).json<{ requests: TransferRequest[] }>().requests[0]?.can;
    expect(await abilities()).toMatchObject({
      changeStatusTo: ['pending', 'withdrawn'],
      renew: false,
      edit: false,
    });
    expect((await call('PUT', `${url}/privacy`, { privacySettings: everythingHidden })).statusCode).toBe(200);
    expect((await setStatus(request._id, teacher, 'withdrawn')).statusCode).toBe(200);
    expect(await abilities()).toMatchObject({ changeStatusTo: [], renew: false, edit: false });
    expect((await setStatus(request._id, teacher, 'active')).statusCode).toBe(402);
    expect((await call('DELETE', url)).statusCode).toBe(200);
  } finally {
    await settings(false);
  }
});

it('posting and deleting a further request does not write the row of the account', async () => {
  const writerOfAccount = async () => {
    const text = 'select xmin::text as writer from users where id = $1';
    return (await test.database.pool.query(text, [teacher.user._id])).rows;
  };
  const teacher = await registerTeacher(test);
  await postRequest(test, teacher, { desiredBlock: 'Bihta' });
  const writer = await writerOfAccount();
  const { request } = await postRequest(test, teacher, { desiredBlock: 'Barh' });
  const url = `/api/requests/${request._id}`;
  const { statusCode } = await test.call({ method: 'DELETE', url, token: teacher.token });
  expect([statusCode, await writerOfAccount()]).toEqual([200, writer]);
});
