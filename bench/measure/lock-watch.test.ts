import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { onSocket } from '../../apps/server/src/database/open-database.ts';
import { watchLocks } from './lock-watch.ts';

const [observer, holder, waiter] = [client(), client(), client()];

function client(): pg.Client {
  return new pg.Client(onSocket(inject('postgres'), 'postgres'));
}

beforeAll(() => Promise.all([observer, holder, waiter].map((each) => each.connect())));
afterAll(() => Promise.all([observer, holder, waiter].map((each) => each.end())));

test('sessions that wait for a lock are counted, others are not', async () => {
  const quiet = await watchLocks(observer, async () => 'done');
  expect(quiet.result).toBe('done');
  expect(quiet.locks).toMatchObject({ waiting: 0, most: 0 });
  const looks = vi.spyOn(observer, 'query');
  const { locks } = await watchLocks(observer, async () => {
    await holder.query('select pg_advisory_lock(7)');
    const waited = waiter.query('select pg_advisory_lock(7)');
    await untilOneWaits();
    const before = looks.mock.calls.length;
    await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(before + 1);
    await holder.query('select pg_advisory_unlock(7)');
    await waited;
  });
  expect(locks.most).toBe(1);
  expect(locks.waiting).toBeGreaterThan(0);
});

async function untilOneWaits(): Promise<void> {
  const { rows } = await holder.query("select from pg_stat_activity where wait_event_type = 'Lock'");
  if (rows.length === 0) await untilOneWaits();
}
