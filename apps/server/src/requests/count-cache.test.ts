import type { RequestList } from '@mutual-transfer/domain/transfer-request';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postRequest, registerTeacher } from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { loadDemo } from '../demo/load-demo.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
  const options = { seed: 4, teachers: 1_500, now: test.clock.now, passwordHash: 'none' };
  await loadDemo(test.database.pool, { ...options, preset: 'showcase' });
});
afterAll(() => test.close());

async function total(query = ''): Promise<number> {
  const response = await test.call({ url: `/api/requests/public?limit=1${query}` });
  return response.json<RequestList>().pagination.total;
}

/** Withdraws one request as another server would. */
async function withdrawElsewhere(): Promise<void> {
  await test.database.pool.query(`
    update requests set status = 'withdrawn' where id = (
      select id from requests where listed and desired_district = 'gaya' limit 1)`);
}

it('counts few anew for every reader, many again after five seconds, and after a write of its own at once', async () => {
  const [before, beforeInGaya] = [await total(), await total('&district=Gaya')];
  expect(before).toBeGreaterThan(1_000);
  expect(beforeInGaya).toBeLessThan(1_000);

  await withdrawElsewhere();
  expect([await total(), await total('&district=Gaya')]).toEqual([before, beforeInGaya - 1]);
  test.clock.now = new Date(test.clock.now.getTime() + 5_000);
  expect(await total()).toBe(before - 1);

  await withdrawElsewhere();
  const teacher = await registerTeacher(test);
  await postRequest(test, teacher);
  expect(await total()).toBe(before - 1);
});
