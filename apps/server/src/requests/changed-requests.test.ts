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

function setStatus(id: string, teacher: TestTeacher, status: string) {
  return test.call({
    method: 'PATCH',
    url: `/api/requests/${id}/status`,
    body: { status },
    token: teacher.token,
  });
}

describe('a completed request', () => {
  const profileOf = async (teacher: TestTeacher) =>
    (await test.call({ url: '/api/auth/profile', token: teacher.token })).json();
  const complete = async (teacher: TestTeacher, id: string, newPosting?: object) => {
    await setStatus(id, teacher, 'pending');
    return test.call({
      method: 'PATCH',
      url: `/api/requests/${id}/status`,
      body: { status: 'completed', ...(newPosting ? { newPosting } : {}) },
      token: teacher.token,
    });
  };

  it('moves its teacher to the desired block, withdraws requests for that place and updates the others', async () => {
    const teacher = await registerTeacher(test);
    const { request } = await postRequest(test, teacher, { desiredBlock: 'Bihta' });
    const fulfilled = await postRequest(test, teacher, { desiredBlock: 'Any block' });
    const other = await postRequest(test, teacher, { desiredDistrict: 'Saran', desiredBlock: 'Amnour' });
    expect((await complete(teacher, request._id)).statusCode).toBe(200);
    expect(await profileOf(teacher)).toMatchObject({ district: 'Patna', postingBlock: 'Bihta' });
    const my = await test.call({ url: '/api/requests/my', token: teacher.token });
    const states = my
      .json<{ requests: TransferRequest[] }>()
      .requests.map(({ _id, status, user }) => [_id, status, user.postingBlock]);
    expect(states).toEqual([
      [other.request._id, 'active', 'Bihta'],
      [fulfilled.request._id, 'withdrawn', 'Bihta'],
      [request._id, 'completed', 'Bihta'],
    ]);
  });

  it('moves its teacher to the posting that the teacher states, if the request was for any block', async () => {
    const teacher = await registerTeacher(test);
    const { request } = await postRequest(test, teacher, { desiredBlock: 'Any block' });
    const newPosting = {
      district: 'Patna',
      postingBlock: 'Barh',
      schoolName: 'Utkramit Madhya Vidyalaya, Barh',
    };
    expect((await complete(teacher, request._id, newPosting)).statusCode).toBe(200);
    expect(await profileOf(teacher)).toMatchObject({
      district: 'Patna',
      postingBlock: 'Barh',
      schoolName: newPosting.schoolName,
    });
  });

  it.each([
    [{ status: 'completed', newPosting: { district: 'Patna', postingBlock: 'Bodh Gaya' } }],
    [{ status: 'completed', newPosting: { district: 'Patna', postingBlock: 'Any block' } }],
    [{ status: 'withdrawn', newPosting: { district: 'Patna', postingBlock: 'Barh' } }],
    [{ status: 'completed', newPosting: null }],
  ])('refuses %j and does not move its teacher', async (body) => {
    const teacher = await registerTeacher(test);
    const { request } = await postRequest(test, teacher);
    await setStatus(request._id, teacher, 'pending');
    const url = `/api/requests/${request._id}/status`;
    expect((await test.call({ method: 'PATCH', url, body, token: teacher.token })).statusCode).toBe(400);
    expect(await profileOf(teacher)).toMatchObject({ district: 'Gaya', postingBlock: 'Bodh Gaya' });
  });
});

describe('an edit of a request', () => {
  const edit = (teacher: TestTeacher, id: string, body: object) =>
    test.call({ method: 'PATCH', url: `/api/requests/${id}`, body, token: teacher.token });

  it('changes the given fields only, and with them the matches of the request', async () => {
    const teacher = await registerTeacher(test, { subject: 'Sanskrit' });
    const { request } = await postRequest(test, teacher, { subject: 'Sanskrit', desiredBlock: 'Bihta' });
    const other = await registerTeacher(test, {
      subject: 'Sanskrit',
      district: 'Saran',
      postingBlock: 'Amnour',
    });
    const response = await edit(teacher, request._id, {
      desiredDistrict: 'Saran',
      desiredBlock: 'Amnour',
      reason: 'A new reason',
    });
    expect(response.json<{ data: { request: TransferRequest } }>().data.request).toEqual({
      ...request,
      desiredDistrict: 'Saran',
      desiredBlock: 'Amnour',
      reason: 'A new reason',
    });
    const matches = await test.call({ url: `/api/requests/${request._id}/matches`, token: teacher.token });
    expect(matches.json().matches.map(({ user }) => user._id)).toEqual([other.user._id]);
  });

  it.each([
    [{ desiredDistrict: 'Saran' }, 'desiredBlock'],
    [{ desiredDistrict: 'Gaya', desiredBlock: 'Bodh Gaya' }, 'desiredBlock'],
    [{ reason: '' }, 'reason'],
    [{ subject: 'Maths & Science (6-8)', classRange: '11-12' }, 'classRange'],
    [{ status: 'completed' }, 'status'],
  ])('refuses %j at its field and changes nothing', async (body, field) => {
    const teacher = await registerTeacher(test);
    const { request } = await postRequest(test, teacher);
    const response = await edit(teacher, request._id, body);
    expect([response.statusCode, Object.keys(response.json<Problem>().fields ?? {})]).toEqual([400, [field]]);
    const my = await test.call({ url: '/api/requests/my', token: teacher.token });
    expect(my.json().requests).toEqual([request]);
  });

  it('is refused if another own request has the same wish, and if the request is not active', async () => {
    const teacher = await registerTeacher(test);
    const { request } = await postRequest(test, teacher, { desiredBlock: 'Bihta' });
    await postRequest(test, teacher, { desiredBlock: 'Barh' });
    expect((await edit(teacher, request._id, { desiredBlock: 'Barh' })).statusCode).toBe(409);
    await setStatus(request._id, teacher, 'withdrawn');
    expect((await edit(teacher, request._id, { reason: 'Another' })).statusCode).toBe(409);
  });
});
