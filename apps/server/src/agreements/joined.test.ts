import type { Alert } from '@mutual-transfer/domain/notices/alert';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agreed, removeEveryone, seen } from '../../test/testing/agreements.ts';
import { makeAdministrator, PASSWORD, postRequest } from '../../test/testing/factories.ts';
import { ringOfThree, type Wisher } from '../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { DAYS_TO_TAKE_BACK } from '../people/bound-requests.ts';
import { deleteExpired } from '../platform/retention.ts';

let test: TestApp;
let ring: [Wisher, Wisher, Wisher];
let id: string;

beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  await removeEveryone(test);
  ring = await ringOfThree(test, 'Urdu');
  id = await agreed(test, ring);
  await tick(ring[2], 'submitted');
});
afterAll(() => test.close());

const DANAPUR = { district: 'Patna', postingBlock: 'Danapur' };

const call = (
  { teacher }: Wisher,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
  headers: Record<string, string> = {},
) => test.call({ method, url, token: teacher.token, headers, ...(body ? { body } : {}) });
async function tick(who: Wisher, step: string) {
  const response = await call(who, 'POST', `/api/agreements/${id}/steps`, { step });
  expect(response.statusCode, response.body).toBe(200);
}
const profile = async (who: Wisher) => (await call(who, 'GET', '/api/auth/profile')).json();
const own = async (who: Wisher, query = '') =>
  (await call(who, 'GET', `/api/requests/my${query}`)).json<{ requests: TransferRequest[] }>().requests;
const statusOf = async (who: Wisher, requestId = who.requestId) =>
  (await own(who)).find(({ _id }) => _id === requestId)?.status;
const messages = async (who: Wisher, kind: Alert['kind']) =>
  (await call(who, 'GET', '/api/alerts'))
    .json<{ data: { alerts: Alert[] } }>()
    .data.alerts.filter((alert) => alert.kind === kind)
    .map(({ message }) => message);
const also = async (who: Wisher, overrides: object) =>
  (await postRequest(test, who.teacher, { subject: 'Urdu', ...overrides })).request._id;
const byOffice = async (method: 'POST' | 'DELETE', step: string, body: object) => {
  const { token } = await makeAdministrator(test);
  const url = `/api/admin/agreements/${id}/${step}`;
  const response = await test.call({ method, url, body, token });
  expect(response.statusCode, response.body).toBe(200);
};
const leftBlocks = async () =>
  (await test.database.db.selectFrom('requests').select('left_block').execute()).flatMap(
    ({ left_block }) => left_block ?? [],
  );

