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

test('who waits for a lock is seen, and who does not is not', async () => {
  const quiet = await watchLocks(observer, async () => 'done');
  expect(quiet.result).toBe('done');
  expect(quiet.locks).toMatchObject({ waiting: 0, most: 0 });
  const looks = vi.spyOn(observer, 'query');
  const { locks } = await watchLocks(observer, async () => {
    await holder.query('select pg_advisory_lock(7)');
    const waited = waiter.query('select pg_advisory_lock(7)');
    await untilSomebodyWaits();
    const before = looks.mock.calls.length;
    await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(before + 1);
    await holder.query('select pg_advisory_unlock(7)');
    await waited;
  });
  expect(locks.most).toBe(1);
  expect(locks.waiting).toBeGreaterThan(0);
});

async function untilSomebodyWaits(): Promise<void> {
  const { rows } = await holder.query("select from pg_stat_activity where wait_event_type = 'Lock'");
  if (rows.length === 0) await untilSomebodyWaits();
}
