import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitingForLocks } from '../../../test/testing/locks.ts';
import { startTestApp, type TestApp } from '../../../test/testing/test-app.ts';
import { deleteOldRows } from './rows.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('deleteOldRows keeps a row that another transaction renews while the deletion waits for its lock', async () => {
  const { db, pool } = test.database;
  const [old, now, later] = [new Date('2020-01-01'), new Date('2020-01-02'), new Date('2020-01-03')];
  const [renewed, expired] = [newId(), newId()];
  await db
    .insertInto('captchas')
    .values([renewed, expired].map((token) => ({ token, answer: 1, expires_at: old })))
    .execute();
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('update captchas set expires_at = $1 where token = $2', [later, renewed]);
  const deleted = deleteOldRows(db, 'captchas', 'expires_at', now);
  await expect.poll(() => waitingForLocks(test.database)).toBe(1);
  await holder.query('commit');
  holder.release();
  await deleted;
  const rows = await db.selectFrom('captchas').select('token').where('expires_at', '<=', later).execute();
  expect(rows.map(({ token }) => token)).toEqual([renewed]);
});
