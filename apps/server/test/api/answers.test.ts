import { afterAll, beforeAll, expect, it } from 'vitest';
import { answers } from '../testing/answers.ts';
import { type Route, withRoutes } from '../testing/routes.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let routes: Route[];

beforeAll(async () => {
  ({ started: test, routes } = await withRoutes(() => startTestApp()));
});
afterAll(() => test.close());

it.each(Object.entries(answers))(
  'tests read the answers of %s by the schema of the route',
  (name, schema) => {
    const route = routes.find(({ method, url }) => `${method} ${url}` === name);
    expect(Object.values(route?.answers ?? {})).toContain(schema);
  },
);
