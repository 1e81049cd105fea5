import type { LeakList, LeakPreview } from '@mutual-transfer/domain/administration/leak-notice';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  confirmAddress,
  makeAdministrator,
  registerTeacher,
  type TestTeacher,
} from '../../test/testing/factories.ts';
import { agreedRing } from '../../test/testing/fixtures.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { type Channel, createTextMessages } from '../notices/channels/channel.ts';
import { createDeliveries } from '../notices/deliveries.ts';

const mail: Channel = { name: 'email', send: async () => {}, close: () => {} };

let test: TestApp;
let administrator: TestTeacher;
let told: TestTeacher;
let other: TestTeacher;
const channels: Channel[] = [];
beforeAll(async () => {
  test = await startTestApp(() => ({ channels }));
  administrator = await makeAdministrator(test);
  told = await registerTeacher(test);
  other = await registerTeacher(test);
});
afterAll(() => test.close());
beforeEach(() => void channels.splice(0, channels.length, mail));

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
    expect(await preview({ list })).toEqual({ recipients: 2, outside: 0, sms: 0, unknown: 1 });
    // A cell with a million spaces takes no quadratic time.
    expect(await preview({ list: `${_id},x${' '.repeat(1_000_000)}x` })).toMatchObject({ recipients: 1 });
    await confirmAddress(test, told);
    expect(await preview({ list })).toEqual({ recipients: 2, outside: 1, sms: 0, unknown: 1 });
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

  it('counts as reached those whom a configured channel reaches, by SMS only in a language with a registered text', async () => {
    const { db } = test.database;
    await confirmAddress(test, told);
    const phone = { verified_at: test.clock.now, verified_how: 'phone_code', language: 'hi' } as const;
    await db.updateTable('users').set(phone).where('id', '=', other.user._id).execute();
    const list = [told, other].map(({ user }) => user._id).join('\n');
    const reached = async () => {
      const { outside, sms } = await preview({ list });
      return [outside, sms];
    };
    expect(await reached()).toEqual([1, 0]);
    const texts = (registered: string) =>
      createTextMessages({
        has: (kind, language) => `${kind}.${language}` === registered,
        send: async () => {},
      });
    channels.splice(0, 1, texts('leak.hi'));
    expect(await reached()).toEqual([1, 1]);
    channels.splice(0, 1, mail, texts('leak.hi'));
    expect(await reached()).toEqual([2, 1]);
    channels.splice(0, 2, texts('leak.en'));
    expect(await reached()).toEqual([0, 0]);
    channels.splice(0, 1, texts('account.hi'));
    expect(await reached()).toEqual([0, 0]);
    channels.splice(0, 1);
    expect(await reached()).toEqual([0, 0]);
  });

  it('concerns the contacts that accounts opened from an address after the address of the opening is deleted', async () => {
    const { db } = test.database;
    const { now } = test.clock;
    const from = new Date(now.getTime() - 60_000).toISOString();
    const until = new Date(now.getTime() + 60_000).toISOString();
    const [thief, seen, elsewhere] = [
      await registerTeacher(test),
      await registerTeacher(test),
      await registerTeacher(test),
    ];
    const view = { place: 'list', opened_at: now, seen_at: now, address: null } as const;
    await db
      .insertInto('contact_views')
      .values([
        { ...view, viewer_id: thief.user._id, seen_id: seen.user._id },
        { ...view, viewer_id: told.user._id, seen_id: elsewhere.user._id },
      ])
      .execute();
    const address = '2001:db8:1:2::77';
    await db
      .insertInto('access_log')
      .values({
        ...{ happened_at: now, account_id: thief.user._id, impersonator_id: null },
        ...{ address, method: 'GET', path: '/api/requests', status: 200 },
      })
      .execute();
    const count = async (lookedAt: object) =>
      (await preview({ lookedAt: { from, until, ...lookedAt } })).recipients;
    expect(await count({ address })).toBe(2);
    expect(await count({ address, account: thief.user.email })).toBe(1);
    expect((await call('leaks', { lookedAt: { from, until, address } })).statusCode).toBe(201);
    await test.settled();
    expect((await Promise.all([thief, seen, elsewhere].map(leaksOf))).map(({ length }) => length)).toEqual([
      1, 1, 0,
    ]);
  });

  it('shows the name of the account that looked and keeps its id, and not its address or number', async () => {
    const { db } = test.database;
    const { email, phone, _id } = told.user;
    const from = new Date(test.clock.now.getTime() - 60_000).toISOString();
    const until = new Date(test.clock.now.getTime() + 60_000).toISOString();
    await db
      .insertInto('access_log')
      .values({
        ...{ happened_at: test.clock.now, account_id: _id, impersonator_id: null, address: '203.0.113.80' },
        ...{ method: 'GET', path: `/api/users/${other.user._id}`, status: 200 },
      })
      .execute();
    for (const account of [email, phone]) {
      const sent = await call('leaks', { lookedAt: { account, from, until } });
      expect(sent.statusCode, sent.body).toBe(201);
      expect((await register())[0]?.source).toBe([told.user.name, from, until].join(' · '));
    }
    const { rows } = await sql<{ kept: string }>`
      select source::text as kept from leak_notices union all select details::text from audit_log where action = 'leak.notify'`.execute(
      db,
    );
    for (const { kept } of rows) {
      expect(kept).not.toContain(email);
      expect(kept).not.toContain(phone);
    }
    const span = { from, until };
    expect((await call('leaks', { lookedAt: { address: email, ...span } })).statusCode).toBe(400);
  });

  it('is refused without accounts, without or with both sources, and for an account that does not exist', async () => {
    const before = (await register()).length;
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
    expect(await register()).toHaveLength(before);
  });
});

describe('papers that an administrator downloads', () => {
  it('name every printed member in the audit log, so that a notice after a leak concerns them', async () => {
    const { administrator: office, ring, id } = await agreedRing(test);
    const { token } = office;
    const from = new Date(test.clock.now.getTime() - 1).toISOString();
    const order = {
      ...{ number: 'EST/49', memo: '1204', date: '2026-06-15', authority: 'The Director', copyTo: [] },
      ...{ language: 'en', agreements: [id] },
    };
    const answers = [
      await test.call({ url: `/api/admin/agreements/${id}/paper.pdf?language=en`, token }),
      await test.call({ url: '/api/admin/agreements/papers.zip?language=en', token }),
      await test.call({
        method: 'POST',
        url: '/api/admin/orders/document?preview=true',
        body: order,
        token,
      }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const { rows } = await sql<{ route: string; people: string[] }>`
      select details ->> 'route' as route, details -> 'people' as people from audit_log
      where action = 'look.people' and actor_id = ${office.user._id} order by id`.execute(test.database.db);
    const members = ring.map(({ teacher }) => teacher.user._id).toSorted();
    expect(rows.map(({ route, people }) => [route, people.toSorted()])).toEqual([
      ['GET /api/admin/agreements/:id/paper.pdf', members],
      ['GET /api/admin/agreements/papers.zip', members],
      ['POST /api/admin/orders/document', members],
    ]);
    const until = new Date(test.clock.now.getTime() + 60_000).toISOString();
    const body = { texts, lookedAt: { account: office.user._id, from, until } };
    const found = await test.call({ method: 'POST', url: '/api/admin/leaks/preview', body, token });
    expect(found.json<LeakPreview>().recipients).toBe(3);
  });
});
