import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdministrator, postRequest, registerTeacher, type TestTeacher } from '../testing/factories.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let teacher: TestTeacher;

beforeAll(async () => {
  test = await startTestApp();
  teacher = await registerTeacher(test);
});
afterAll(() => test.close());

it('a list links to its first, previous, next and last page', async () => {
  for (const desiredBlock of ['Danapur', 'Bihta', 'Maner'])
    await postRequest(test, teacher, { desiredBlock });
  const list = await test.call({ url: '/api/requests/public?page=2&limit=1&district=Patna' });
  const linked = (page: number) => `</api/requests/public?page=${page}&limit=1&district=Patna>`;
  expect(list.headers.link).toBe(
    `${linked(1)}; rel="first", ${linked(1)}; rel="prev", ${linked(3)}; rel="next", ${linked(3)}; rel="last"`,
  );
  const beyond = await test.call({ url: '/api/requests/public?page=9&limit=1' });
  expect(beyond.headers.link).toContain('page=3&limit=1>; rel="prev"');
  expect(beyond.headers.link).not.toContain('next');
});

it('401 names the scheme to authenticate with', async () => {
  const refused = await test.call({ url: '/api/requests/my' });
  expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, 'Bearer']);
});

it('a file carries no ETag', async () => {
  const { token } = await makeAdministrator(test);
  const file = await test.call({ url: '/api/admin/users.csv', token });
  expect([file.statusCode, file.headers.etag]).toEqual([200, undefined]);
  const { etag } = (await test.call({ url: '/api/auth/export', token })).headers;
  expect(etag).toBeUndefined();
});

it('a response to a change has no ETag of its content', async () => {
  const { user } = await registerTeacher(test);
  const blocked = await test.call({ method: 'PUT', url: `/api/blocks/${user._id}`, token: teacher.token });
  expect([blocked.statusCode, blocked.headers.etag]).toEqual([200, undefined]);
});
