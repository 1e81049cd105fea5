import { afterAll, beforeAll, expect, it } from 'vitest';
import { postRequest, registerTeacher } from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('the list of own requests links the matches of the active ones as related, for a page to prefetch', async () => {
  const teacher = await registerTeacher(test);
  const own = async () => {
    const { headers } = await test.call({ url: '/api/requests/my', token: teacher.token });
    const links = String(headers.link).split(', ');
    return links.filter((link) => link.endsWith('rel="related"'));
  };
  expect(await own()).toEqual([]);
  const first = (await postRequest(test, teacher, { desiredBlock: 'Bihta' })).request._id;
  const second = (await postRequest(test, teacher, { desiredBlock: 'Barh' })).request._id;
  const related = (id: string) => `</api/requests/${id}/matches?limit=10>; rel="related"`;
  expect(await own()).toEqual([second, first].map(related));
  const body = { status: 'withdrawn' };
  const call = {
    method: 'PATCH',
    url: `/api/requests/${second}/status`,
    body,
    token: teacher.token,
  } as const;
  expect((await test.call(call)).statusCode).toBe(200);
  expect(await own()).toEqual([related(first)]);
});
