import type { RequestList } from '@mutual-transfer/domain/transfer-request';
import type { CompiledQuery, Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import type { Database } from '../database/schema.ts';
import { loadDemo } from '../demo/load-demo.ts';
import { findPage } from './requests.queries.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
  const options = { seed: 5, teachers: 20_000, now: test.clock.now, passwordHash: 'none' };
  await loadDemo(test.database.pool, { ...options, preset: 'showcase' });
});
afterAll(() => test.close());

/** Explains what it is asked, and answers it. */
function explaining(db: Kysely<Database>, plans: string[]): Kysely<Database> {
  const executeQuery = async (query: CompiledQuery) => {
    const explained = await db.executeQuery<{ 'QUERY PLAN': string }>({
      ...query,
      sql: `explain (analyze, costs off, timing off, summary off, buffers off) ${query.sql}`,
    });
    plans.push(explained.rows.map((row) => row['QUERY PLAN']).join('\n'));
    return db.executeQuery(query);
  };
  return new Proxy(db, {
    get(target, name) {
      if (name === 'executeQuery') return executeQuery;
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

const many = 10_000;

it.each([
  [{}, 1],
  [{}, 90],
  [{ district: 'Patna' }, 1],
  [{ district: 'Patna', block: 'Danapur' }, 1],
  [{ fromDistrict: 'Gaya' }, 3],
  [{ subject: 'Hindi' }, 1],
  [{ subject: 'Hindi', classRange: '1-5' }, 1],
  [{ classRange: '1-5' }, 1],
  [{ urgency: 'high' }, 1],
])('page of %j, number %i, is walked to in an index, without sorting the list', async (filters, page) => {
  const plans: string[] = [];
  const db = explaining(test.database.db, plans);
  const { rows } = await findPage(db, { ...filters, page, limit: 20 }, { ownerId: undefined }, many);
  expect(rows.length).toBeGreaterThan(0);
  expect(plans).toHaveLength(1);
  expect(plans[0]).toMatch(/Index (Only )?Scan using requests_listed/);
  expect(plans[0]).not.toMatch(/Seq Scan on requests/);
  // What is passed on the walk to the page is the page and what stands before it.
  const walked = /Scan using requests_listed\w* on requests.*rows=(\d+)/.exec(plans[0] ?? '')?.[1];
  expect(Number(walked)).toBeLessThanOrEqual(page * 20);
});

it('of more than 10,000 requests each can be paged to, and a page past the end says how many there are', async () => {
  const { rows } = await test.database.pool.query<{ total: number }>(
    'select count(*)::int as total from requests where listed',
  );
  const total = rows[0]?.total ?? 0;
  const pages = Math.ceil(total / 20);
  expect(total).toBeGreaterThan(10_000);
  const ask = async (page: number) => {
    const response = await test.call({ url: `/api/requests/public?limit=20&page=${page}` });
    return response.json<RequestList>();
  };
  const [before, last, past] = [await ask(pages - 1), await ask(pages), await ask(pages + 1)];
  for (const { pagination } of [before, last, past])
    expect(pagination).toMatchObject({ total, pages, totalIsExact: true });
  expect(past.requests).toEqual([]);
  const ids = [...before.requests, ...last.requests].map(({ _id }) => _id);
  expect(new Set(ids).size).toBe(20 + (total - (pages - 1) * 20));
});
