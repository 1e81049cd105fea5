import type { Problem } from '@mutual-transfer/domain/problem';
import { describe, expect, it } from 'vitest';
import {
  makeAdministrator,
  PASSWORD,
  postRequest,
  registerTeacher,
  solveCaptcha,
  type TestTeacher,
} from '../../test/testing/factories.ts';
import { administratorTest } from '../../test/testing/fixtures.ts';

const { test, administrator: admin, call } = await administratorTest();

const get = <const Path extends string>(path: Path, token?: string) => call('GET', path, undefined, token);
const put = (path: string, body?: object, token?: string) => call('PUT', path, body, token);
const impersonate = (id: string, token?: string) => call('POST', `impersonate/${id}`, undefined, token);

async function logIn(email: string, password: string) {
  return test.call({
    method: 'POST',
    url: '/api/auth/login',
    body: { email, password, ...(await solveCaptcha(test)) },
  });
}

describe('the routes of administrators', () => {
  it('are closed to visitors and teachers', async () => {
    const teacher = await registerTeacher(test);
    const urls = ['users', 'stats', 'matches', 'paid-users', 'audit'];
    for (const url of urls) {
      expect((await test.call({ url: `/api/admin/${url}` })).statusCode).toBe(401);
      expect((await get(url, teacher.token)).statusCode).toBe(403);
    }
    expect((await put(`users/${admin.user._id}/toggle-status`, undefined, teacher.token)).statusCode).toBe(
      403,
    );
    expect((await impersonate(teacher.user._id, teacher.token)).statusCode).toBe(403);
  });
});

describe('the list of teachers', () => {
  it('is searched by name, email, phone and school, and never contains administrators', async () => {
    const teacher = await registerTeacher(test, {
      name: 'Xenia Unique_Name',
      schoolName: 'The 100% School',
      phone: '9444444441',
    });
    await postRequest(test, teacher, { privacySettings: { hideName: true, hidePhone: true } });
    for (const search of ['xenia', 'unique_', '9444444441', '+91 94444 44441', '100%', teacher.user.email]) {
      const { users, pagination } = (await get(`users?search=${encodeURIComponent(search)}`)).json();
      expect(
        users.map((user) => [user.name, 'phone' in user && user.phone]),
        search,
      ).toEqual([['Xenia Unique_Name', '9444444441']]);
      expect(pagination.total).toBe(1);
    }
    const all = (await get('users?limit=100')).json();
    expect(all.users.every((user) => 'role' in user && user.role === 'teacher')).toBe(true);
    expect(JSON.stringify(all)).not.toContain('argon2');
    expect((await get('users?search=uniqueXname')).json().users).toEqual([]);
  });
});

describe('a teacher’s account', () => {
  it('can be deactivated and activated, with effect on lists, matches and sessions', async () => {
    const teacher = await registerTeacher(test, { subject: 'Sociology' });
    const { request } = await postRequest(test, teacher, { subject: 'Sociology' });
    const listed = async () => {
      const list = await test.call({ url: '/api/requests/public?subject=Sociology' });
      return list.json().requests.map(({ _id }) => _id);
    };
    expect((await put(`users/${teacher.user._id}/toggle-status`)).json()).toMatchObject({
      _id: teacher.user._id,
      isActive: false,
    });
    expect(await listed()).toEqual([]);
    expect((await test.call({ url: '/api/auth/profile', token: teacher.token })).statusCode).toBe(401);
    expect((await logIn(teacher.user.email, PASSWORD)).statusCode).toBe(403);
    await put(`users/${teacher.user._id}/toggle-status`);
    expect(await listed()).toEqual([request._id]);
    expect((await logIn(teacher.user.email, PASSWORD)).statusCode).toBe(200);
  });

  it('gets a new password, which ends its sessions', async () => {
    const teacher = await registerTeacher(test);
    const reset = (newPassword: string) => put(`users/${teacher.user._id}/password`, { newPassword });
    expect((await reset('short')).json<Problem>().fields).toEqual({
      newPassword: 'Password must be at least 6 characters long',
    });
    expect((await reset('an entirely new one')).statusCode).toBe(200);
    expect((await test.call({ url: '/api/auth/profile', token: teacher.token })).statusCode).toBe(401);
    expect((await logIn(teacher.user.email, 'an entirely new one')).statusCode).toBe(200);
  });

  it('answers 403 if it is an administrator’s, and 404 if it does not exist', async () => {
    const other = await makeAdministrator(test);
    for (const response of [
      await put(`users/${other.user._id}/toggle-status`),
      await put(`users/${other.user._id}/password`, { newPassword: 'an entirely new one' }),
      await impersonate(other.user._id),
    ]) {
      expect(response.statusCode).toBe(403);
    }
    expect((await put('users/01900000-0000-7000-8000-000000000000/toggle-status')).statusCode).toBe(404);
  });
});

describe('the audit log', () => {
  it('refuses the change and the deletion of an entry', async () => {
    const { pool } = test.database;
    for (const change of [
      'delete from audit_log',
      "update audit_log set action = 'x'",
      'truncate audit_log',
    ]) {
      await expect(pool.query(change)).rejects.toThrow('only grows');
    }
  });

  it('contains each view of a list of people, with its address', async () => {
    await test.call({ url: '/api/admin/users?search=somebody', token: admin.token, address: '203.0.113.9' });
    const { entries } = (await get('audit?action=look.users')).json();
    expect(entries[0]).toMatchObject({
      action: 'look.users',
      address: '203.0.113.9',
      details: { page: 1, limit: 10, search: expect.stringMatching(/^[\w-]{22}$/) },
    });
  });
});