describe('a member who joined', () => {
  it('moves to the place of their seat and gets a notice, while the others still wait', async () => {
    // The next member works elsewhere by now. The seat has the place that was agreed.
    await call(ring[1], 'PUT', '/api/auth/profile', { postingBlock: 'Bihta' });
    await tick(ring[0], 'joined');
    expect(await profile(ring[0])).toMatchObject({ ...DANAPUR, schoolName: '' });
    expect(await messages(ring[0], 'moved')).toEqual([expect.stringMatching(/moved to Danapur, Patna/)]);
    expect(await messages(ring[1], 'moved')).toEqual([]);
    expect(await messages(ring[1], 'agreement_step')).toHaveLength(2);
    const hindi = await test.call({
      url: '/api/alerts',
      token: ring[0].teacher.token,
      headers: { 'accept-language': 'hi' },
    });
    expect(hindi.body).toContain('बधाई हो: आपका स्थानांतरण दानापुर, पटना में');
    expect(await Promise.all(ring.map((who) => statusOf(who)))).toEqual(['completed', 'pending', 'pending']);
    expect((await own(ring[0]))[0]?.agreement).toEqual({ _id: id, isFiled: true });
    expect((await seen(test, ring[1], id)).state).toBe('in_progress');
  });

  it('is not moved again by a repeated step', async () => {
    await tick(ring[0], 'joined');
    const corrected = { postingBlock: 'Bihta', schoolName: 'Uchch Vidyalaya Bihta' };
    expect((await call(ring[0], 'PUT', '/api/auth/profile', corrected)).statusCode).toBe(200);
    await tick(ring[0], 'joined');
    expect(await profile(ring[0])).toMatchObject(corrected);
    for (const member of ring) await tick(member, 'joined');
    expect((await seen(test, ring[0], id)).state).toBe('completed');
    expect(await profile(ring[0])).toMatchObject(corrected);
    expect(await messages(ring[0], 'moved')).toHaveLength(1);
  });

  it('keeps the school if they had stated the new posting before', async () => {
    const stated = { ...DANAPUR, schoolName: 'Madhya Vidyalaya Danapur' };
    await call(ring[0], 'PUT', '/api/auth/profile', stated);
    await tick(ring[0], 'joined');
    expect(await profile(ring[0])).toMatchObject(stated);
    expect(await statusOf(ring[0])).toBe('completed');
  });

  it('has no open request for the new place, and their other requests start from the new place', async () => {
    const district = await also(ring[0], { desiredDistrict: 'Patna', desiredBlock: 'Any block' });
    const elsewhere = await also(ring[0], { desiredDistrict: 'Saran', desiredBlock: 'Amnour' });
    await tick(ring[0], 'joined');
    expect(await statusOf(ring[0], district)).toBe('completed');
    expect(await statusOf(ring[0], elsewhere)).toBe('active');
    const [offer, ...more] = await test.database.db
      .selectFrom('offers')
      .select(['request_id', 'from_block', 'to_block'])
      .where('user_id', '=', ring[0].teacher.user._id)
      .execute();
    expect([offer, more]).toEqual([{ request_id: elsewhere, from_block: 'danapur', to_block: 'amnour' }, []]);
  });

  it('stays moved when another member leaves', async () => {
    await tick(ring[0], 'joined');
    await call(ring[1], 'POST', `/api/agreements/${id}/leave`, {});
    expect(await Promise.all(ring.map((who) => statusOf(who)))).toEqual(['completed', 'active', 'active']);
    expect(await profile(ring[0])).toMatchObject(DANAPUR);
  });

  it('has the day of joining that the office recorded, also after they state the school', async () => {
    const { _id: member } = ring[0].teacher.user;
    await tick(ring[0], 'joined');
    expect(await profile(ring[0])).toMatchObject({ joinedOn: null });
    await byOffice('POST', 'joining', { member, date: '2026-06-12', reason: 'Joining report', accept: true });
    expect(await profile(ring[0])).toMatchObject({ ...DANAPUR, joinedOn: '2026-06-12' });
    await call(ring[0], 'PUT', '/api/auth/profile', { schoolName: 'Madhya Vidyalaya Danapur' });
    expect(await profile(ring[0])).toMatchObject({ joinedOn: '2026-06-12' });
  });
});

