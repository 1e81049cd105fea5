import type { Account, Session } from '@mutual-transfer/domain/accounts/user';
import type { MatchList } from '@mutual-transfer/domain/matching/match';
import type { AlertList } from '@mutual-transfer/domain/notices/alert';
import type { Problem } from '@mutual-transfer/domain/problem';
import type { RequestList, TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCast } from '../testing/cast.ts';
import {
  postRequest,
  registerTeacher,
  registrationOf,
  requestOf,
  type TestTeacher,
} from '../testing/factories.ts';
import { goodCall } from '../testing/good-calls.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterEach(async () => {
  await test.database.db.updateTable('payment_settings').set({ is_payment_required: false }).execute();
});
afterAll(() => test.close());

const there = {
  district: 'Patna',
  postingBlock: 'Danapur',
  desiredDistrict: 'Gaya',
  desiredBlock: 'Bodh Gaya',
};

async function read<Answer>(url: string, { token }: Pick<TestTeacher, 'token'>): Promise<Answer> {
  const answer = await test.call({ url, token });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Answer>();
}

describe('one request', () => {
  it('is returned at its address with all fields to its owner, and to others with the fields that lists show', async () => {
    const owner = await registerTeacher(test);
    const { request } = await postRequest(test, owner, { privacySettings: { hidePhone: true } });
    expect(await read<TransferRequest>(`/api/requests/${request._id}`, owner)).toEqual(request);
    const reader = await registerTeacher(test);
    const seen = await read<TransferRequest>(`/api/requests/${request._id}`, reader);
    expect([seen.user.phone, seen.user.mobile, seen.can]).toEqual(['Hidden', 'Hidden', undefined]);
    const { requests } = await read<RequestList>('/api/requests', reader);
    expect(requests).toContainEqual(seen);
  });

  it('is 404 for others once it is no longer active, and without access or a session', async () => {
    const cast = await createCast(test);
    const url = `/api/requests/${cast.belongings.requestId}`;
    const status = async (token: string | undefined) => (await test.call({ url, token })).statusCode;
    expect(await status(undefined)).toBe(401);
    expect(await status(cast.tokens.unpaid)).toBe(402);
    expect(await status(cast.tokens.stranger)).toBe(200);
    const withdrawn = await test.call({
      ...goodCall('PATCH /api/requests/:id/status', cast),
      token: cast.tokens.owner,
    });
    expect(withdrawn.statusCode, withdrawn.body).toBe(200);
    expect([await status(cast.tokens.stranger), await status(cast.tokens.owner)]).toEqual([404, 200]);
  });

  it('has its address in the response that created it', async () => {
    const owner = await registerTeacher(test);
    const body = requestOf({ desiredBlock: 'Bihta' });
    const posted = await test.call({ method: 'POST', url: '/api/requests', body, token: owner.token });
    expect(posted.statusCode, posted.body).toBe(201);
    const { data } = posted.json();
    expect(posted.headers.location).toBe(`/api/requests/${data.request._id}`);
    expect(await read(String(posted.headers.location), owner)).toEqual(data.request);
  });
});

