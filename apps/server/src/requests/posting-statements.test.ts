import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerTeacher, requestOf } from '../../test/testing/factories.ts';
import { recordQueries } from '../../test/testing/noted-queries.ts';
import { joinTestApp, startTestApp, type TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;
let server: TestApp;
const queries: string[] = [];
let endPool: () => Promise<void>;

beforeAll(async () => {
  test = await startTestApp();
  const recorded = recordQueries(test, queries);
  server = await joinTestApp(test, recorded);
  endPool = () => recorded.pool.end();
});
afterAll(async () => {
  await server.close();
  await endPool();
  await test.close();
});

/** Returns the statements between `begin` and `commit` of the only transaction since the previous call. */
function transaction(): string[] {
  const begin = queries.indexOf('begin');
  const own = queries.slice(begin + 1, queries.indexOf('commit', begin));
  queries.length = 0;
  return own;
}

const locks = (statements: readonly string[]) => statements.filter((text) => /for no key update/.test(text));
const reads = (statements: readonly string[], table: string) =>
  statements.filter((text) => new RegExp(`^select \\* from "${table}"`).test(text));

it('posting takes one lock, and reads requests and offers once', async () => {
  const { token } = await registerTeacher(test);
  queries.length = 0;
  const posted = await server.call({ method: 'POST', url: '/api/requests', body: requestOf(), token });
  expect(posted.statusCode).toBe(201);
  const statements = transaction();
  expect(locks(statements)).toHaveLength(1);
  expect([reads(statements, 'requests'), reads(statements, 'offers')].map(({ length }) => length)).toEqual([
    1, 1,
  ]);
  expect(statements).toHaveLength(6);
  // Otherwise its announcement could be counted in the next test.
  await server.settled();
});

it('an announcement locks the request with one statement, and claims it with one', async () => {
  const { token } = await registerTeacher(test, { subject: 'Sanskrit' });
  queries.length = 0;
  const body = requestOf({ subject: 'Sanskrit' });
  await server.call({ method: 'POST', url: '/api/requests', body, token });
  await server.settled();
  expect(queries.filter((text) => /for key share/.test(text))).toHaveLength(1);
  expect(queries.filter((text) => /delete from offers_to_announce/.test(text))).toHaveLength(1);
  expect(await test.database.db.selectFrom('offers_to_announce').selectAll().execute()).toEqual([]);
  queries.length = 0;
});

it('deleting a request reads the account, its requests and its offers once', async () => {
  const { token } = await registerTeacher(test);
  const posted = await server.call({ method: 'POST', url: '/api/requests', body: requestOf(), token });
  await server.settled();
  const { _id } = posted.json().data.request;
  queries.length = 0;
  const url = `/api/requests/${_id}`;
  expect((await server.call({ method: 'DELETE', url, token })).statusCode).toBe(200);
  const statements = transaction();
  for (const table of ['users', 'requests', 'offers']) expect(reads(statements, table)).toHaveLength(1);
  expect(statements).toHaveLength(7);
});
