import { HIDDEN } from '@mutual-transfer/domain/accounts/user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdministrator, PASSWORD, registerTeacher } from '../../test/testing/factories.ts';
import { ringOfThree, ringsOf, steps, type Wisher, wish } from '../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const total = async (wisher: Wisher) => (await ringsOf(test, wisher)).total;
const untilTotal = (wisher: Wisher, count: number) => expect.poll(() => total(wisher)).toBe(count);

function setStatus({ teacher, requestId }: Wisher, status: string) {
  const url = `/api/requests/${requestId}/status`;
  return test.call({ method: 'PATCH', url, body: { status }, token: teacher.token });
}

describe('rings through a request', () => {
  it('appear once they close, with the viewer first and each member moving to the next one’s place', async () => {
    const wishers = await ringOfThree(test, 'Urdu');
    const [first, second, third] = wishers;
    await untilTotal(first, 1);
    const { rings } = await ringsOf(test, second);
    expect(rings.map(({ length }) => length)).toEqual([3]);
    expect(rings[0]?.members.map(({ requestId }) => requestId)).toEqual(
      [second, third, first].map(({ requestId }) => requestId),
    );
    expect(rings[0]?.members[0]).toMatchObject({
      user: { _id: second.teacher.user._id, desiredBlock: 'Amnour', subject: 'Urdu' },
      movesTo: { district: 'Saran', block: 'Amnour' },
    });
    expect(rings[0]?.members[2]?.movesTo).toEqual({ district: 'Patna', block: 'Danapur' });
  });

  it('disappear when the request of a member is pending or withdrawn, and reappear when it is active', async () => {
    const [first, second, third] = await ringOfThree(test, 'Sanskrit');
    await untilTotal(first, 1);
    for (const [wisher, away] of [
      [second, 'pending'],
      [third, 'withdrawn'],
    ] as const) {
      await setStatus(wisher, away);
      expect(await total(first), 'checked against the database at once').toBe(0);
      expect(await ringsOf(test, wisher)).toEqual({ rings: [], total: 0 });
      await setStatus(wisher, 'active');
      await untilTotal(first, 1);
    }
  });

  it('disappear when a member deletes the request, erases the account, is deactivated, or changes the posting', async () => {
    const administrator = await makeAdministrator(test);
    const ways: [subject: string, (wisher: Wisher) => Parameters<TestApp['call']>[0]][] = [
      ['Physics', ({ requestId }) => ({ method: 'DELETE', url: `/api/requests/${requestId}` })],
      ['Chemistry', () => ({ method: 'DELETE', url: '/api/auth/account', body: { password: PASSWORD } })],
      [
        'Biology',
        ({ teacher }) => ({
          method: 'PUT',
          url: `/api/admin/users/${teacher.user._id}/toggle-status`,
          token: administrator.token,
        }),
      ],
      [
        'Sociology',
        () => ({
          method: 'PUT',
          url: '/api/auth/profile',
          body: { district: 'Patna', postingBlock: 'Bihta' },
        }),
      ],
    ];
    for (const [subject, leave] of ways) {
      const [first, , third] = await ringOfThree(test, subject);
      await untilTotal(first, 1);
      const response = await test.call({ token: third.teacher.token, ...leave(third) });
      expect(response.statusCode, `${subject} ${response.body}`).toBe(200);
      expect(await total(first), subject).toBe(0);
    }
  });

  it('contain one subject, class level and category, and at least three teachers', async () => {
    const subject = 'Hindi';
    const first = await wish(test, steps[0], { registration: { subject, category: 'regular' } });
    await wish(test, steps[1], { registration: { subject, category: 'regular' } });
    await wish(test, steps[2], { registration: { subject } });
    await wish(test, steps[2], { registration: { subject: 'English', category: 'regular' } });
    await wish(test, [steps[0][1], steps[0][0]], { registration: { subject, category: 'regular' } });
    const last = await wish(test, steps[2], { registration: { subject, category: 'regular' } });
    await untilTotal(first, 1);
    const members = (await ringsOf(test, first)).rings[0]?.members;
    expect(members?.[2]?.requestId).toBe(last.requestId);
    expect(members?.map(({ user }) => user.category)).toEqual(['regular', 'regular', 'regular']);
  });

  it('are at most ten, shortest first, then by the longest wait', async () => {
    const subject = 'Music';
    const first = await wish(test, steps[0], { registration: { subject } });
    await wish(test, steps[1], { registration: { subject } });
    const closers: Wisher[] = [];
    for (let count = 0; count < 11; count++) {
      test.clock.now = new Date(test.clock.now.getTime() + 1_000);
      closers.push(await wish(test, steps[2], { registration: { subject } }));
    }
    await untilTotal(first, 10);
    const { rings } = await ringsOf(test, first);
    expect(rings.map(({ members }) => members[2]?.requestId)).toEqual(
      closers.slice(0, 10).map(({ requestId }) => requestId),
    );
  });
});

describe('rings of a request', () => {
  it('do not show hidden fields, except to their owner', async () => {
    const [first, second] = await ringOfThree(test, 'History');
    await test.call({
      method: 'PUT',
      url: `/api/requests/${second.requestId}/privacy`,
      body: { privacySettings: { hideName: true, hidePhone: true, hideEmail: false, hideSchoolName: true } },
      token: second.teacher.token,
    });
    await untilTotal(first, 1);
    const seen = (await ringsOf(test, first)).rings[0]?.members[1]?.user;
    expect(seen).toMatchObject({ name: HIDDEN, phone: HIDDEN, schoolName: HIDDEN });
    expect(seen?.email).toBe(second.teacher.user.email);
    expect((await ringsOf(test, second)).rings[0]?.members[0]?.user.name).toBe(second.teacher.user.name);
  });

  it.each(['rings', 'advice'])(
    'and advice are visible to the owner only, after payment if payment is required: %s',
    async (what) => {
      const [first, second] = await ringOfThree(test, what === 'rings' ? 'Geography' : 'Economics');
      const url = `/api/requests/${first.requestId}/${what}`;
      const statusOf = async (token?: string) => (await test.call({ url, token })).statusCode;
      expect(await statusOf()).toBe(401);
      expect(await statusOf(second.teacher.token)).toBe(404);
      await test.database.db
        .updateTable('payment_settings')
        .set({ is_payment_required: true, payment_amount: 10 })
        .execute();
      expect(await statusOf(first.teacher.token)).toBe(402);
      await test.database.db.updateTable('payment_settings').set({ is_payment_required: false }).execute();
      expect(await statusOf(first.teacher.token)).toBe(200);
    },
  );

  it('are 404 if the request is unknown', async () => {
    const { token } = await registerTeacher(test);
    const url = '/api/requests/01900000-0000-7000-8000-000000000000/rings';
    expect((await test.call({ url, token })).statusCode).toBe(404);
  });
});
