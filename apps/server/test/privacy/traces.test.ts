import type { AuditList } from '@mutual-transfer/domain/administration/audit-log';
import { describe, expect, it } from 'vitest';
import { keepPartitions } from '../../src/http/access-log-partitions.ts';
import { createLimits } from '../../src/platform/limits.ts';
import { createCast } from '../testing/cast.ts';
import { PASSWORD, postRequest, registerTeacher, solveCaptcha } from '../testing/factories.ts';
import { administratorTest } from '../testing/fixtures.ts';
import { goodCall } from '../testing/good-calls.ts';
import { newBrowser } from '../testing/limited-app.ts';
import { withRoutes } from '../testing/routes.ts';
import { joinTestApp, startTestApp, type TestApp } from '../testing/test-app.ts';

const { test, administrator: admin } = await administratorTest();

/** Creates the rows that put a teacher who hides everything into every list that administrators read. */
async function putEverywhere(
  { database: { db }, clock }: TestApp,
  userId: string,
  id: string,
): Promise<void> {
  const [created_at, now] = [clock.now, clock.now];
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('name', '=', 'The stranger')
    .executeTakeFirstOrThrow();
  const hidden = { hide_name: true, hide_phone: true, hide_email: true, hide_school_name: true };
  await db.updateTable('users').set(hidden).where('id', '=', userId).execute();
  const report = { id, reporter_id: other.id, reported_id: userId, reason: 'money' as const, created_at };
  await db.insertInto('reports').values(report).execute();
  const held = { id, from_user_id: userId, to_user_id: other.id, message: 'Send money', created_at };
  await db.insertInto('held_messages').values(held).execute();
  const oldest = '00000000-0000-7000-8000-000000000001';
  const entry = { id: oldest, happened_at: now, action: 'user.verify', subject_id: userId, address: '::1' };
  await db.insertInto('audit_log').values(entry).execute();
  await db
    .insertInto('contact_refusals')
    .values({ viewer_id: userId, seen_id: other.id, day: now })
    .execute();
}

const rowsOf = (action: string) =>
  test.database.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .execute();

async function logIn(email: string, password: string) {
  const body = { email, password, ...(await solveCaptcha(test)) };
  return test.call({ method: 'POST', url: '/api/auth/login', body, address: '198.51.100.4' });
}

describe('a viewer who sees data hidden from others', () => {
  it('leaves a row with the people, whichever call showed them', async () => {
    const shy = await registerTeacher(test, { subject: 'Economics' });
    const privacySettings = { hideName: true, hidePhone: true };
    await postRequest(test, shy, { subject: 'Economics', privacySettings });
    const calls = ['/api/requests?subject=Economics', `/api/admin/users?search=${shy.user.phone}`];
    for (const url of calls) {
      const before = await rowsOf('look.people');
      const answer = await test.call({ url, token: admin.token });
      expect(answer.body).toContain(shy.user.phone);
      const [row, ...others] = await rowsOf('look.people');
      expect(others).toHaveLength(before.length);
      expect([row?.actor_id, row?.details.people]).toEqual([admin.user._id, [shy.user._id]]);
      expect(row?.details.route).toBe(`GET ${url.split('?')[0]}`);
    }
    const file = `/api/admin/users.csv?search=${shy.user.phone}`;
    const download = await test.call({ url: file, token: admin.token });
    expect(download.body).toContain(shy.user.phone);
    const [row] = await rowsOf('look.people');
    expect([row?.details.route, row?.details.people]).toEqual(['GET /api/admin/users.csv', [shy.user._id]]);
    // A view by a teacher from whom the fields are hidden adds no row, nor does a view by the person themselves.
    const count = (await rowsOf('look.people')).length;
    await test.call({ url: calls[0] ?? '', token: shy.token });
    expect(await rowsOf('look.people')).toHaveLength(count);
  });

  it('leaves a row on every route that shows a teacher to an administrator', async () => {
    const { started, routes } = await withRoutes(() => startTestApp());
    try {
      const cast = await createCast(started);
      const { userId } = cast.belongings;
      await putEverywhere(started, userId, cast.belongings.agreementId);
      // Lists are answered by the index, which follows rows that were written around the API.
      await started.graph.caughtUp();
      const rows = async () => {
        const { db } = started.database;
        const found = await db.selectFrom('audit_log').select('action').orderBy('id').execute();
        return found.map(({ action }) => action);
      };
      const showing = [];
      for (const { method, url } of routes.filter((route) => route.method === 'GET')) {
        const before = (await rows()).length;
        const answer = await started.call({
          ...goodCall(`${method} ${url}`, cast),
          token: cast.tokens.admin,
        });
        if (!/The owner|owner@example|9500000004/.test(answer.body)) continue;
        showing.push(url);
        expect((await rows()).slice(before), url).toContainEqual(expect.stringMatching(/^(look|download)\./));
      }
      expect(showing).toEqual(
        expect.arrayContaining([
          ...['users', 'users/:id', 'users.csv', 'paid-users', 'audit', 'contact-patterns'].map(
            (name) => `/api/admin/${name}`,
          ),
          ...['/api/admin/reports', '/api/admin/held-texts', '/api/requests', '/api/requests/:id'],
        ]),
      );
    } finally {
      await started.close();
    }
  });

  it('leaves no search word, but a keyed hash that is equal for equal words', async () => {
    for (const search of ['9123456789', '9123456789', 'Someone Else']) {
      await test.call({ url: `/api/admin/users?search=${encodeURIComponent(search)}`, token: admin.token });
    }
    const [other, second, first] = (await rowsOf('look.users')).map(({ details }) => details.search);
    expect(first).toMatch(/^[\w-]{22}$/);
    expect([second === first, other === first]).toEqual([true, false]);
  });
});

