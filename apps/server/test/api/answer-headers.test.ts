import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdministrator, registerTeacher, type TestTeacher } from '../testing/factories.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let teacher: TestTeacher;

beforeAll(async () => {
  test = await startTestApp();
  teacher = await registerTeacher(test);
});
afterAll(() => test.close());

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
