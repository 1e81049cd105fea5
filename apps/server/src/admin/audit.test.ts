import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { postRequest, registerTeacher } from '../../test/testing/factories.ts';
import { administratorTest } from '../../test/testing/fixtures.ts';

const { test, administrator: admin, call } = await administratorTest();

describe('the audit log', () => {
  it('is searched by name, phone and email of its subjects, and stores no typed text', async () => {
    const { user } = await registerTeacher(test, {
      name: 'Kaveri Audited',
      district: 'Banka',
      postingBlock: 'Banka',
    });
    await call('PUT', `users/${user._id}/toggle-status`);
    for (const words of ['kaveri audited', user.phone ?? '', user.email]) {
      const { entries, pagination } = (
        await call('GET', `audit?search=${encodeURIComponent(words)}&action=user.deactivate`)
      ).json();
      expect([entries.map(({ subject }) => subject), pagination.total], words).toEqual([
        ['Kaveri Audited'],
        1,
      ]);
    }
    expect((await call('GET', 'audit?search=not-a-person-at-all')).json().entries).toEqual([]);
    const looks = await test.database.pool.query(
      "select details::text from audit_log where action = 'look.audit'",
    );
    expect(JSON.stringify(looks.rows)).not.toMatch(/kaveri/i);
  });

  it('is searched by date', async () => {
    const { user } = await registerTeacher(test);
    await call('PUT', `users/${user._id}/toggle-status`);
    const of = `audit?person=${user._id}&action=user.deactivate`;
    const total = async (span: string) => (await call('GET', `${of}&${span}`)).json().pagination.total;
    const today = dayInIndia(test.clock.now);
    const yesterday = dayInIndia(new Date(test.clock.now.getTime() - MILLISECONDS_A_DAY));
    expect(await total(`from=${today}&to=${today}`)).toBe(1);
    expect(await total(`from=${yesterday}&to=${yesterday}`)).toBe(0);
    expect((await call('GET', 'audit?from=15-08-2026')).statusCode).toBe(400);
  });

  it('has an entry for each view of a request', async () => {
    const teacher = await registerTeacher(test);
    const { request } = await postRequest(test, teacher);
    const seen = await test.call({ url: `/api/requests/${request._id}`, token: admin.token });
    expect(seen.json().user.name).toBe(teacher.user.name);
    const { rows } = await test.database.pool.query(
      "select details from audit_log where action = 'look.people' order by id desc limit 1",
    );
    expect(rows).toEqual([{ details: { route: 'GET /api/requests/:id', people: [teacher.user._id] } }]);
  });

  it('leaves out views of personal data on request, in the list and in its download', async () => {
    await call('GET', 'users');
    const actions = async (query: string) =>
      (await call('GET', `audit?limit=100&${query}`))
        .json()
        .entries.filter(({ action }) => action.startsWith('look.'));
    expect(await actions('looks=with')).not.toEqual([]);
    expect(await actions('looks=without')).toEqual([]);
    expect((await call('GET', 'audit.csv?looks=with')).body).toContain(': Looked at');
    expect((await call('GET', 'audit.csv?looks=without')).body).not.toContain(': Looked at');
  });
});

describe('the audit entries of lists', () => {
  const lists = [
    'users',
    'paid-users',
    'matches',
    'audit',
    'contact-patterns',
    'agreements',
    'consents',
  ] as const;
  const files = [
    ...['users', 'agreements', 'consents', 'reports', 'held-texts', 'payments', 'audit'],
    ...['growth', 'undelivered', 'contact-patterns'],
  ] as const;
  const count = async (action: string) => {
    const entries = test.database.db.selectFrom('audit_log').select('id');
    return (await entries.where(sql<string>`action`, '=', action).execute()).length;
  };

  it.each([
    ...lists.map((list) => [list, `look.${list}`] as const),
    ...files.map((list) => [`${list}.csv`, `download.${list}`] as const),
  ])('GET and HEAD %s each write one entry, and a refused call none', async (url, action) => {
    const before = await count(action);
    const { token } = await registerTeacher(test);
    expect((await test.call({ url: `/api/admin/${url}`, token })).statusCode).toBe(403);
    expect(await count(action)).toBe(before);
    expect((await call('GET', url)).statusCode).toBe(200);
    expect(await count(action)).toBe(before + 1);
    await test.call({ method: 'HEAD', url: `/api/admin/${url}`, token: admin.token });
    expect(await count(action)).toBe(before + 2);
  });
});
