import type { Account, Session } from '@mutual-transfer/domain/accounts/user';
import { PRIVACY_NOTICE_VERSION } from '@mutual-transfer/domain/constants';
import type { Problem } from '@mutual-transfer/domain/problem';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  PASSWORD,
  postRequest,
  registerTeacher,
  solveCaptcha,
  type TestTeacher,
} from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const change = (teacher: TestTeacher, body: unknown) =>
  test.call({ method: 'PUT', url: '/api/auth/profile', body, token: teacher.token });

async function logIn(email: string, password: string) {
  return test.call({
    method: 'POST',
    url: '/api/auth/login',
    body: { email, password, ...(await solveCaptcha(test)) },
  });
}

describe('a teacher who moves', () => {
  it('keeps active requests, and requests for the new place are withdrawn', async () => {
    const subject = 'Economics';
    const teacher = await registerTeacher(test, { subject });
    const fulfilled = await postRequest(test, teacher, { subject });
    const open = await postRequest(test, teacher, {
      subject,
      desiredDistrict: 'Saran',
      desiredBlock: 'Amnour',
    });
    const response = await change(teacher, { district: 'Patna', postingBlock: 'Danapur' });
    expect(response.json<Account>()).toMatchObject({ district: 'Patna', postingBlock: 'Danapur' });
    const my = await test.call({ url: '/api/requests/my', token: teacher.token });
    const statuses = my
      .json<{ requests: TransferRequest[] }>()
      .requests.map(({ _id, status, user }) => [_id, status, user.district]);
    expect(statuses).toEqual([
      [open.request._id, 'active', 'Patna'],
      [fulfilled.request._id, 'withdrawn', 'Patna'],
    ]);
    const [, gone] = my.json().requests;
    expect(gone?.can).toMatchObject({ changeStatusTo: [], renew: false, edit: false });
    const seeker = await registerTeacher(test, { subject, district: 'Saran', postingBlock: 'Amnour' });
    const { matches } = await postRequest(test, seeker, { subject });
    expect(matches.map(({ user, isPerfectMatch }) => [user.name, isPerfectMatch])).toEqual([
      [teacher.user.name, true],
    ]);
  });
});

describe('the account of a teacher', () => {
  it('changes the given fields, and needs the password for a new email or phone', async () => {
    const teacher = await registerTeacher(test);
    expect((await change(teacher, { name: 'New Name', category: 'special' })).json<Account>()).toMatchObject({
      name: 'New Name',
      category: 'special',
      email: teacher.user.email,
    });
    const email = 'new-address@example.com';
    const without = await change(teacher, { email });
    expect(Object.keys(without.json<Problem>().fields ?? {})).toEqual(['currentPassword']);
    expect((await change(teacher, { email, currentPassword: 'not it' })).statusCode).toBe(400);
    expect((await change(teacher, { email, currentPassword: PASSWORD })).json<Account>().email).toBe(email);
    const other = await registerTeacher(test);
    const taken = await change(other, { email, currentPassword: PASSWORD });
    expect([taken.statusCode, taken.json<Problem>().code]).toEqual([409, 'email_taken']);
  });

  it.each([
    [{ role: 'admin' }, 'role'],
    [{ isPaid: true }, 'isPaid'],
    [{ _id: 'x' }, '_id'],
    [{ postingBlock: 'Danapur' }, 'postingBlock'],
    [{ desiredDistrict: 'Gaya', desiredBlock: 'Bodh Gaya' }, 'desiredBlock'],
    [{ recruitmentBatch: 'TRE 1' }, 'recruitmentBatch'],
    [{ name: null }, 'name'],
  ])('refuses %j at the field %s', async (body, field) => {
    const teacher = await registerTeacher(test);
    const response = await change(teacher, body);
    expect([response.statusCode, Object.keys(response.json<Problem>().fields ?? {})]).toEqual([400, [field]]);
  });

  it('has an employee id and a designation, which no other teacher sees', async () => {
    const teacher = await registerTeacher(test, { subject: 'Philosophy' });
    const stated = { teacherId: 'BR/2021 45-12', designation: 'विद्यालय अध्यापक' };
    expect((await change(teacher, stated)).json<Account>()).toMatchObject(stated);
    expect((await change(teacher, { schoolName: 'Another School' })).json<Account>()).toMatchObject(stated);
    expect((await change(teacher, { teacherId: '=1+1' })).statusCode).toBe(400);
    const { request } = await postRequest(test, teacher, { subject: 'Philosophy' });
    const other = await registerTeacher(test, { subject: 'Philosophy' });
    const seen = await test.call({ url: `/api/requests/${request._id}`, token: other.token });
    expect(seen.body).not.toContain('45-12');
    expect((await change(teacher, { teacherId: null })).json<Account>().teacherId).toBeNull();
  });

  it('accepts a new password, which ends every session', async () => {
    const teacher = await registerTeacher(test);
    const body = { currentPassword: PASSWORD, newPassword: 'another quiet orchard' };
    const put = (changed: object) =>
      test.call({
        method: 'PUT',
        url: '/api/auth/password',
        body: { ...body, ...changed },
        token: teacher.token,
      });
    expect(Object.keys((await put({ currentPassword: 'no' })).json<Problem>().fields ?? {})).toEqual([
      'currentPassword',
    ]);
    for (const newPassword of ['short', '123456', teacher.user.email]) {
      expect(Object.keys((await put({ newPassword })).json<Problem>().fields ?? {})).toEqual(['newPassword']);
    }
    const { token } = (await put({})).json<Session>();
    expect((await test.call({ url: '/api/auth/profile', token: teacher.token })).statusCode).toBe(401);
    expect((await test.call({ url: '/api/auth/profile', token })).statusCode).toBe(200);
    expect((await logIn(teacher.user.email, PASSWORD)).statusCode).toBe(401);
    expect((await logIn(teacher.user.email, body.newPassword)).statusCode).toBe(200);
  });

  it('is exported completely, and erased at once with all data that belongs to it', async () => {
    const teacher = await registerTeacher(test, { consentVersion: PRIVACY_NOTICE_VERSION });
    const { request } = await postRequest(test, teacher);
    const data = await test.call({ url: '/api/auth/export', token: teacher.token });
    const exported = data.json<{ account: Account; consent: unknown }>();
    expect(exported.account.email).toBe(teacher.user.email);
    expect(exported.consent).toEqual([{ version: PRIVACY_NOTICE_VERSION, given_at: teacher.user.createdAt }]);
    expect(data.body).toContain(request._id);
    expect(data.body).not.toContain('argon2');
    const erase = (password: string) =>
      test.call({ method: 'DELETE', url: '/api/auth/account', body: { password }, token: teacher.token });
    expect((await erase('not it')).statusCode).toBe(400);
    expect((await erase(PASSWORD)).statusCode).toBe(200);
    expect((await test.call({ url: '/api/auth/profile', token: teacher.token })).statusCode).toBe(401);
    expect((await logIn(teacher.user.email, PASSWORD)).statusCode).toBe(401);
    for (const table of ['requests', 'offers', 'sessions'] as const) {
      const rows = await test.database.db
        .selectFrom(table)
        .selectAll()
        .where('user_id', '=', teacher.user._id)
        .execute();
      expect(rows, table).toEqual([]);
    }
  });
});
