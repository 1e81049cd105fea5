import type { Growth, PeopleList, PersonPage } from '@mutual-transfer/domain/administration/administration';
import type { AdministratorList } from '@mutual-transfer/domain/administration/administrator';
import type { AuditList } from '@mutual-transfer/domain/administration/audit-log';
import type { Alert } from '@mutual-transfer/domain/notices/alert';
import type { Problem } from '@mutual-transfer/domain/problem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agreed } from '../../test/testing/agreements.ts';
import {
  makeAdministrator,
  postRequest,
  registerTeacher,
  type TestTeacher,
} from '../../test/testing/factories.ts';
import { ringOfThree } from '../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;
let admin: TestTeacher;

beforeAll(async () => {
  test = await startTestApp();
  admin = await makeAdministrator(test);
});
afterAll(() => test.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const call = (method: Method, url: string, body?: object, token = admin.token) =>
  test.call({ method, url: `/api/admin/${url}`, token, ...(body ? { body } : {}) });

async function pageOf(teacher: TestTeacher): Promise<PersonPage> {
  const response = await call('GET', `users/${teacher.user._id}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<PersonPage>();
}

async function noticesOf(teacher: TestTeacher): Promise<Alert[]> {
  const response = await test.call({ url: '/api/alerts', token: teacher.token });
  return response.json().data.alerts;
}

describe('the page of one teacher', () => {
  it('shows profile, requests, alerts sent, sessions and history, including hidden values, and is audited', async () => {
    const subject = 'Economics';
    const teacher = await registerTeacher(test, { subject, name: 'Page Person' });
    const other = await registerTeacher(test, {
      subject,
      district: 'Patna',
      postingBlock: 'Danapur',
      desiredDistrict: 'Gaya',
      desiredBlock: 'Any block',
    });
    await postRequest(test, teacher, { subject, privacySettings: { hidePhone: true } });
    await test.call({
      method: 'POST',
      url: `/api/alerts/${other.user._id}`,
      body: { message: 'Shall we swap?' },
      token: teacher.token,
    });
    await pageOf(teacher);
    const page = await pageOf(teacher);
    expect(page.user).toMatchObject({ name: 'Page Person', phone: teacher.user.phone });
    expect(page.requests.map(({ status, user }) => [status, user.phone])).toEqual([
      ['active', teacher.user.phone],
    ]);
    expect(page.alertsSent).toMatchObject([
      { to: { _id: other.user._id }, message: 'Shall we swap?', isRead: false },
    ]);
    expect(page.sessions.length).toBe(1);
    expect(page.history.map(({ action }) => action)).toContain('look.user');
  });

  it('answers 404 for an unknown id and 403 for an administrator', async () => {
    expect((await call('GET', 'users/01900000-0000-7000-8000-000000000000')).statusCode).toBe(404);
    expect((await call('GET', `users/${admin.user._id}`)).statusCode).toBe(403);
  });
});

describe('a correction', () => {
  it('changes the given fields and the teacher’s offers, and audits field names and reason without values', async () => {
    const teacher = await registerTeacher(test);
    const { request } = await postRequest(test, teacher, { desiredBlock: 'Bihta' });
    const response = await call('PUT', `users/${teacher.user._id}`, {
      phone: '9876500001',
      posting: { district: 'Patna', postingBlock: 'Bihta' },
      reason: 'As the service book says',
    });
    expect(response.json()).toMatchObject({ phone: '9876500001', postingBlock: 'Bihta' });
    const page = await pageOf(teacher);
    expect(page.requests.map(({ _id, status }) => [_id, status])).toEqual([[request._id, 'withdrawn']]);
    const entry = page.history.find(({ action }) => action === 'user.correct');
    expect(entry?.details).toEqual({ changed: ['phone', 'posting'], reason: 'As the service book says' });
  });

  it('that is repeated has no second entry in the audit log, and keeps the joining date', async () => {
    const teacher = await registerTeacher(test, { name: 'Repeated Correction' });
    const { district, postingBlock } = teacher.user;
    const correction = { name: 'Corrected Name', posting: { district, postingBlock }, reason: 'A letter' };
    await test.call({
      method: 'PUT',
      url: '/api/auth/profile',
      token: teacher.token,
      body: { joinedOn: '2020-07-01' },
    });
    for (const _time of [1, 2]) {
      const corrected = await call('PUT', `users/${teacher.user._id}`, correction);
      expect(corrected.json()).toMatchObject({ name: 'Corrected Name', joinedOn: '2020-07-01' });
    }
    const { history } = await pageOf(teacher);
    expect(history.filter(({ action }) => action === 'user.correct')).toHaveLength(1);
  });

  it.each([
    [{ phone: '9876500002' }, 400],
    [{ reason: 'Nothing is changed' }, 400],
    [{ posting: { district: 'Patna', postingBlock: 'Any block' }, reason: 'x' }, 400],
    [{ phone: 'x', reason: 'x' }, 400],
    [{ role: 'admin', reason: 'x' }, 400],
  ])('refuses %j', async (body, status) => {
    const teacher = await registerTeacher(test);
    expect((await call('PUT', `users/${teacher.user._id}`, body)).statusCode).toBe(status);
  });

  it('without a field asks for one', async () => {
    const teacher = await registerTeacher(test);
    const refused = await call('PUT', `users/${teacher.user._id}`, { reason: 'Nothing is changed' });
    expect(refused.json<Problem>().message).toBe('Please give at least one field to correct.');
  });

  it('refuses the email of another account, and an administrator’s account', async () => {
    const [first, second] = [await registerTeacher(test), await registerTeacher(test)];
    const body = { email: second.user.email, reason: 'A wrong letter' };
    const taken = await call('PUT', `users/${first.user._id}`, body);
    expect([taken.statusCode, taken.json<Problem>().code]).toEqual([409, 'email_taken']);
    expect((await call('PUT', `users/${admin.user._id}`, { name: 'Another', reason: 'x' })).statusCode).toBe(
      403,
    );
  });
});

describe('a verification', () => {
  it('and its removal have no second effect when they are repeated', async () => {
    const teacher = await registerTeacher(test, { name: 'Repeated Verification' });
    const url = `users/${teacher.user._id}/verification`;
    const actions = async () =>
      (await pageOf(teacher)).history
        .map(({ action }) => action)
        .filter((action) => action.endsWith('verify'));
    await call('PUT', url, { note: 'Service book' });
    const { verification } = await pageOf(teacher);
    const again = await call('PUT', url, { note: 'Service book' });
    expect([again.statusCode, (await pageOf(teacher)).verification]).toEqual([200, verification]);
    for (const _time of [1, 2]) expect((await call('DELETE', url)).statusCode).toBe(200);
    expect((await actions()).toSorted()).toEqual(['user.unverify', 'user.verify']);
  });
});

describe('a removal', () => {
  it('deletes a request and notifies its teacher of the reason', async () => {
    const teacher = await registerTeacher(test);
    const { request } = await postRequest(test, teacher);
    const url = `requests/${request._id}/removal`;
    expect((await call('POST', url, {})).statusCode).toBe(400);
    expect((await call('POST', url, { reason: 'It asks for money' })).statusCode).toBe(200);
    expect((await call('POST', url, { reason: 'It asks for money' })).statusCode).toBe(404);
    expect((await pageOf(teacher)).requests).toEqual([]);
    expect((await noticesOf(teacher))[0]).toMatchObject({
      kind: 'request_removed',
      message: expect.stringContaining('It asks for money'),
    });
  });

  it('deletes a message and notifies its sender of the reason', async () => {
    const subject = 'Chemistry';
    const sender = await registerTeacher(test, { subject });
    const recipient = await registerTeacher(test, {
      subject,
      district: 'Patna',
      postingBlock: 'Danapur',
      desiredDistrict: 'Gaya',
      desiredBlock: 'Any block',
    });
    const body = { message: 'Pay me' };
    await test.call({ method: 'POST', url: `/api/alerts/${recipient.user._id}`, body, token: sender.token });
    const [alert] = await noticesOf(recipient);
    const url = `alerts/${alert?._id}/removal`;
    expect((await call('POST', url, { reason: 'It asks for money' })).statusCode).toBe(200);
    expect(await noticesOf(recipient)).toEqual([]);
    expect((await noticesOf(sender))[0]).toMatchObject({ kind: 'message_removed' });
  });
});

describe('administrators', () => {
  const list = async () => (await call('GET', 'administrators')).json<AdministratorList>().administrators;

  it('create and erase one another, except the last one, even when two erase each other', async () => {
    const made = await call('POST', 'administrators', {
      name: 'Second Head',
      email: 'second-head@example.com',
      password: 'a lamp beside the river',
    });
    expect(made.statusCode, made.body).toBe(201);
    const second = (await list()).find(({ email }) => email === 'second-head@example.com');
    const results = await Promise.all(
      [admin.user._id, second?._id].map((id) => call('DELETE', `administrators/${id}`)),
    );
    expect(results.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(
      (await test.database.db.selectFrom('users').select('id').where('role', '=', 'admin').execute()).length,
    ).toBe(1);
  });

  it('cannot erase their own account as the last one', async () => {
    await test.database.db.deleteFrom('users').where('role', '=', 'admin').execute();
    admin = await makeAdministrator(test);
    const body = { password: admin.password };
    const refused = await test.call({ method: 'DELETE', url: '/api/auth/account', body, token: admin.token });
    expect([refused.statusCode, refused.json<Problem>().code]).toEqual([409, 'last_administrator']);
    expect((await call('DELETE', `administrators/${admin.user._id}`)).statusCode).toBe(409);
  });
});

describe('the list of teachers', () => {
  it('is sorted, filtered, and searched by id and place', async () => {
    const subject = 'Music';
    const at = { subject, district: 'Banka', postingBlock: 'Amarpur' };
    const first = await registerTeacher(test, { ...at, name: 'Zubeda' });
    const second = await registerTeacher(test, { ...at, name: 'Abha' });
    const names = async (query: string) =>
      (await call('GET', `users?${query}`)).json<PeopleList>().users.map(({ name }) => name);
    expect(await names('district=Banka&subject=Music')).toEqual(['Abha', 'Zubeda']);
    expect(await names('district=Banka&sort=oldest')).toEqual(['Zubeda', 'Abha']);
    expect(await names('district=Banka&sort=-joined')).toEqual(['Abha', 'Zubeda']);
    expect(await names('district=Banka&sort=-name')).toEqual(['Zubeda', 'Abha']);
    for (const sort of ['district', '-subject', 'school', '-paid', 'amount'])
      expect(await names(`district=Banka&sort=${sort}`), sort).toHaveLength(2);
    expect(await names('search=amarpur&sort=name')).toEqual(['Abha', 'Zubeda']);
    expect(await names('search=banka&sort=name')).toEqual(['Abha', 'Zubeda']);
    expect(await names('search=Katoria')).toEqual([]);
    expect(await names(`search=${first.user._id}`)).toEqual(['Zubeda']);
    await call('PUT', `users/${second.user._id}/toggle-status`);
    expect(await names('district=Banka&isActive=false')).toEqual(['Abha']);
    expect(await names('district=Banka&isPaid=true')).toEqual([]);
    expect(await names('district=Banka&subject=Music&isPaid=false&sort=name')).toEqual(['Abha', 'Zubeda']);
    await test.database.db
      .updateTable('users')
      .set({ verified_at: new Date(), verified_how: 'phone_code' })
      .where('id', '=', first.user._id)
      .execute();
    expect(await names('district=Banka&isVerified=true')).toEqual(['Zubeda']);
    expect(await names('district=Banka&isVerified=false')).toEqual(['Abha']);
    expect((await call('GET', 'users?district=Nowhere')).statusCode).toBe(400);
  });
});

describe('figures and files', () => {
  it('figures are counted by day in India’s time', async () => {
    const teacher = await registerTeacher(test);
    const { request } = await postRequest(test, teacher);
    for (const status of ['pending', 'completed']) {
      const url = `/api/requests/${request._id}/status`;
      await test.call({ method: 'PATCH', url, body: { status }, token: teacher.token });
    }
    const india = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });
    const today = india.format(test.clock.now);
    const { days } = (await call('GET', `growth?from=${today}&to=${today}`)).json<Growth>();
    expect(days).toMatchObject([{ day: today, completed: 1, payments: 0, income: 0 }]);
    expect(days[0]?.registrations).toBeGreaterThan(1);
    expect((await call('GET', 'growth?from=2026-13-01')).statusCode).toBe(400);
  });

  it('teachers, payments and the audit log are downloaded as CSV with escaped formulas, and each download is audited', async () => {
    await registerTeacher(test, { schoolName: '＝HYPERLINK(1)' });
    const teachers = await call('GET', 'users.csv');
    expect(teachers.headers['content-type']).toContain('text/csv');
    expect(teachers.body).toContain("'＝HYPERLINK(1)");
    expect((await call('GET', 'payments.csv')).body).toContain('Receipt,Settled at');
    expect((await call('GET', 'audit.csv?action=download.users')).body.split('\r\n').length).toBe(3);
    const { entries } = (await call('GET', 'audit?action=download.payments')).json<AuditList>();
    expect(entries.length).toBe(1);
    const { body } = await call('GET', 'audit.csv?action=download.audit');
    expect(body).toMatch(/,[^,]*: Downloaded the audit log,/);
    expect(body.split('\r\n')[0]).toContain('Time,Sentence,Actor');
    const none = await call('GET', 'payments.csv?search=a+name+of+no+teacher');
    expect(none.body.trim().split('\n')).toHaveLength(1);
  });

  it('a downloaded list has class levels in words, because a spreadsheet reads 6-8 as a day', async () => {
    await agreed(test, await ringOfThree(test, 'Urdu'));
    for (const list of ['users.csv', 'agreements.csv']) {
      const read = (language: string) => {
        const headers = { 'accept-language': language };
        return test.call({ url: `/api/admin/${list}`, token: admin.token, headers });
      };
      const [english, hindi] = [(await read('en')).body, (await read('hi')).body];
      expect(english).toContain(',Class 6 to 8,');
      expect(hindi).toContain(',कक्षा 6 से 8,');
      expect(`${english}${hindi}`).not.toMatch(/,(1-5|6-8|9-10|11-12),/);
    }
  });

  it('a downloaded list has headings and words in the reader’s language', async () => {
    const lists = ['users', 'agreements', 'consents', 'objections', 'reports', 'held-texts', 'audit'];
    for (const list of [...lists, 'payments', 'growth', 'undelivered', 'contact-patterns']) {
      const headers = { 'accept-language': 'hi' };
      const file = await test.call({ url: `/api/admin/${list}.csv`, token: admin.token, headers });
      const [head = '', first = ''] = file.body.replace('\uFEFF', '').split('\r\n');
      expect(head, list).toMatch(/^[\p{Script=Devanagari}, ]+$/u);
      if (list === 'users') expect(first).toMatch(/,हाँ,/);
      if (list === 'agreements') expect(first).toMatch(/,सहमत,.*,उर्दू,कक्षा 6 से 8,/);
    }
  });

  it('a downloaded list has a file name in the reader’s language', async () => {
    const nameIn = async (language: string) => {
      const headers = { 'accept-language': language };
      const { token } = admin;
      const file = await test.call({ url: '/api/admin/users.csv', token, headers });
      return file.headers['content-disposition'];
    };
    expect(await nameIn('en')).toContain("filename*=UTF-8''teachers.csv");
    expect(await nameIn('hi')).toContain(`filename*=UTF-8''${encodeURIComponent('शिक्षक.csv')}`);
  });
});
