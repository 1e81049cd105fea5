import type { Session } from '@mutual-transfer/domain/accounts/user';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agreed, proposed, seen } from '../../test/testing/agreements.ts';
import { solveCaptcha } from '../../test/testing/factories.ts';
import { steps, type Wisher, wish } from '../../test/testing/ring-of-three.ts';
import { CHEAP_HASHES, startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import type { Database } from '../platform/database/tables.ts';
import { createPasswords } from '../sign-in/passwords.ts';
import { hasDemoAccounts, removeDemoAccounts } from './demo-accounts.ts';
import { ADMINISTRATOR_EMAIL, DEMO_PASSWORD } from './demo-world.ts';
import { fillEmptyDatabase } from './fill-empty-database.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
  await fillEmptyDatabase(test.database, createPasswords(CHEAP_HASHES), test.clock.now);
});
afterAll(() => test.close());

/** Registers two teachers of a subject who could swap. */
async function pair(subject: string): Promise<[Wisher, Wisher]> {
  const [[from, to]] = steps;
  const registration = { subject };
  return [await wish(test, [from, to], { registration }), await wish(test, [to, from], { registration })];
}

async function makeDemo(...wishers: Wisher[]): Promise<void> {
  const ids = wishers.map(({ teacher }) => teacher.user._id);
  await test.database.db.updateTable('users').set({ is_demo: true }).where('id', 'in', ids).execute();
}

async function count(table: keyof Database): Promise<number> {
  const { rows } = await test.database.pool.query<{ count: string }>(`select count(*) from ${table}`);
  return Number(rows[0]?.count);
}

async function statusOf({ teacher }: Wisher): Promise<string> {
  const mine = await test.call({ url: '/api/requests/my', token: teacher.token });
  return mine.json().requests[0].status;
}

async function endingsOf({ teacher }: Wisher): Promise<unknown[]> {
  const { alerts } = (await test.call({ url: '/api/alerts', token: teacher.token })).json().data;
  return alerts.filter(({ kind }) => kind === 'agreement_ended').map(({ agreementId }) => agreementId);
}

async function createAdministrator(): Promise<void> {
  const login = { email: ADMINISTRATOR_EMAIL, password: DEMO_PASSWORD, ...(await solveCaptcha(test)) };
  const { token } = (
    await test.call({ method: 'POST', url: '/api/auth/login', body: login })
  ).json<Session>();
  const body = { name: 'Second Officer', email: 'second@example.org', password: 'a password of an office' };
  const created = await test.call({ method: 'POST', url: '/api/admin/administrators', body, token });
  expect(created.statusCode, created.body).toBe(201);
}

/** Creates an announcement of the demo administrator, and an order of this teacher that the sandbox has paid. */
async function announceAndPay({ teacher }: Wisher): Promise<void> {
  const { db } = test.database;
  const created_at = test.clock.now;
  const { id: created_by } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', ADMINISTRATOR_EMAIL)
    .executeTakeFirstOrThrow();
  const ends_at = new Date(created_at.getTime() + 1_000);
  const texts = JSON.stringify({ en: 'A demo', hi: 'A demo' });
  await db
    .insertInto('announcements')
    .values({ id: newId(), texts, starts_at: created_at, ends_at, created_by, created_at })
    .execute();
  const order = { provider: 'sandbox', amount_paise: 100, status: 'paid', created_at } as const;
  await db
    .insertInto('payment_orders')
    .values({ ...order, id: newId(), user_id: teacher.user._id })
    .execute();
}

it('demo accounts are removed with what depends on them, and end agreements with other people like an erased account', async () => {
  const [asked, asking] = await pair('Urdu');
  const [bound, partner] = await pair('Sanskrit');
  const others = await pair('Mathematics');
  const open = await proposed(test, [asking, asked]);
  const binding = await agreed(test, [bound, partner]);
  const real = await agreed(test, others);
  await makeDemo(asking, partner);
  await announceAndPay(asking);
  await createAdministrator();
  await test.settled();

  expect(await hasDemoAccounts(test.database)).toBe(true);
  const removal = await removeDemoAccounts(test.database, test.clock.now);
  expect(removal).toMatchObject({ accounts: 2_004, ended: 2, left: 4 });
  expect(removal.requests).toBeGreaterThan(2_000);
  // Those of the demo data, and proposals of the season's round.
  expect(removal.agreements).toBeGreaterThanOrEqual(3);

  expect(await hasDemoAccounts(test.database)).toBe(false);
  const tables = [
    'users',
    'requests',
    'agreements',
    'rounds',
    'seasons',
    'declared_completions',
    'payment_orders',
  ] as const;
  expect(await Promise.all(tables.map(count))).toEqual([4, 4, 3, 0, 0, 0, 0]);
  const { rows } = await test.database.pool.query('select withdrawn_at is null as shown from announcements');
  expect(rows).toEqual([{ shown: false }]);
  expect(await seen(test, asked, open)).toMatchObject({ state: 'lapsed', reason: 'account_ended' });
  expect(await seen(test, bound, binding)).toMatchObject({ state: 'broken', reason: 'account_ended' });
  expect(await seen(test, others[0], real)).toMatchObject({ state: 'agreed' });
  expect([await endingsOf(asked), await endingsOf(bound)]).toEqual([[open], [binding]]);
  expect([await statusOf(asked), await statusOf(bound), await statusOf(others[0])]).toEqual([
    'active',
    'active',
    'pending',
  ]);
  const { email } = asked.teacher.user;
  const body = { email, password: asked.teacher.password, ...(await solveCaptcha(test)) };
  expect((await test.call({ method: 'POST', url: '/api/auth/login', body })).statusCode).toBe(200);
});

it('a database without demo accounts is left as it is', async () => {
  expect(await removeDemoAccounts(test.database, test.clock.now)).toEqual({
    accounts: 0,
    requests: 0,
    agreements: 0,
    ended: 0,
    left: 4,
  });
});
