import type { Account } from '@mutual-transfer/domain/accounts/user';
import type { Alert } from '@mutual-transfer/domain/notices/alert';
import { nothingHidden } from '@mutual-transfer/domain/requests/transfer-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  makeAdministrator,
  postRequest,
  registerTeacher,
  type TestTeacher,
} from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { expireRequests } from '../people/requests-by-clock.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const swapped = {
  district: 'Patna',
  postingBlock: 'Danapur',
  desiredDistrict: 'Gaya',
  desiredBlock: 'Bodh Gaya',
};

let subjects = ['History', 'Geography', 'Physics', 'Chemistry', 'Biology', 'Music', 'Urdu', 'Economics'];

/** Creates a viewer with a request, and a second teacher whom the viewer looks up. Both are the only teachers of their subject. */
async function pair(own: object = {}) {
  const [subject = '', ...rest] = subjects;
  subjects = rest;
  const viewer = await registerTeacher(test, { subject });
  const { request } = await postRequest(test, viewer, { subject });
  const other = await registerTeacher(test, {
    ...swapped,
    subject,
    name: 'Shy Person',
    privacySettings: own,
  });
  const matches = async () => {
    const answer = await test.call({ url: `/api/requests/${request._id}/matches`, token: viewer.token });
    return answer.json();
  };
  const post = (hides: object) =>
    postRequest(test, other, {
      desiredDistrict: 'Gaya',
      desiredBlock: 'Bodh Gaya',
      subject,
      privacySettings: hides,
    });
  return { viewer, other, matches, post };
}

const hide = (teacher: TestTeacher, settings: object) =>
  test.call({
    method: 'PUT',
    url: '/api/auth/privacy',
    body: { privacySettings: { ...nothingHidden, ...settings } },
    token: teacher.token,
  });

async function senderSeenBy(teacher: TestTeacher, query = '') {
  const answer = await test.call({ url: `/api/alerts${query}`, token: teacher.token });
  const { alerts } = answer.json<{ data: { alerts: Alert[] } }>().data;
  return alerts.find(({ kind }) => kind === 'message')?.fromUser;
}

const send = async (from: TestTeacher, to: TestTeacher) => {
  const answer = await test.call({
    method: 'POST',
    url: `/api/alerts/${to.user._id}`,
    body: { message: 'Shall we swap?' },
    token: from.token,
  });
  expect(answer.statusCode).toBe(201);
};

describe('the fields that a person hides', () => {
  it('are hidden from registration on, without a request', async () => {
    const { other, matches } = await pair({ hideName: true, hideSchoolName: true });
    expect(other.user.privacySettings).toEqual({ ...nothingHidden, hideName: true, hideSchoolName: true });
    expect((await matches()).matches[0]?.user).toMatchObject({
      name: 'Hidden',
      schoolName: 'Hidden',
      phone: 'Hidden',
      email: 'Hidden',
    });
  });

  it('are changed by their owner at any time, and returned with the account', async () => {
    const { other, matches } = await pair();
    expect((await matches()).matches[0]?.user.name).toBe('Shy Person');
    const changed = await hide(other, { hideName: true });
    expect([changed.statusCode, changed.json<Account>().privacySettings.hideName]).toEqual([200, true]);
    expect((await matches()).matches[0]?.user.name).toBe('Hidden');
    expect((await hide(other, {})).statusCode).toBe(200);
    expect((await matches()).matches[0]?.user.name).toBe('Shy Person');
    expect(
      (await test.call({ method: 'PUT', url: '/api/auth/privacy', token: other.token, body: {} })).statusCode,
    ).toBe(400);
  });

  it('are not searched, even if no request hides them', async () => {
    const { viewer, other, post } = await pair();
    await post({});
    const found = async () => {
      const answer = await test.call({ url: '/api/requests?search=shy', token: viewer.token });
      return answer.json().requests.filter(({ user }) => user._id === other.user._id);
    };
    expect(await found()).toHaveLength(1);
    await hide(other, { hideName: true });
    expect(await found()).toHaveLength(0);
  });
});

describe('when the last request of a teacher ends', () => {
  const ends: Record<string, (teacher: TestTeacher, id: string) => Promise<unknown>> = {
    withdrawn: (teacher, id) => step(teacher, id, 'withdrawn'),
    completed: async (teacher, id) => {
      await step(teacher, id, 'pending');
      await step(teacher, id, 'completed');
    },
    expired: async (_teacher, id) => {
      const { db } = test.database;
      await db.updateTable('requests').set({ expires_at: test.clock.now }).where('id', '=', id).execute();
      await expireRequests(db, test.clock.now);
    },
    deleted: (teacher, id) =>
      test.call({ method: 'DELETE', url: `/api/requests/${id}`, token: teacher.token }),
  };
  const step = (teacher: TestTeacher, id: string, status: string) =>
    test.call({
      method: 'PATCH',
      url: `/api/requests/${id}/status`,
      body: { status },
      token: teacher.token,
    });

  it.each(Object.keys(ends))(
    '(%s) hidden fields stay hidden, and the teacher is offered to no other teacher',
    async (how) => {
      const { viewer, other, matches, post } = await pair();
      const { request } = await post({ hideName: true, hideSchoolName: true });
      await send(other, viewer);
      expect((await matches()).total).toBe(1);
      await ends[how]?.(other, request._id);
      expect(await matches()).toMatchObject({ matches: [], total: 0 });
      const hidden = { name: 'Hidden', schoolName: 'Hidden', phone: 'Hidden', email: 'Hidden' };
      expect(await senderSeenBy(viewer)).toMatchObject(hidden);
      expect((await test.call({ url: '/api/auth/profile', token: other.token })).json()).toMatchObject({
        privacySettings: nothingHidden,
      });
      // Only the owner can show the fields again.
      await hide(other, {});
      expect(await senderSeenBy(viewer)).toMatchObject({
        ...hidden,
        name: 'Shy Person',
        schoolName: 'Rajkiya Madhya Vidyalaya',
      });
    },
  );
});

it('a deactivated teacher is shown nowhere, not even in old alerts', async () => {
  const administrator = await makeAdministrator(test);
  const { viewer, other, matches, post } = await pair();
  await post({});
  await send(other, viewer);
  expect(await senderSeenBy(viewer)).toMatchObject({ name: 'Shy Person', phone: other.user.phone });
  const url = `/api/admin/users/${other.user._id}/toggle-status`;
  await test.call({ method: 'PUT', url, token: administrator.token });
  expect(await senderSeenBy(viewer)).toBeUndefined();
  const sender = await senderSeenBy(viewer, '?includeHidden=true');
  const { _id, ...shown } = sender ?? {};
  expect(new Set(Object.values(shown))).toEqual(new Set(['Hidden', '', false]));
  expect((await matches()).total).toBe(0);
});
