import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerTeacher } from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const notExported = {
  announcements: 'its administrator',
  idempotency_keys: 'hashes of calls',
  leak_notices: 'their administrator',
  leak_recipients: 'the same as the received notices',
  offers: 'copies of requests and of the registered wish',
  password_links: 'hashes of links',
  plan_reasons: 'computed again each night, and shown with the requests',
  plans: 'their administrator',
  policy_rules: 'their administrator',
  rounds: 'their administrator',
  rule_trials: 'their administrator',
  transfer_orders: 'their administrator',
};

it('every table that refers to an account is in the data export, or there is a reason against it', async () => {
  const { rows } = await test.database.pool.query<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid = 'users'::regclass order by name`,
  );
  const source = readFileSync(join(import.meta.dirname, 'export-account.ts'), 'utf8');
  const isExported = ({ name }: { name: string }) =>
    new RegExp(`(?:from |join |selectFrom\\(')${name}\\b`).test(source);
  expect(rows.filter((table) => !isExported(table)).map(({ name }) => name)).toEqual(
    Object.keys(notExported),
  );
});

it('the data export contains former names', async () => {
  const { token, user } = await registerTeacher(test);
  const renamed = await test.call({
    method: 'PUT',
    url: '/api/auth/profile',
    body: { name: 'Sunita Devi' },
    token,
  });
  expect(renamed.statusCode).toBe(200);
  const { formerNames, roundsAsked, contactRefused } = (
    await test.call({ url: '/api/auth/export', token })
  ).json();
  expect(formerNames).toEqual([{ name: user.name, until: expect.any(String) }]);
  expect([roundsAsked, contactRefused]).toEqual([[], []]);
});

it('the data export says that mail to the address came back', async () => {
  const { user, token } = await registerTeacher(test);
  const email_bounced_at = new Date('2026-11-01T00:00:00Z');
  await test.database.db.updateTable('users').set({ email_bounced_at }).where('id', '=', user._id).execute();
  const { emailBouncedAt } = (await test.call({ url: '/api/auth/export', token })).json();
  expect(emailBouncedAt).toBe(email_bounced_at.toISOString());
});