describe('pairs', () => {
  it('appear once if perfect, and satisfy only the requestor if potential', async () => {
    const subject = 'Psychology';
    const person = async (name: string, from: [string, string], to: [string, string]) => {
      const posting = { district: from[0], postingBlock: from[1] };
      const wish = { desiredDistrict: to[0], desiredBlock: to[1] };
      const teacher = await registerTeacher(test, { name, subject, ...posting, ...wish });
      await postRequest(test, teacher, { subject, ...wish, privacySettings: { hideName: true } });
    };
    await person('Pair A', ['Gaya', 'Bodh Gaya'], ['Patna', 'Danapur']);
    await person('Pair B', ['Patna', 'Danapur'], ['Gaya', 'Any block']);
    await person('Onlooker', ['Saran', 'Amnour'], ['Patna', 'Danapur']);
    const lists = (await get('matches')).json();
    expect(lists.perfectMatches.map(({ userA, userB }) => [userA.name, userB.name].sort())).toEqual([
      ['Pair A', 'Pair B'],
    ]);
    expect(lists.potentialMatches.map(({ requestor, target }) => [requestor.name, target.name])).toEqual([
      ['Onlooker', 'Pair B'],
    ]);
    expect([
      lists.perfectPagination.total,
      lists.potentialPagination.total,
      lists.perfectPagination.limit,
    ]).toEqual([1, 1, 5]);
    const searched = (await get('matches?perfectSearch=nobody&potentialSearch=onlook')).json();
    expect([searched.perfectMatches.length, searched.potentialMatches.length]).toEqual([0, 1]);
  });

  it('show the wishes of the matching requests, not the registered ones', async () => {
    const subject = 'Sociology';
    const asked = { subject, desiredDistrict: 'Gaya', desiredBlock: 'Amas' };
    const first = await registerTeacher(test, { subject, district: 'Patna', postingBlock: 'Bihta' });
    await postRequest(test, first, asked);
    const second = await registerTeacher(test, { subject, district: 'Gaya', postingBlock: 'Amas' });
    await postRequest(test, second, { subject, desiredDistrict: 'Patna', desiredBlock: 'Any block' });
    const { perfectMatches } = (await get(`matches?perfectSearch=${second.user.email}`)).json();
    const wishes = perfectMatches
      .flatMap(({ userA, userB }) => [userA, userB])
      .map((person) => person.desiredBlock);
    expect(wishes.sort()).toEqual(['Amas', 'Any block']);
  });
});

describe('pairs of teachers with several requests', () => {
  it('are perfect through any of their requests, are then not potential, and always show the same wish', async () => {
    const subject = 'Philosophy';
    const posted = async (teacher: TestTeacher, desiredDistrict: string, desiredBlock: string) =>
      postRequest(test, teacher, { subject, desiredDistrict, desiredBlock });
    const first = await registerTeacher(test, {
      name: 'Twice Wishing',
      subject,
      district: 'Gaya',
      postingBlock: 'Tekari',
    });
    const second = await registerTeacher(test, {
      name: 'Once Wishing',
      subject,
      district: 'Patna',
      postingBlock: 'Maner',
    });
    await posted(first, 'Patna', 'Maner');
    await posted(first, 'Patna', 'Any block');
    await posted(second, 'Gaya', 'Tekari');
    await posted(second, 'Saran', 'Amnour');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => get(`matches?perfectSearch=wishing&potentialSearch=wishing`)),
    );
    const [lists, ...again] = answers.map((answer) => answer.json());
    expect(lists?.perfectMatches.map(({ userA, userB }) => [userA.name, userB.name])).toEqual([
      ['Once Wishing', 'Twice Wishing'],
    ]);
    expect(lists?.potentialMatches).toEqual([]);
    expect(lists?.potentialPagination.total).toBe(0);
    for (const other of again) expect(other).toEqual(lists);
  });
});

describe('the statistics', () => {
  it('count teachers, requests and transfers', async () => {
    const before = (await get('stats')).json();
    const teacher = await registerTeacher(test);
    const { request } = await postRequest(test, teacher);
    for (const status of ['pending', 'completed']) {
      await test.call({
        method: 'PATCH',
        url: `/api/requests/${request._id}/status`,
        body: { status },
        token: teacher.token,
      });
    }
    const after = (await get('stats')).json();
    expect(after.totalUsers - before.totalUsers).toBe(1);
    expect(after.activeRequests).toBe(before.activeRequests);
    expect(after.completedTransfers - before.completedTransfers).toBe(1);
  });

  it('count agreements with teachers who have not paid only on request', async () => {
    const stats = (await get('stats')).json();
    const withUnpaid = (await get('stats?unpaid=true')).json();
    expect(stats).not.toHaveProperty('unpaidProposals');
    expect(withUnpaid).toMatchObject({ ...stats, unpaidProposals: 0, unpaidAgreements: 0 });
  });
});

describe('the administrator’s own password', () => {
  it('can be changed with the current one, which ends the sessions', async () => {
    const other = await makeAdministrator(test);
    const change = (body: object) => put('password', body, other.token);
    expect((await change({ currentPassword: 'no', newPassword: 'an entirely new one' })).statusCode).toBe(
      400,
    );
    expect((await change({ currentPassword: PASSWORD, newPassword: 'tiny' })).statusCode).toBe(400);
    expect((await change({ currentPassword: PASSWORD, newPassword: 'an entirely new one' })).statusCode).toBe(
      200,
    );
    expect((await get('stats', other.token)).statusCode).toBe(401);
    expect((await logIn(other.user.email, 'an entirely new one')).statusCode).toBe(200);
  });
});
