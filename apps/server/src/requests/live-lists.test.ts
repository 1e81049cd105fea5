import { nothingHidden } from '@mutual-transfer/domain/requests/transfer-request';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postRequest, registerTeacher, type TestTeacher } from '../../test/testing/factories.ts';
import { plainList } from '../../test/testing/plain-lists.ts';
import { type Call, joinTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { startTwoServers, type TwoServers } from '../../test/testing/two-servers.ts';
import { loadDemo } from '../demo/load-demo.ts';
import { anonymous } from '../platform/sessions.ts';
import { findList } from './lists.ts';

/** Two server processes on one database. */
let first: TestApp;
let second: TestApp;
let whileBehind: TwoServers['whileBehind'];
let close: TwoServers['close'];

beforeAll(async () => {
  ({ first, second, whileBehind, close } = await startTwoServers());
});
afterAll(() => close());

interface ListQuery {
  on: TestApp;
  search: string;
}

/** Returns the number of requests that a search of a visitor on that server finds. */
async function find({ on, search }: ListQuery): Promise<number> {
  const response = await on.call({ url: `/api/requests/public?search=${search.replaceAll(' ', '+')}` });
  const { requests, pagination } = response.json();
  expect(requests).toHaveLength(pagination.total);
  return pagination.total;
}

/** Writes of a teacher through the first server, with a search and its number of results afterwards. */
const writes: readonly [string, (teacher: TestTeacher, id: string) => Call, search: string, found: number][] =
  [
    [
      'an edit',
      (_teacher, id) => ({
        method: 'PATCH',
        url: `/api/requests/${id}`,
        body: { reason: 'Nearer to the orchards' },
      }),
      'aparajita orchards',
      1,
    ],
    [
      'a changed urgency',
      (_teacher, id) => ({ method: 'PATCH', url: `/api/requests/${id}`, body: { urgency: 'high' } }),
      'aparajita&urgency=high',
      1,
    ],
    [
      'a hidden name',
      () => ({
        method: 'PUT',
        url: '/api/auth/privacy',
        body: { privacySettings: { ...nothingHidden, hideName: true } },
      }),
      'aparajita',
      0,
    ],
    [
      'a withdrawal',
      (_teacher, id) => ({
        method: 'PATCH',
        url: `/api/requests/${id}/status`,
        body: { status: 'withdrawn' },
      }),
      'aparajita',
      0,
    ],
    ['a deletion', (_teacher, id) => ({ method: 'DELETE', url: `/api/requests/${id}` }), 'aparajita', 0],
  ];

it.each(writes)(
  '%s through a server is in its lists at once, and in those of another server by following',
  async (_what, write, search, found) => {
    const teacher = await registerTeacher(first, { name: 'Aparajita Vats' });
    const { request } = await postRequest(first, teacher);
    expect(await find({ on: first, search: 'aparajita' })).toBe(1);
    await expect.poll(() => find({ on: second, search: 'aparajita' })).toBe(1);
    const { statusCode } = await first.call({ ...write(teacher, request._id), token: teacher.token });
    expect([200, 204]).toContain(statusCode);
    expect(await find({ on: first, search })).toBe(found);
    await expect.poll(() => find({ on: second, search })).toBe(found);
    await first.call({ method: 'DELETE', url: `/api/requests/${request._id}`, token: teacher.token });
    await second.graph.caughtUp();
  },
);

it('only writes that change an offer or a listed request wait for the index', async () => {
  let shown = 0;
  const showWrite = async () => {
    shown += 1;
  };
  const noting = await joinTestApp(first, { graph: { ...first.graph, showWrite } });
  const shownBy = async (call: () => Promise<unknown>) => {
    shown = 0;
    await call();
    return shown;
  };
  const teacher = await registerTeacher(noting);
  const { token } = teacher;
  const writing = (method: 'PUT' | 'PATCH', url: string, body: object) => () =>
    noting.call({ method, url, body, token });
  const hiding = { privacySettings: { ...nothingHidden, hidePhone: true } };
  expect(await shownBy(() => postRequest(noting, teacher))).toBe(1);
  expect(await shownBy(writing('PUT', '/api/auth/profile', { schoolName: 'Another School' }))).toBe(1);
  expect(await shownBy(writing('PUT', '/api/auth/profile', { schoolName: 'Another School' }))).toBe(0);
  expect(await shownBy(writing('PUT', '/api/auth/privacy', hiding))).toBe(0);
  expect(await shownBy(() => noting.call({ method: 'POST', url: '/api/auth/login', body: {} }))).toBe(0);
  expect(await shownBy(() => noting.call({ url: '/api/requests/public' }))).toBe(0);
  await noting.close();
});

it('a write is answered although the server cannot read changes', async () => {
  const teacher = await registerTeacher(first, { name: 'Vasundhara Nirala' });
  await whileBehind(
    (through) => postRequest(through, teacher),
    async () => {},
  );
  await expect.poll(() => find({ on: second, search: 'vasundhara' })).toBe(1);
});

it('a request that was just deleted on one server is not found on another', async () => {
  const teacher = await registerTeacher(first, { name: 'Hansraj Vimal' });
  const { request } = await postRequest(first, teacher);
  await second.graph.caughtUp();
  const url = `/api/requests/${request._id}`;
  expect((await first.call({ method: 'DELETE', url, token: teacher.token })).statusCode).toBe(200);
  expect(await find({ on: second, search: 'hansraj' })).toBe(0);
});

it('lists equal plain queries after a bulk import and after changes', async () => {
  const options = { seed: 9, teachers: 1_500, now: first.clock.now, passwordHash: 'none' };
  await loadDemo(first.database.pool, { ...options, preset: 'showcase' });
  const { db, pool } = first.database;
  const lists = { db, graph: second.graph };
  for (const change of changes) {
    await pool.query(change);
    await second.graph.caughtUp();
    for (const filters of [
      {},
      { search: 'kumar' },
      { search: 'papa' },
      { search: 'p', urgency: 'high' },
      { district: 'Patna' },
    ] as const) {
      const query = { ...filters, page: 2, limit: 20 };
      const found = await findList(lists, query, anonymous);
      const plain = await plainList(db, query);
      expect(found.total).toBe(plain.total);
      expect(found.rows.map(({ id }) => id)).toEqual(plain.ids);
    }
  }
});

/** Changes that jobs, other versions of the product or operators may make. */
const changes = [
  "update requests set status = 'expired' where status = 'active' and hashtext(id::text) % 7 = 0",
  "update requests set status = 'active' where status = 'expired' and hashtext(id::text) % 14 = 0",
  "update requests set search = array_to_tsvector(array['kumarila', 'papa']) where hashtext(id::text) % 11 = 0",
  'update requests set stands_back = not stands_back where hashtext(id::text) % 5 = 0 and listed',
  'delete from users where id in (select user_id from requests where hashtext(id::text) % 13 = 0)',
  "update requests set urgency = 'high'",
];

it('the pages of a list together contain each request once', async () => {
  await first.graph.caughtUp();
  const page = async (number: number) => {
    const response = await first.call({ url: `/api/requests/public?limit=20&page=${number}` });
    return response.json();
  };
  const { pagination } = await page(1);
  const pages = await Promise.all(Array.from({ length: pagination.pages }, (_, index) => page(index + 1)));
  const ids = pages.flatMap(({ requests }) => requests.map(({ _id }) => _id));
  expect(pagination.total).toBeGreaterThan(500);
  expect([ids.length, new Set(ids).size]).toEqual([pagination.total, pagination.total]);
  expect((await page(pagination.pages + 1)).requests).toEqual([]);
});