describe('the audit log', () => {
  it('contains successful and failed sign-ins, and changes of passwords', async () => {
    const { user, token } = await registerTeacher(test);
    await logIn(user.email, PASSWORD);
    await logIn(user.email, 'not this one');
    await logIn('unknown@example.com', 'not this one');
    const [login] = await rowsOf('login');
    expect([login?.actor_id, login?.address]).toEqual([user._id, '198.51.100.4']);
    const [unknown, failed] = await rowsOf('login.failed');
    expect([failed?.actor_id, failed?.subject_id, failed?.details]).toEqual([null, user._id, {}]);
    expect([unknown?.subject_id, String(unknown?.details.email)]).toEqual([
      null,
      expect.stringMatching(/^[\w-]{22}$/),
    ]);
    const file = await test.call({ url: '/api/admin/audit.csv?action=login.failed', token: admin.token });
    const lines = file.body.trim().split('\r\n').slice(-2);
    for (const line of lines) expect(line).toMatch(/,Failed to sign in,.*,login\.failed,yes,/);
    const signedIn = await test.call({ url: '/api/admin/audit.csv?action=login', token: admin.token });
    expect(signedIn.body).toMatch(new RegExp(`,${user.name}: Signed in[^,]*,.*,login,,`));
    const body = { currentPassword: PASSWORD, newPassword: 'a new and quiet one' };
    await test.call({ method: 'PUT', url: '/api/auth/password', body, token });
    expect((await rowsOf('account.password'))[0]?.subject_id).toBe(user._id);
  });

  it('contains names at that time, and changes of names by an administrator', async () => {
    const teacher = await registerTeacher(test, { name: 'Before Marriage' });
    await logIn(teacher.user.email, PASSWORD);
    await test.call({
      method: 'PUT',
      url: '/api/auth/profile',
      body: { name: 'After It' },
      token: teacher.token,
    });
    await logIn(teacher.user.email, PASSWORD);
    const url = `/api/admin/audit?action=login&person=${teacher.user._id}`;
    const { entries } = (await test.call({ url, token: admin.token })).json<AuditList>();
    expect(entries.map(({ actor }) => actor)).toEqual(['After It', 'Before Marriage']);
    await test.call({
      method: 'PUT',
      url: '/api/auth/profile',
      body: { name: 'Renamed Person' },
      token: admin.token,
    });
    const [row] = await rowsOf('admin.profile');
    expect([row?.actor_id, row?.details]).toEqual([admin.user._id, { fields: ['name'] }]);
  });
});