describe('undoing a joining', () => {
  it('restores the posting of a member whose joining the office had recorded', async () => {
    const { _id: member } = ring[0].teacher.user;
    const district = await also(ring[0], { desiredDistrict: 'Patna', desiredBlock: 'Any block' });
    await byOffice('POST', 'joining', { member, date: '2026-06-15', reason: 'Joining report', accept: true });
    expect(await profile(ring[0])).toMatchObject({ ...DANAPUR, schoolName: '' });
    expect(await messages(ring[0], 'moved')).toHaveLength(1);
    await byOffice('DELETE', 'steps/last', { reason: 'Another teacher' });
    expect(await profile(ring[0])).toMatchObject({ district: 'Gaya', postingBlock: 'Bodh Gaya' });
    expect(await statusOf(ring[0])).toBe('pending');
    expect(await statusOf(ring[0], district)).toBe('active');
    await tick(ring[0], 'joined');
    expect(await profile(ring[0])).toMatchObject(DANAPUR);
  });

  it('restores the former school and the day of joining it', async () => {
    const { _id: member } = ring[0].teacher.user;
    const school = { schoolName: 'Middle School Bodh Gaya', joinedOn: '2018-07-01' };
    await call(ring[0], 'PUT', '/api/auth/profile', school);
    await byOffice('POST', 'joining', { member, date: '2026-06-15', reason: 'Joining report', accept: true });
    expect(await profile(ring[0])).toMatchObject({ ...DANAPUR, schoolName: '', joinedOn: '2026-06-15' });
    await byOffice('DELETE', 'steps/last', { reason: 'Another teacher' });
    expect(await profile(ring[0])).toMatchObject({ postingBlock: 'Bodh Gaya', ...school });
  });

  it('leaves a posting that the member had stated before the joining', async () => {
    const stated = { ...DANAPUR, schoolName: 'Madhya Vidyalaya Danapur', joinedOn: '2026-06-01' };
    await call(ring[0], 'PUT', '/api/auth/profile', stated);
    await tick(ring[0], 'joined');
    await byOffice('DELETE', 'steps/last', { reason: 'Not yet' });
    expect(await profile(ring[0])).toMatchObject(stated);
    expect(await statusOf(ring[0])).toBe('pending');
  });

  it('tells the administrator beforehand which members keep their posting', async () => {
    const staying = async () => {
      const { token } = await makeAdministrator(test);
      const file = await test.call({ url: `/api/admin/agreements/${id}`, token });
      return file.json().can.undo?.postingStays;
    };
    expect(await staying()).toEqual([]);
    await tick(ring[0], 'joined');
    expect(await staying()).toEqual([]);
    const stated = { postingBlock: 'Bihta', district: 'Patna' };
    await call(ring[0], 'PUT', '/api/auth/profile', stated);
    expect(await staying()).toEqual([ring[0].teacher.user.name]);
    await byOffice('DELETE', 'steps/last', { reason: 'Not yet' });
    expect(await profile(ring[0])).toMatchObject(stated);
  });

  it('restores the latest block and school, even if they are not those of the seat', async () => {
    const third = {
      postingBlock: 'Bihta',
      district: 'Patna',
      schoolName: 'Uchch Vidyalaya Bihta',
      joinedOn: '2025-04-01',
    };
    await call(ring[0], 'PUT', '/api/auth/profile', third);
    await tick(ring[0], 'joined');
    await byOffice('DELETE', 'steps/last', { reason: 'Another teacher' });
    expect(await profile(ring[0])).toMatchObject(third);
  });

  it('restores no school of an earlier joining that was undone', async () => {
    await call(ring[0], 'PUT', '/api/auth/profile', { schoolName: 'Middle School Bodh Gaya' });
    await tick(ring[0], 'joined');
    await byOffice('DELETE', 'steps/last', { reason: 'Not yet' });
    const stated = { ...DANAPUR, schoolName: 'Madhya Vidyalaya Danapur' };
    await call(ring[0], 'PUT', '/api/auth/profile', stated);
    await tick(ring[0], 'joined');
    await byOffice('DELETE', 'steps/last', { reason: 'Not yet' });
    expect(await profile(ring[0])).toMatchObject(stated);
  });

  it('shows the step as taken back in the member’s export, with the action of the office', async () => {
    const exported = async () => (await call(ring[0], 'GET', '/api/auth/export')).json();
    await tick(ring[0], 'joined');
    const joined = (await exported()).agreementSteps.at(-1);
    expect(joined).toMatchObject({ kind: 'joined', concerns: null, taken_back_at: null });
    await byOffice('DELETE', 'steps/last', { reason: 'Not yet' });
    const { agreementSteps, administrativeActions } = await exported();
    const { happened_at } = joined;
    const taken_back_at = expect.any(String);
    expect(agreementSteps.at(-1)).toMatchObject({
      kind: 'undone',
      concerns: 'joined',
      happened_at,
      taken_back_at,
    });
    expect(administrativeActions.at(-1)).toMatchObject({ action: 'agreement.undo' });
  });

  it('uses a stored posting, which is deleted once a completed agreement can no longer be taken back', async () => {
    await tick(ring[0], 'joined');
    expect(await leftBlocks()).toEqual(['bodh-gaya']);
    for (const member of ring) await tick(member, 'joined');
    expect((await seen(test, ring[0], id)).state).toBe('completed');
    const after = (days: number) => new Date(test.clock.now.getTime() + days * 24 * 3_600_000);
    await deleteExpired(test.database.db, after(DAYS_TO_TAKE_BACK - 1));
    expect(await leftBlocks()).toHaveLength(3);
    await deleteExpired(test.database.db, after(DAYS_TO_TAKE_BACK));
    expect(await leftBlocks()).toEqual([]);
  });

  it('unhides the request in its owner’s list', async () => {
    await tick(ring[0], 'joined');
    await call(ring[0], 'PATCH', `/api/requests/${ring[0].requestId}/hidden`, { hidden: true });
    await byOffice('DELETE', 'steps/last', { reason: 'Another teacher' });
    await call(ring[1], 'POST', `/api/agreements/${id}/leave`, {});
    expect(await own(ring[0])).toMatchObject([{ _id: ring[0].requestId, status: 'active', isHidden: false }]);
  });

  it('restores no posting if the member has changed it since', async () => {
    await tick(ring[0], 'joined');
    await call(ring[0], 'PUT', '/api/auth/profile', { postingBlock: 'Bihta' });
    await byOffice('DELETE', 'steps/last', { reason: 'Not yet' });
    expect(await profile(ring[0])).toMatchObject({ district: 'Patna', postingBlock: 'Bihta' });
  });
});

