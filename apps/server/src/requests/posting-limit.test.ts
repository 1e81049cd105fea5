import type { Problem } from '@mutual-transfer/domain/problem';
import { nothingHidden } from '@mutual-transfer/domain/requests/transfer-request';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postRequest, registerTeacher, requestOf, type TestTeacher } from '../../test/testing/factories.ts';
import { startLimitedApp } from '../../test/testing/limited-app.ts';
import type { TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;
let teacher: TestTeacher;

beforeAll(async () => {
  test = await startLimitedApp();
  teacher = await registerTeacher(test);
});
afterAll(() => test.close());

const post = () =>
  test.call({ method: 'POST', url: '/api/requests', body: requestOf(), token: teacher.token });

it('posting is limited to twenty times a day even if requests are deleted, and the refusal has a retry time', async () => {
  for (let number = 0; number < 20; number++) {
    const { request } = await postRequest(test, teacher);
    // A refused request does not count. Once the limit is reached, a request is refused before it is checked.
    expect((await post()).statusCode).toBe(number < 19 ? 409 : 429);
    const url = `/api/requests/${request._id}`;
    expect((await test.call({ method: 'DELETE', url, token: teacher.token })).statusCode).toBe(200);
  }
  const answer = await post();
  expect([answer.statusCode, answer.json<Problem>().code]).toEqual([429, 'posting_limit']);
  expect(answer.json<Problem>().message).toMatch(
    /^You can post or change requests 20 times a day. Please wait (1 day|\d+ hours)/,
  );
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(86_000);
});

it('a request with a refused text counts as a posted request', async () => {
  const writer = await registerTeacher(test);
  const send = () => {
    const body = requestOf({ reason: 'Call 98765 43211' });
    return test.call({ method: 'POST', url: '/api/requests', body, token: writer.token });
  };
  for (let number = 0; number < 20; number++) expect((await send()).statusCode).toBe(400);
  expect((await send()).statusCode).toBe(429);
});

it('a call that posts several requests counts several times', async () => {
  const wisher = await registerTeacher(test);
  const places = ['Bihta', 'Barh', 'Fatuha', 'Maner'].map((desiredBlock) => ({
    desiredDistrict: 'Patna',
    desiredBlock,
  }));
  const postFive = () => {
    const body = requestOf({ alsoAcceptable: places });
    return test.call({ method: 'POST', url: '/api/requests', body, token: wisher.token });
  };
  for (let round = 0; round < 4; round++) {
    expect((await postFive()).statusCode).toBe(201);
    await test.database.db.deleteFrom('requests').where('user_id', '=', wisher.user._id).execute();
  }
  expect((await postFive()).statusCode).toBe(429);
});

it('changing the subject in the profile counts as posting', async () => {
  const mover = await registerTeacher(test);
  const change = (body: object) =>
    test.call({ method: 'PUT', url: '/api/auth/profile', body, token: mover.token });
  for (let number = 0; number < 20; number++) {
    const subject = number % 2 === 0 ? 'Science' : 'Mathematics';
    expect((await change({ subject })).statusCode).toBe(200);
  }
  const answer = await change({ subject: 'Science' });
  expect([answer.statusCode, answer.json<Problem>().code]).toEqual([429, 'posting_limit']);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(86_000);
  expect((await change({ schoolName: 'Utkramit Madhya Vidyalaya' })).statusCode).toBe(200);
});

it('changing name or school is limited to twenty times a day, and the refusal has a retry time', async () => {
  const renamed = await registerTeacher(test);
  const change = (body: object) =>
    test.call({ method: 'PUT', url: '/api/auth/profile', body, token: renamed.token });
  for (let number = 0; number < 20; number++) {
    const body =
      number % 2 === 0
        ? { name: `Asha Devi ${'ABCDEFGHIJKLMNOPQRST'[number]}` }
        : { schoolName: `School ${number}` };
    expect((await change(body)).statusCode).toBe(200);
  }
  // Neither a refused change nor a change without effect counts.
  expect((await change({ name: '' })).statusCode).toBe(400);
  expect((await change({ schoolName: 'School 19' })).statusCode).toBe(200);
  const answer = await change({ schoolName: 'School 20', subject: 'Science' });
  expect([answer.statusCode, answer.json<Problem>().code]).toEqual([429, 'rate_limited']);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(86_000);
  expect((await change({ subject: 'Science' })).statusCode).toBe(200);
});

it('showing hidden fields is limited to fifty times a day, and hiding them is not limited', async () => {
  const shy = await registerTeacher(test);
  const { request } = await postRequest(test, shy);
  const hide = (url: string, hideName: boolean) =>
    test.call({
      method: 'PUT',
      url,
      body: { privacySettings: { ...nothingHidden, hideName } },
      token: shy.token,
    });
  const [own, posted] = ['/api/auth/privacy', `/api/requests/${request._id}/privacy`] as const;
  for (let number = 0; number < 50; number++) {
    const url = number % 2 === 0 ? own : posted;
    for (const isHidden of [true, false]) expect((await hide(url, isHidden)).statusCode).toBe(200);
  }
  for (const url of [own, posted]) {
    expect((await hide(url, true)).statusCode).toBe(200);
    const answer = await hide(url, false);
    expect([answer.statusCode, answer.json<Problem>().code]).toEqual([429, 'rate_limited']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(86_000);
    expect((await hide(url, true)).statusCode).toBe(200);
  }
});

it('a partner is notified once of a teacher who posts and deletes repeatedly', async () => {
  const partner = await registerTeacher(test, {
    district: 'Patna',
    postingBlock: 'Danapur',
    desiredDistrict: 'Gaya',
    desiredBlock: 'Bodh Gaya',
  });
  await postRequest(test, partner, { desiredDistrict: 'Gaya', desiredBlock: 'Bodh Gaya' });
  const spammer = await registerTeacher(test);
  for (let number = 0; number < 3; number++) {
    const { request } = await postRequest(test, spammer);
    await test.settled();
    const url = `/api/requests/${request._id}`;
    await test.call({ method: 'DELETE', url, token: spammer.token });
  }
  const { rows } = await test.database.pool.query(
    "select 1 from alerts where kind = 'perfect_match' and to_user_id = $1 and about_user_id = $2",
    [partner.user._id, spammer.user._id],
  );
  expect(rows).toHaveLength(1);
});
