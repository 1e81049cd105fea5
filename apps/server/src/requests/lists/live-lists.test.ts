import { nothingHidden, type RequestList } from '@mutual-transfer/domain/requests/transfer-request';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postRequest, registerTeacher, type TestTeacher } from '../../../test/testing/factories.ts';
import type { TestApp } from '../../../test/testing/test-app.ts';
import { startTwoServers, type TwoServers } from '../../../test/testing/two-servers.ts';
import { loadDemo } from '../../demo/load-demo.ts';
import { anonymous } from '../../sessions/viewer.ts';
import { findPage } from '../requests.queries.ts';
import { findList } from './find-list.ts';
import { conditionsOf } from './list-filters.ts';

/** Two server processes on one database. */
let first: TestApp;
let second: TestApp;
let stopFollowers: TwoServers['stopFollowers'];
let close: TwoServers['close'];

beforeAll(async () => {
  ({ first, second, stopFollowers, close } = await startTwoServers());
});
afterAll(() => close());

interface ListQuery {
  readonly on: TestApp;
  readonly search: string;
  readonly token?: string;
}

/** Returns the number of requests that a search on that server finds, for a visitor or for the session of a token. */
async function find({ on, search, token }: ListQuery): Promise<number> {
  const path = token === undefined ? '/api/requests/public' : '/api/requests';
  const url = `${path}?search=${encodeURIComponent(search)}`;
  const response = await on.call({ url, ...(token === undefined ? {} : { token }) });
  const { requests, pagination } = response.json<RequestList>();
  expect(requests).toHaveLength(pagination.total);
  return pagination.total;
}

const hideName = (through: TestApp, { token }: TestTeacher) =>
  through.call({
    method: 'PUT',
    url: '/api/auth/privacy',
    body: { privacySettings: { ...nothingHidden, hideName: true } },
    token,
  });

it('a teacher’s write is visible at once to the teacher on every server, and to visitors of the server that wrote it', async () => {
  const teacher = await registerTeacher(first, { name: 'Aparajita Vats' });
  await postRequest(first, teacher);
  expect(await find({ on: second, search: 'aparajita', token: teacher.token })).toBe(1);
  expect(await find({ on: first, search: 'aparajita' })).toBe(1);
  await expect.poll(() => find({ on: second, search: 'aparajita' })).toBe(1);
});

it('a name that was just hidden is not found on any server', async () => {
  const teacher = await registerTeacher(first, { name: 'Vasundhara Nirala' });
  await postRequest(first, teacher);
  await second.graph.caughtUp();
  expect(await find({ on: second, search: 'vasundhara' })).toBe(1);
  expect((await hideName(first, teacher)).statusCode).toBe(200);
  expect(await find({ on: second, search: 'vasundhara' })).toBe(0);
  expect(await find({ on: first, search: 'vasundhara' })).toBe(0);
});

it('a name that was just hidden is not counted by a server whose index is not updated', async () => {
  const teachers: TestTeacher[] = [];
  for (const _ of [1, 2, 3]) {
    const teacher = await registerTeacher(first, { name: 'Mandakini Suravi' });
    await postRequest(first, teacher);
    teachers.push(teacher);
  }
  await second.graph.caughtUp();
  const totalOnFirstPage = async () => {
    const response = await second.call({ url: '/api/requests/public?search=mandakini&limit=1' });
    return response.json<RequestList>().pagination.total;
  };
  expect(await totalOnFirstPage()).toBe(3);
  const lock = await stopFollowers();
  expect((await hideName(first, teachers[0] as TestTeacher)).statusCode).toBe(200);
  expect(await totalOnFirstPage()).toBe(2);
  await lock.release();
});

it('a request that was just deleted on one server is not found on another', async () => {
  const teacher = await registerTeacher(first, { name: 'Hansraj Vimal' });
  const { request } = await postRequest(first, teacher);
  await second.graph.caughtUp();
  const url = `/api/requests/${request._id}`;
  expect((await first.call({ method: 'DELETE', url, token: teacher.token })).statusCode).toBe(200);
  expect(await find({ on: second, search: 'hansraj' })).toBe(0);
});

it('lists are read from the database while the index cannot be updated', async () => {
  const teacher = await registerTeacher(first, { name: 'Chandrakala Rohit' });
  const lock = await stopFollowers();
  try {
    await postRequest(first, teacher);
    expect(await find({ on: first, search: 'chandrakala' })).toBe(1);
    expect(await find({ on: second, search: 'chandrakala', token: teacher.token })).toBe(1);
  } finally {
    await lock.release();
  }
  await first.graph.caughtUp();
  expect(await find({ on: first, search: 'chandrakala' })).toBe(1);
});

it('the index and the database return equal pages after a bulk import and after changes', async () => {
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
      const [found, plain] = [
        await findList(lists, query, anonymous),
        await findPage(db, conditionsOf(query), query, undefined),
      ];
      expect(found.total).toBe(plain.total);
      expect(found.rows.map(({ id }) => id)).toEqual(plain.rows.map(({ id }) => id));
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
  const page = async (number: number) => {
    const response = await first.call({ url: `/api/requests/public?limit=20&page=${number}` });
    return response.json<RequestList>();
  };
  const { pagination } = await page(1);
  const pages = await Promise.all(Array.from({ length: pagination.pages }, (_, index) => page(index + 1)));
  const ids = pages.flatMap(({ requests }) => requests.map(({ _id }) => _id));
  expect(pagination.total).toBeGreaterThan(500);
  expect([ids.length, new Set(ids).size]).toEqual([pagination.total, pagination.total]);
  expect((await page(pagination.pages + 1)).requests).toEqual([]);
});