describe('the caller’s own lists', () => {
  it('contain every row once over all pages; a page past the end has only the total', async () => {
    const subject = { subject: 'Sanskrit', classRange: '9-10' };
    const owner = await registerTeacher(test, subject);
    const { request } = await postRequest(test, owner, subject);
    await postRequest(test, owner, { ...subject, desiredBlock: 'Bihta' });
    for (let number = 0; number < 5; number += 1) {
      const other = await registerTeacher(test, { ...subject, ...there });
      await test.call({
        method: 'POST',
        url: `/api/alerts/${owner.user._id}`,
        body: { message: 'Shall we swap?' },
        token: other.token,
      });
    }
    const matches = (query: string) => read<MatchList>(`/api/requests/${request._id}/matches${query}`, owner);
    const alerts = (query: string) =>
      read<AlertList>(`/api/alerts?includeHidden=true${query}`, owner).then(({ data }) => data);
    const all = await matches('');
    expect([all.total, all.pagination]).toEqual([
      5,
      { page: 1, limit: 100, total: 5, pages: 1, totalIsExact: true },
    ]);
    const pages = await Promise.all([1, 2, 3].map((page) => matches(`?limit=2&page=${page}`)));
    expect(pages.flatMap((page) => page.matches)).toEqual(all.matches);
    expect(pages.map((page) => page.pagination.pages)).toEqual([3, 3, 3]);
    const past = await matches('?limit=2&page=4');
    expect([past.matches, past.total, past.pagination.total]).toEqual([[], 5, 5]);

    const allAlerts = await alerts('');
    const alertPages = await Promise.all([1, 2, 3, 4].map((page) => alerts(`&limit=2&page=${page}`)));
    expect(alertPages.flatMap((page) => page.alerts)).toEqual(allAlerts.alerts);
    expect(allAlerts.pagination.total).toBe(allAlerts.alerts.length);
    expect(alertPages[3]?.pagination).toMatchObject({ page: 4, limit: 2, total: allAlerts.alerts.length });

    const mine = await read<RequestList>('/api/requests/my?limit=1&page=2', owner);
    expect([mine.requests.map(({ _id }) => _id), mine.pagination.total]).toEqual([[request._id], 2]);
    expect((await read<RequestList>('/api/requests/my?page=7', owner)).requests).toEqual([]);
    expect((await test.call({ url: '/api/requests/my?limit=101', token: owner.token })).statusCode).toBe(400);
  });

  it('explain each match in sentences and in codes, in the same order', async () => {
    const subject = { subject: 'Urdu', classRange: '1-5' };
    const owner = await registerTeacher(test, { ...subject, ...there });
    const { request } = await postRequest(test, owner, {
      ...subject,
      desiredDistrict: 'Gaya',
      desiredBlock: 'Bodh Gaya',
    });
    await registerTeacher(test, subject);
    const { matches } = await read<MatchList>(`/api/requests/${request._id}/matches`, owner);
    expect(matches[0]?.criteria).toEqual([
      { code: 'subject', value: 'Urdu' },
      { code: 'classRange', value: '1-5' },
      { code: 'categoryNotStated' },
      { code: 'postedDistrict', value: 'Gaya' },
      { code: 'postedBlock', value: 'Bodh Gaya' },
      { code: 'wantsDistrict', value: 'Patna' },
      { code: 'wantsBlock', value: 'Danapur' },
    ]);
    expect(matches[0]?.matchCriteria).toHaveLength(7);
  });
});

describe('fields of a person with two names', () => {
  const aliased = (body: Record<string, unknown>) => {
    const { phone: mobile, district: currentDistrict, postingBlock: currentBlock, ...rest } = body;
    return { ...rest, mobile, currentDistrict, currentBlock };
  };
  const register = (body: Record<string, unknown>) =>
    test.call({ method: 'POST', url: '/api/auth/register', body });

  it('are accepted under the second name at registration, and returned under both names with every person', async () => {
    const registered = await register(aliased(await registrationOf(test, { phone: '9876543210' })));
    expect(registered.statusCode, registered.body).toBe(201);
    expect(registered.headers.location).toBe('/api/auth/profile');
    const { user, token } = registered.json<Session>();
    const both = { phone: '9876543210', mobile: '9876543210', district: 'Gaya', currentDistrict: 'Gaya' };
    expect(user).toMatchObject({ ...both, postingBlock: 'Bodh Gaya', currentBlock: 'Bodh Gaya' });
    expect(await read<Account>('/api/auth/profile', { token })).toEqual(user);
    const visitor = await test.call({ url: '/api/requests/public' });
    const [card] = visitor.json().requests;
    expect(card?.user.currentDistrict).toBe(card?.user.district);
    expect(Object.keys(card?.user ?? {})).not.toContain('mobile');
  });

  it('are refused at the second name if the values differ', async () => {
    const body = await registrationOf(test);
    const differing = { mobile: '9876543219', currentDistrict: 'Patna', currentBlock: 'Danapur' };
    for (const [alias, value] of Object.entries(differing)) {
      const refused = await register({ ...body, [alias]: value });
      expect([refused.statusCode, Object.keys(refused.json<Problem>().fields ?? {})]).toEqual([400, [alias]]);
    }
    const same = await register({ ...body, mobile: body.phone, currentDistrict: body.district });
    expect(same.statusCode, same.body).toBe(201);
  });

  it('change the profile under either name', async () => {
    const teacher = await registerTeacher(test);
    const change = (body: object) =>
      test.call({ method: 'PUT', url: '/api/auth/profile', body, token: teacher.token });
    const moved = await change({ currentDistrict: 'Siwan', currentBlock: 'Siwan' });
    expect(moved.json<Account>()).toMatchObject({
      district: 'Siwan',
      postingBlock: 'Siwan',
      currentBlock: 'Siwan',
    });
    const refused = await change({ currentBlock: 'Maharajganj', postingBlock: 'Siwan' });
    expect([refused.statusCode, Object.keys(refused.json<Problem>().fields ?? {})]).toEqual([
      400,
      ['currentBlock'],
    ]);
  });
});
