import type { Problem } from '@mutual-transfer/domain/problem';
import { nothingHidden, type RequestList } from '@mutual-transfer/domain/requests/transfer-request';
import { describe, expect, it } from 'vitest';
import {
  makeAdministrator,
  PASSWORD,
  postRequest,
  registerTeacher,
  requestOf,
} from '../../test/testing/factories.ts';
import { administratorTest } from '../../test/testing/fixtures.ts';

const { test, administrator: admin, call } = await administratorTest();

const impersonate = (id: string, body?: object, token?: string) =>
  call('POST', `impersonate/${id}`, body, token);

describe('impersonation', () => {
  it('can read what the teacher can read for an hour, cannot write, and is audited', async () => {
    const teacher = await registerTeacher(test);
    const { request } = await postRequest(test, teacher);
    const response = await impersonate(teacher.user._id, { reason: 'They asked for help' });
    const { token, user, impersonatedBy } = response.json();
    expect(user._id).toBe(teacher.user._id);
    expect(impersonatedBy).toEqual({ _id: admin.user._id, name: 'The Administrator' });
    const as = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: object) =>
      test.call({ method, url: `/api/${url}`, token, ...(body ? { body } : {}) });
    expect((await as('GET', 'requests/my')).json<RequestList>().requests).toHaveLength(1);
    const refused = [
      await as('POST', 'requests', requestOf()),
      await as('PUT', `requests/${request._id}/privacy`, { privacySettings: nothingHidden }),
      await as('POST', `requests/${request._id}/renewal`),
      await as('POST', 'auth/logout'),
      await as('GET', 'auth/export'),
      await as('DELETE', `requests/${request._id}`),
      await as('PATCH', `requests/${request._id}/status`, { status: 'pending' }),
      await as('POST', 'payment/create-order'),
      await as('PUT', 'auth/password', { currentPassword: PASSWORD, newPassword: 'an entirely new one' }),
      await as('DELETE', 'auth/account', { password: PASSWORD }),
      await as('POST', `alerts/${admin.user._id}`, { message: 'Hello' }),
      // Calls that every signed-in user may make are refused to an impersonator.
      await as('POST', 'auth/register', {}),
      await as('POST', 'auth/login', {}),
    ];
    expect((await as('GET', 'requests/public')).statusCode).toBe(200);
    for (const answer of refused) {
      expect([answer.statusCode, answer.json<Problem>().code]).toEqual([403, 'while_impersonating']);
    }
    expect((await as('GET', 'admin/users')).statusCode).toBe(403);
    expect((await as('POST', `admin/impersonate/${teacher.user._id}`)).statusCode).toBe(403);
    const { entries } = (await call('GET', `audit?person=${teacher.user._id}&limit=100`)).json();
    expect(entries.find(({ action }) => action === 'user.impersonate')).toMatchObject({
      actor: 'The Administrator',
      subject: teacher.user.name,
      details: { reason: 'They asked for help' },
    });
    expect(entries.find(({ action }) => action === 'impersonated GET /api/requests/my')).toMatchObject({
      impersonator: 'The Administrator',
    });
    const refusal = entries.find(({ action }) => action === 'impersonated PUT /api/requests/:id/privacy');
    expect(refusal).toMatchObject({ subject: teacher.user.name, details: { id: request._id } });
    const isRefused = (route: string) =>
      entries.find(({ action }) => action === `impersonated ${route}`)?.isRefused;
    expect(['GET /api/auth/export', 'GET /api/admin/users', 'GET /api/requests/my'].map(isRefused)).toEqual([
      ...[true, true, false],
    ]);
    const ofAnyone = ['POST /api/auth/register', 'POST /api/auth/login', 'GET /api/requests/public'];
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(ofAnyone.map((route) => `impersonated ${route}`)),
    );
    test.clock.now = new Date(test.clock.now.getTime() + 60 * 60_000);
    expect((await as('GET', 'requests/my')).statusCode).toBe(401);
    // With an expired token the caller counts as a visitor, who may sign in.
    expect((await as('POST', 'auth/login', {})).statusCode).toBe(400);
  });

  it('gets a response only after the call was written to the audit log', async () => {
    const teacher = await registerTeacher(test);
    const { token } = (await impersonate(teacher.user._id)).json();
    const { pool } = test.database;
    await pool.query('alter table audit_log rename to audit_log_away');
    try {
      for (const url of ['/api/auth/profile', '/api/requests/public']) {
        const answer = await test.call({ url, token });
        expect(answer.statusCode).toBe(500);
        expect(answer.body).not.toContain(teacher.user.email);
      }
    } finally {
      await pool.query('alter table audit_log_away rename to audit_log');
    }
  });

  it('can read what the teacher could read after paying', async () => {
    const teacher = await registerTeacher(test);
    const settings = { isPaymentRequired: true, paymentAmount: 10 };
    await test.call({ method: 'PUT', url: '/api/payment/settings', body: settings, token: admin.token });
    try {
      const { token } = (await impersonate(teacher.user._id)).json();
      expect((await test.call({ url: '/api/requests', token: teacher.token })).statusCode).toBe(402);
      expect((await test.call({ url: '/api/requests', token })).statusCode).toBe(200);
    } finally {
      await test.database.db.updateTable('payment_settings').set({ is_payment_required: false }).execute();
    }
  });

  it.each(['logs out', 'changes the password', 'is deactivated', 'returns to the panel'] as const)(
    'ends when the administrator %s',
    async (ending) => {
      const teacher = await registerTeacher(test);
      const other = await makeAdministrator(test);
      const viewed = await test.call({
        method: 'POST',
        url: `/api/admin/impersonate/${teacher.user._id}`,
        token: other.token,
      });
      const { token } = viewed.json();
      const status = async () => (await test.call({ url: '/api/auth/profile', token })).statusCode;
      expect(await status()).toBe(200);
      const { token: own } = other;
      const body = { currentPassword: PASSWORD, newPassword: 'an entirely new one' };
      const { db } = test.database;
      await {
        'logs out': () => test.call({ method: 'POST', url: '/api/auth/logout', token: own }),
        'changes the password': () =>
          test.call({ method: 'PUT', url: '/api/admin/password', body, token: own }),
        'is deactivated': () =>
          db.updateTable('users').set({ is_active: false }).where('id', '=', other.user._id).execute(),
        'returns to the panel': () =>
          test.call({ method: 'DELETE', url: '/api/admin/impersonate', token: own }),
      }[ending]();
      expect(await status()).toBe(401);
    },
  );
});