describe('the call log', () => {
  it('contains caller, route, address and ids for a year, and no user input', async () => {
    const joined = await joinTestApp(test);
    const { user, token } = await registerTeacher(joined);
    const { request } = await postRequest(joined, { user, token, password: PASSWORD });
    const address = '198.51.100.9';
    await joined.call({ url: `/api/requests/${request._id}/matches`, token, address });
    await joined.call({ url: '/api/requests/public?search=Zubaida', address });
    await joined.call({ url: '/api/9876543210', address });
    await joined.close();
    const { db } = test.database;
    const calls = await db
      .selectFrom('access_log')
      .selectAll()
      .where('address', '=', address)
      .orderBy('happened_at')
      .execute();
    expect(calls.map(({ account_id, method, path, status }) => [account_id, method, path, status])).toEqual([
      [user._id, 'GET', `/api/requests/${request._id}/matches`, 200],
      [null, 'GET', '/api/requests/public', 200],
    ]);
    const moment = calls.at(-1)?.happened_at.getTime() ?? 0;
    const count = async () =>
      (await db.selectFrom('access_log').select('path').where('address', '=', address).execute()).length;
    const after = (days: number) => new Date(moment + days * 86_400_000);
    await keepPartitions(db, after(0));
    await keepPartitions(db, after(364));
    expect(await count()).toBe(2);
    await keepPartitions(db, after(365 + 32));
    expect(await count()).toBe(0);
  });

  it('contains no call beyond a budget, and no refused one of a visitor', async () => {
    const { db } = test.database;
    const joined = await joinTestApp(test, { limits: createLimits(db, { visitorRowsADay: 3_000 }) });
    const { token } = await registerTeacher(joined);
    const address = '198.51.100.10';
    const headers = { cookie: await newBrowser(joined, '198.51.100.13') };
    const statusOf = async (url: string, of?: string) =>
      (await joined.call({ url, address, headers, ...(of === undefined ? {} : { token: of }) })).statusCode;
    let admitted = 0;
    while ((await statusOf('/api/rules')) !== 429) admitted += 1;
    expect(admitted).toBe(300);
    expect(await statusOf('/api/requests/my')).toBe(401);
    expect(await statusOf('/api/health')).toBe(200);
    const form = { method: 'POST', url: '/api/auth/login', body: {}, address } as const;
    expect((await joined.call(form)).statusCode).toBe(400);
    expect(await statusOf('/api/requests/nothing', token)).toBe(404);
    await joined.close();
    const { rows } = await test.database.pool.query(
      `select path, status, count(*)::integer as calls from access_log where address = $1
      group by path, status order by path`,
      [address],
    );
    expect(rows).toEqual([
      { path: '/api/requests/:id', status: 404, calls: 1 },
      { path: '/api/rules', status: 200, calls: 300 },
    ]);
  });

  it('is written by a server that stops, also the rows that are being written then', async () => {
    const { pool } = test.database;
    const joined = await joinTestApp(test);
    const address = '198.51.100.14';
    const lock = await pool.connect();
    await lock.query('begin; lock table access_log in exclusive mode');
    await joined.call({ url: '/api/rules', address });
    const waits = async () =>
      (await pool.query("select from pg_locks where relation = 'access_log'::regclass and not granted"))
        .rowCount;
    await expect.poll(waits).toBe(1);
    let isClosed = false;
    const closing = joined.close().then(() => {
      isClosed = true;
    });
    for (let turn = 0; turn < 20; turn += 1) await waits();
    const closedEarly = isClosed;
    await lock.query('commit');
    lock.release();
    await closing;
    expect(closedEarly).toBe(false);
    const { rows } = await pool.query('select path from access_log where address = $1', [address]);
    expect(rows).toEqual([{ path: '/api/rules' }]);
  });

  it('contains no count of unread alerts, which every open page asks for', async () => {
    const joined = await joinTestApp(test);
    const { token } = await registerTeacher(joined);
    const address = '198.51.100.12';
    for (const url of ['/api/alerts/unread', '/api/alerts'])
      expect((await joined.call({ url, address, token })).statusCode).toBe(200);
    await joined.close();
    const { rows } = await test.database.pool.query('select path from access_log where address = $1', [
      address,
    ]);
    expect(rows).toEqual([{ path: '/api/alerts' }]);
  });

  it('has a partition for each month, made ahead; rows without one go to the default and are moved', async () => {
    const { db, pool } = test.database;
    const insert = (moment: string) =>
      pool.query(
        "insert into access_log values ($1, null, null, '198.51.100.11', 'GET', '/api/rules', 200)",
        [moment],
      );
    const rowsOf = async () => {
      const { rows } = await pool.query<{ at: string }>(
        "select tableoid::regclass || ' ' || to_char(happened_at at time zone 'UTC', 'MM-DD') as at from access_log where address = '198.51.100.11' order by happened_at",
      );
      return rows.map(({ at }) => at);
    };
    await insert('2031-01-31T23:59:59.999Z');
    await insert('2031-02-01T00:00:00Z');
    expect(await rowsOf()).toEqual(['access_log_default 01-31', 'access_log_default 02-01']);
    const now = new Date('2031-01-31T12:00:00Z');
    await keepPartitions(db, now);
    await keepPartitions(db, now);
    await insert('2031-03-31T00:00:00Z');
    await insert('2031-04-01T00:00:00Z');
    expect(await rowsOf()).toEqual([
      'access_log_2031_01 01-31',
      'access_log_2031_02 02-01',
      'access_log_2031_03 03-31',
      'access_log_default 04-01',
    ]);
    await keepPartitions(db, new Date('2032-02-28T23:59:00Z'));
    expect(await rowsOf()).toHaveLength(3);
    await keepPartitions(db, new Date('2032-04-01T00:00:01Z'));
    expect(await rowsOf()).toEqual([]);
  });
});
