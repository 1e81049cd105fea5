import type { Problem } from '@mutual-transfer/domain/problem';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdministrator, type TestTeacher } from '../testing/factories.ts';
import { type Route, withRoutes } from '../testing/routes.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let routes: Route[];
let admin: TestTeacher;

beforeAll(async () => {
  ({ started: test, routes } = await withRoutes(() => startTestApp()));
  admin = await makeAdministrator(test);
});
afterAll(() => test.close());

it('every read refuses a query parameter that it does not have', async () => {
  const reads = routes.filter(({ method, url }) => method === 'GET' && url.startsWith('/api/'));
  const accepting: string[] = [];
  for (const { url } of reads) {
    const called = url.replace(':language', 'en').replace(':code', '648fk').replaceAll(/:\w+/g, newId());
    const response = await test.call({ url: `${called}?noSuchFilter=1`, token: admin.token });
    const isRefused = response.json<Problem>().fields?.noSuchFilter !== undefined;
    if (response.statusCode !== 400 || !isRefused) accepting.push(url);
  }
  expect(reads.length).toBeGreaterThan(70);
  expect(accepting).toEqual([]);
});
