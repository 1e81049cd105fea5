import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerTeacher } from '../../test/testing/factories.ts';
import { recordQueries } from '../../test/testing/noted-queries.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { pruneDeliveries } from './send-deliveries.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** Stores deliveries of an announcement to one teacher. */
async function insertDeliveries(userId: string, count: number, state: string, endedAt: string | null) {
  await test.database.pool.query(
    `with notices as (
       insert into alerts (id, kind, to_user_id, created_at, details)
       select gen_random_uuid(), 'announcement', $1, now(), '{}' from generate_series(1, $2) returning id)
     insert into deliveries (id, alert_id, user_id, channel, state, due_at, ended_at)
     select gen_random_uuid(), id, $1, 'email', $3, now(), $4::timestamptz from notices`,
    [userId, count, state, endedAt],
  );
}

it('deliveries that ended 30 days ago are deleted in batches, and no others', async () => {
  const { user } = await registerTeacher(test);
  await insertDeliveries(user._id, 10_001, 'sent', '2026-06-01T00:00:00Z');
  await insertDeliveries(user._id, 1, 'dead', '2026-07-01T00:00:00Z');
  await insertDeliveries(user._id, 1, 'waiting', null);
  const queries: string[] = [];
  const recorded = recordQueries(test, queries);
  await pruneDeliveries(recorded.db, new Date('2026-07-02T00:00:00Z'));
  await recorded.db.destroy();
  expect(queries.filter((query) => query.startsWith('delete from "deliveries"'))).toHaveLength(2);
  const left = await test.database.db.selectFrom('deliveries').select('state').orderBy('state').execute();
  expect(left.map(({ state }) => state)).toEqual(['dead', 'waiting']);
});
