import type { LeakList, LeakPreview } from '@mutual-transfer/domain/administration/leak-notice';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  confirmAddress,
  makeAdministrator,
  registerTeacher,
  type TestTeacher,
} from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { createDeliveries } from '../notices/deliveries.ts';

let test: TestApp;
let administrator: TestTeacher;
let told: TestTeacher;
let other: TestTeacher;
beforeAll(async () => {
  test = await startTestApp();
  administrator = await makeAdministrator(test);
  told = await registerTeacher(test);
  other = await registerTeacher(test);
});
afterAll(() => test.close());

const texts = { en: 'A list with your number was copied.', hi: 'आपके नंबर वाली सूची की नक़ल हुई।' };
const call = (path: string, body: object) =>
  test.call({
    method: 'POST',
    url: `/api/admin/${path}`,
    body: { texts, ...body },
    token: administrator.token,
  });
const preview = async (body: object) => (await call('leaks/preview', body)).json<LeakPreview>();
const register = async () =>
  (await test.call({ url: '/api/admin/leaks', token: administrator.token })).json<LeakList>().leaks;
const leaksOf = async ({ token }: TestTeacher) =>
  (await test.call({ url: '/api/alerts', token }))
    .json()
    .data.alerts.filter(({ kind }: { kind: string }) => kind === 'leak');

describe('a notice after a leak', () => {
  it('finds the accounts of a list by id, address or number in any cell, and counts lines without an account', async () => {
    const { email, phone, _id } = told.user;
    const list = [
      'Id,Name,Email,Phone',
      `"${_id}";Asha;;`,
      `,Asha,${email.toUpperCase()},`,
      `,Asha,,+91 ${phone}`,
      `${other.user._id},,,`,
      ',,stranger@example.com,',
    ].join('\r\n');
    expect(await preview({ list })).toEqual({ recipients: 2, outside: 0, unknown: 1 });
    await confirmAddress(test, told);
    expect(await preview({ list })).toEqual({ recipients: 2, outside: 1, unknown: 1 });
    expect(await register()).toEqual([]);
    expect(await leaksOf(told)).toEqual([]);
  });

  it('is sent in quiet hours on channels that the teacher switched off, and stays in the register and the audit log', async () => {
    await confirmAddress(test, told);
    const off = Object.fromEntries(
      ['messages', 'matches', 'requests', 'agreements', 'rounds', 'account'].map((topic) => [topic, []]),
    );
    const { db } = test.database;
    const settings = await test.call({ url: '/api/notices/settings', token: told.token });
    const { channels: _channels, ...rest } = settings.json().choices;
    const changed = await test.call({
      method: 'PUT',
      url: '/api/notices/settings',
      body: { ...rest, channels: off, quietHours: { from: 0, until: 23 }, isDaily: true },
      token: told.token,
    });
    expect(changed.statusCode, changed.body).toBe(200);
    const sent = await call('leaks', { list: told.user._id });
    expect(sent.statusCode, sent.body).toBe(201);
    await test.settled();
    expect((await leaksOf(told)).map(({ message }: { message: string }) => message)).toEqual([texts.en]);
    expect(await leaksOf(other)).toEqual([]);
    const now = test.clock.now;
    await createDeliveries(db, ['email'], now);
    const deliveries = await db
      .selectFrom('deliveries')
      .innerJoin('alerts', 'alerts.id', 'alert_id')
      .select(['channel', 'due_at'])
      .where('kind', '=', 'leak')
      .execute();
    expect(deliveries).toEqual([{ channel: 'email', due_at: now }]);
    expect(await register()).toMatchObject([
      { texts, source: 'list', recipients: 1, told: 1, createdBy: { _id: administrator.user._id } },
    ]);
    const entry = db.selectFrom('audit_log').select('details').where('action', '=', 'leak.notify');
    expect((await entry.executeTakeFirstOrThrow()).details).toMatchObject({ recipients: 1, texts });
  });

  it('concerns those whom an account, or whoever called from an address, looked at between two times', async () => {
    const from = new Date(test.clock.now.getTime() - 60_000).toISOString();
    await test.call({ url: `/api/admin/users/${other.user._id}`, token: administrator.token });
    const until = new Date(test.clock.now.getTime() + 60_000).toISOString();
    const { db } = test.database;
    await db
      .insertInto('access_log')
      .values({
        ...{ happened_at: new Date(from), account_id: told.user._id, impersonator_id: null },
        ...{ address: '203.0.113.77', method: 'GET', path: '/api/alerts', status: 200 },
      })
      .execute();
    const looked = (lookedAt: object) => preview({ lookedAt: { from, until, ...lookedAt } });
    expect((await looked({ account: administrator.user.email })).recipients).toBe(1);
    expect((await looked({ address: '203.0.113.77' })).recipients).toBe(1);
    expect(await looked({ address: '203.0.113.78' })).toMatchObject({ code: 'validation_failed' });
    const later = { from: until, until: new Date(Date.parse(until) + 60_000).toISOString() };
    expect(await looked({ account: administrator.user.email, ...later })).toMatchObject({
      code: 'validation_failed',
    });
  });

  it('is refused without accounts, without or with both sources, and for an account that does not exist', async () => {
    const span = { from: '2026-06-15T00:00:00Z', until: '2026-06-16T00:00:00Z' };
    for (const body of [
      {},
      { list: told.user._id, lookedAt: { account: told.user._id, ...span } },
      { list: 'Name\nAsha' },
      { lookedAt: span },
      { lookedAt: { account: 'stranger@example.com', ...span } },
      { lookedAt: { account: told.user._id, from: span.until, until: span.from } },
      { list: told.user._id, texts: {} },
    ])
      expect((await call('leaks', body)).statusCode, JSON.stringify(body)).toBe(400);
    expect(await register()).toHaveLength(1);
  });
});