describe('a request that an agreement completed', () => {
  it('can be hidden from the owner’s list, but not deleted', async () => {
    const [who] = ring;
    const url = `/api/requests/${who.requestId}`;
    const hide = (hidden: boolean, headers = {}) => call(who, 'PATCH', `${url}/hidden`, { hidden }, headers);
    const older = { 'if-match': '"an-older-state"' };
    expect((await hide(true)).json().code).toBe('status_step');
    expect((await own(who))[0]?.can).toMatchObject({ changeStatusTo: [], delete: false, hide: false });
    expect((await call(who, 'DELETE', url)).json().code).toBe('request_in_agreement');
    for (const member of ring) await tick(member, 'joined');
    expect((await own(who))[0]?.can).toMatchObject({ changeStatusTo: [], delete: false, hide: true });
    expect((await call(who, 'DELETE', url)).json().code).toBe('request_is_record');
    expect((await hide(true, older)).json().data.request).toMatchObject({ isHidden: true });
    expect((await hide(true)).statusCode).toBe(200);
    expect(await own(who)).toEqual([]);
    expect((await own(who, '?includeHidden=true')).map(({ _id }) => _id)).toEqual([who.requestId]);
    const all = await call(who, 'GET', '/api/requests?subject=Urdu');
    expect(all.json().pagination.total).toBe(0);
    expect((await call(ring[1], 'PATCH', `${url}/hidden`, { hidden: false })).statusCode).toBe(404);
    expect((await call(ring[1], 'DELETE', url)).statusCode).toBe(404);
    const stale = await hide(false, older);
    expect([stale.statusCode, stale.json().current.isHidden]).toEqual([412, true]);
    await hide(false);
    expect((await own(who))[0]).toMatchObject({ isHidden: false, status: 'completed' });
    const { token } = await makeAdministrator(test);
    const body = { reason: 'Not needed' };
    const removal = `/api/admin/requests/${who.requestId}/removal`;
    const removed = await test.call({ method: 'POST', url: removal, body, token });
    expect(removed.json().code).toBe('request_is_record');
  });

  it('is bound by the agreement in other requests while the record is hidden, until the agreement ends', async () => {
    const elsewhere = await also(ring[0], { desiredDistrict: 'Saran', desiredBlock: 'Amnour' });
    await tick(ring[0], 'joined');
    await call(ring[0], 'PATCH', `/api/requests/${ring[0].requestId}/hidden`, { hidden: true });
    expect(await own(ring[0])).toMatchObject([{ _id: elsewhere, agreement: null, ownerAgreement: id }]);
    for (const member of ring) await tick(member, 'joined');
    expect(await own(ring[0])).toMatchObject([{ _id: elsewhere, agreement: null, ownerAgreement: null }]);
  });

  it('is erased with the account', async () => {
    for (const member of ring) await tick(member, 'joined');
    await test.call({
      method: 'DELETE',
      url: '/api/auth/account',
      body: { password: PASSWORD },
      token: ring[0].teacher.token,
    });
    const row = await test.database.db
      .selectFrom('requests')
      .select('id')
      .where('id', '=', ring[0].requestId)
      .executeTakeFirst();
    expect(row).toBeUndefined();
  });
});
