/** This file is long because it calls every agreement route and checks every invariant on one app. */
import type { AdminStats } from '@mutual-transfer/domain/administration/administration';
import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import type { Alert } from '@mutual-transfer/domain/notices/alert';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeReady, removeEveryone } from '../../test/testing/agreements.ts';
import { makeAdministrator, requestOf, type TestTeacher } from '../../test/testing/factories.ts';
import { ringOfThree, ringsOf, steps, type Wisher, wish } from '../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { followAgreements } from './deadlines.ts';

const HOUR = 3_600_000;

let test: TestApp;
let ring: [Wisher, Wisher, Wisher];

beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  await removeEveryone(test);
  ring = await ringOfThree(test, 'Urdu');
});
afterAll(() => test.close());

const tokenOf = ({ teacher }: Wisher) => teacher.token;
const post = (who: Wisher, url: string, body: unknown) =>
  test.call({ method: 'POST', url, body, token: tokenOf(who) });
const propose = (members: readonly Wisher[]) =>
  post(members[0] as Wisher, '/api/agreements', { requests: members.map(({ requestId }) => requestId) });
const proposed = async (members: readonly Wisher[]): Promise<Agreement> => {
  const response = await propose(members);
  expect(response.statusCode, response.body).toBe(201);
  return response.json<Agreement>();
};
const answer = (who: Wisher, id: string, said: 'yes' | 'no', reason?: string) =>
  post(who, `/api/agreements/${id}/answer`, { answer: said, ...(reason === undefined ? {} : { reason }) });
const see = async (who: Wisher, id: string): Promise<Agreement> => {
  const response = await test.call({ url: `/api/agreements/${id}`, token: tokenOf(who) });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};
const agreed = async (members: readonly Wisher[]): Promise<string> => {
  const { _id } = await proposed(members);
  for (const member of members.slice(1)) expect((await answer(member, _id, 'yes')).statusCode).toBe(200);
  return _id;
};
const statuses = async (members: readonly Wisher[]) => {
  const rows = await test.database.db.selectFrom('requests').select(['id', 'status']).execute();
  return members.map(({ requestId }) => rows.find(({ id }) => id === requestId)?.status);
};
/** Returns the agreement that binds a teacher's request, as the list of own requests shows it. */
const boundTo = async ({ teacher }: Wisher) =>
  (await test.call({ url: '/api/requests/my', token: teacher.token })).json().requests[0].agreement;
const alertsOf = async (teacher: TestTeacher): Promise<Alert[]> =>
  (await test.call({ url: '/api/alerts', token: teacher.token })).json().data.alerts;
const noticeKinds = async ({ teacher }: Wisher) =>
  (await alertsOf(teacher))
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'ring' && kind !== 'perfect_match');

describe('a proposal', () => {
  it('contains the requests of a ring, counts as the proposer’s yes, and notifies the other members', async () => {
    const named = async () => (await ringsOf(test, ring[0])).rings[0]?.requests;
    await expect.poll(named).toEqual(ring.map(({ requestId }) => requestId));
    const { _id, ...proposal } = await proposed(ring);
    expect(proposal).toMatchObject({ state: 'proposed', source: 'teacher', subject: 'Urdu', standby: null });
    expect(proposal.members.map(({ answer: said, isMe }) => [said, isMe])).toEqual([
      ['yes', true],
      ['open', false],
      ['open', false],
    ]);
    expect(proposal.members.map(({ isProposer }) => isProposer)).toEqual([true, false, false]);
    expect(proposal.members[0]?.movesTo).toEqual({ district: 'Patna', block: 'Danapur' });
    expect(proposal.can).toMatchObject({
      answer: ['no'],
      leave: true,
      steps: [],
      message: true,
      papers: false,
    });
    expect(await noticeKinds(ring[1])).toEqual(['proposal']);
    const alert = (await alertsOf(ring[1].teacher)).find(({ kind }) => kind === 'proposal');
    expect(alert).toMatchObject({ agreementId: _id, message: expect.stringContaining('group of 3') });
    const asked = (await see(ring[2], _id)).members;
    expect(asked.map(({ isMe, isProposer }) => [isMe, isProposer])).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ]);
    expect(await noticeKinds(ring[0])).toEqual([]);
  });

  it('has a notice that is read once the member has answered', async () => {
    const { _id } = await proposed(ring);
    const isRead = async ({ teacher }: Wisher) =>
      (await alertsOf(teacher)).find(({ kind }) => kind === 'proposal')?.isRead;
    expect(await Promise.all(ring.map(isRead))).toEqual([undefined, false, false]);
    await answer(ring[1], _id, 'yes');
    expect(await Promise.all(ring.map(isRead))).toEqual([undefined, true, false]);
  });

  it('that is impossible is refused before it locks any teacher', async () => {
    const [first, second, third] = ring;
    const unknown = Array.from({ length: 97 }, () => newId());
    const impossible = [
      [first, third, second].map(({ requestId }) => requestId),
      [...[first, second].map(({ requestId }) => requestId), ...unknown],
      [...[first, second, second].map(({ requestId }) => requestId)],
    ];
    // Background work for the ring's requests locks their teachers too.
    await test.settled();
    await test.database.db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('users').select('id').orderBy('id').forUpdate().execute();
      // All teachers are locked here. A call that locks one of them would wait for the end of this transaction.
      for (const requests of impossible) {
        const refused = await post(first, '/api/agreements', { requests });
        expect(refused.statusCode).toBeGreaterThanOrEqual(400);
        expect(refused.statusCode).toBeLessThan(500);
      }
    });
  });

  it('is refused if the requests form no ring, the rules forbid the group, or a request is repeated, deleted or another teacher’s', async () => {
    const [first, second, third] = ring;
    const code = async (members: readonly Wisher[]) => {
      const response = await propose(members);
      return [response.statusCode, response.json().code];
    };
    expect(await code([first, third, second])).toEqual([409, 'not_a_ring']);
    expect(await code([first, second])).toEqual([409, 'not_a_ring']);
    expect(await code([first, second, second])).toEqual([409, 'not_a_ring']);
    expect(await code([first])).toEqual([400, 'validation_failed']);
    const ofHindi = await wish(test, steps[1], { registration: { subject: 'Hindi' } });
    expect(await code([first, ofHindi, third])).toEqual([409, 'rules_changed']);
    const gone = { ...second, requestId: '019a0000-0000-7000-8000-000000000000' };
    expect(await code([first, gone, third])).toEqual([409, 'request_taken']);
    const stolen = { ...second, teacher: first.teacher };
    expect(await code([stolen, third, first])).toEqual([404, 'not_found']);
    await proposed(ring);
    expect(await code(ring)).toEqual([409, 'proposal_exists']);
    expect(await code([second, third, first])).toEqual([409, 'proposal_exists']);
  });

  it('counts the seats for which another free teacher is ready', async () => {
    const { _id } = await proposed(ring);
    const standIn = await wish(test, steps[1], { registration: { subject: 'Urdu' } });
    const standby = async () => (await see(ring[0], _id)).standby;
    expect(await standby()).toBe(0);
    await makeReady(test, [standIn]);
    expect(await standby()).toBe(1);
    await test.database.db
      .updateTable('requests')
      .set({ ready_until: test.clock.now })
      .where('id', '=', standIn.requestId)
      .execute();
    expect(await standby()).toBe(0);
    await makeReady(test, [standIn]);
    const other = await wish(test, [steps[1][1], steps[1][0]], { registration: { subject: 'Urdu' } });
    await answer(other, (await proposed([standIn, other]))._id, 'yes');
    expect(await standby()).toBe(0);
  });

  it('is in exactly one of two lists: proposals that wait for the viewer’s answer, and all others', async () => {
    const { _id } = await proposed(ring);
    const list = async (who: Wisher, waiting: string) =>
      (await test.call({ url: `/api/agreements?waiting=${waiting}`, token: tokenOf(who) }))
        .json()
        .agreements.map((one) => one._id);
    expect([await list(ring[0], 'true'), await list(ring[0], 'false')]).toEqual([[], [_id]]);
    expect([await list(ring[1], 'true'), await list(ring[1], 'false')]).toEqual([[_id], []]);
    await answer(ring[1], _id, 'yes');
    expect([await list(ring[1], 'true'), await list(ring[1], 'false')]).toEqual([[], [_id]]);
  });

  it('is listed for the members who said yes while it is open, with the number of answers', async () => {
    const accepted = async (who: Wisher) =>
      (await test.call({ url: '/api/agreements?waiting=true', token: tokenOf(who) })).json().accepted;
    const [first, second, third] = ring;
    const { _id, deadline } = await proposed(ring);
    expect(await accepted(second)).toEqual([]);
    await answer(second, _id, 'yes');
    const common = { _id, deadline, yes: 2, waitsUntil: null };
    expect(await accepted(first)).toEqual([
      {
        ...common,
        requests: ring.map(({ requestId }) => requestId),
        isProposer: true,
        movesTo: { district: 'Patna', block: 'Danapur' },
      },
    ]);
    expect(await accepted(second)).toMatchObject([
      {
        ...common,
        requests: [second, third, first].map(({ requestId }) => requestId),
        isProposer: false,
      },
    ]);
    await answer(third, _id, 'no');
    expect(await accepted(first)).toEqual([]);
    const { _id: again } = await proposed([second, third, first]);
    expect(await accepted(second)).toMatchObject([{ _id: again }]);
    test.clock.now = new Date(test.clock.now.getTime() + 72 * HOUR);
    expect(await accepted(second)).toEqual([]);
  });

  it('is visible to its members only', async () => {
    const { _id } = await proposed(ring);
    const stranger = await wish(test, steps[0], { registration: { subject: 'Hindi' } });
    for (const part of ['', '/repairs', '/messages']) {
      const url = `/api/agreements/${_id}${part}`;
      expect((await test.call({ url, token: tokenOf(stranger) })).statusCode, part).toBe(404);
    }
    expect((await answer(stranger, _id, 'yes')).statusCode).toBe(404);
    const list = await test.call({ url: '/api/agreements', token: tokenOf(stranger) });
    expect(list.json()).toMatchObject({ agreements: [], pagination: { total: 0 } });
  });

  it('ends for all members with one no, whose words only administrators read', async () => {
    const { _id } = await proposed(ring);
    const said = await answer(ring[1], _id, 'no', 'My mother is ill.');
    expect(said.json()).toMatchObject({
      state: 'declined',
      reason: 'refused',
      can: { repair: true },
    });
    expect(await noticeKinds(ring[0])).toEqual(['agreement_ended']);
    expect(await noticeKinds(ring[1])).toEqual(['proposal']);
    expect(JSON.stringify(await see(ring[0], _id))).not.toContain('mother');
    const { token } = await makeAdministrator(test);
    const file = await test.call({ url: `/api/admin/agreements/${_id}`, token });
    expect(file.json().history.at(-1)).toMatchObject({ kind: 'no', words: 'My mother is ill.' });
    expect((await answer(ring[2], _id, 'yes')).json().code).toBe('agreement_over');
  });

  it('can be declined by a member who said yes before', async () => {
    const { _id } = await proposed(ring);
    await answer(ring[1], _id, 'yes');
    const said = await answer(ring[1], _id, 'no');
    expect(said.json().state).toBe('declined');
  });

  it('lapses at its deadline: reads show it at once, and the next scan stores it', async () => {
    const { _id } = await proposed(ring);
    await answer(ring[1], _id, 'yes');
    test.clock.now = new Date(test.clock.now.getTime() + 72 * HOUR);
    expect(await see(ring[0], _id)).toMatchObject({
      state: 'lapsed',
      reason: 'deadline',
      can: { answer: [] },
    });
    expect((await answer(ring[2], _id, 'yes')).json().code).toBe('agreement_over');
    await followAgreements({ db: test.database.db, now: () => test.clock.now });
    await followAgreements({ db: test.database.db, now: () => test.clock.now });
    expect(await noticeKinds(ring[0])).toEqual(['agreement_ended', 'proposal_yes']);
    const { state } = await test.database.db
      .selectFrom('agreements')
      .select('state')
      .executeTakeFirstOrThrow();
    expect(state).toBe('lapsed');
  });

  it('of a teacher is refused if it is the fourth within a day to the same person', async () => {
    const [first, second, third] = ring;
    for (let time = 0; time < 3; time++) {
      const { _id } = await proposed(ring);
      await post(first, `/api/agreements/${_id}/leave`, {});
    }
    const fourth = await propose(ring);
    expect([fourth.statusCode, fourth.json().code]).toEqual([429, 'proposal_limit']);
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(80_000);
    expect((await propose([second, third, first])).statusCode).toBe(201);
    test.clock.now = new Date(test.clock.now.getTime() + 24 * HOUR);
    expect((await propose([second, third, first])).json().code).toBe('proposal_exists');
  });
});

describe('an agreement', () => {
  it('follows the last yes: requests are pending, rivals superseded, contact is open to its members only', async () => {
    const hidden = { hideName: true, hidePhone: true, hideEmail: true, hideSchoolName: true };
    const shy = await wish(test, steps[1], {
      registration: { subject: 'Urdu' },
      request: { privacySettings: hidden, contactPreference: 'phone' },
    });
    const rival = await proposed(ring);
    const { _id } = await proposed([ring[0], shy, ring[2]]);
    const before = (await see(ring[2], _id)).members.find(({ requestId }) => requestId === shy.requestId);
    expect(before?.user).toMatchObject({
      name: 'Hidden',
      phone: 'Hidden',
      email: 'Hidden',
      schoolName: 'Hidden',
    });
    expect((await see(shy, _id)).opens).toEqual({ now: [], added: ['name', 'schoolName', 'phone'] });
    // The proposer's first yes puts a hold on their request, so the rival proposal waits.
    expect((await answer(shy, _id, 'yes')).json().state).toBe('proposed');
    expect((await answer(ring[2], _id, 'yes')).json()).toMatchObject({
      state: 'proposed',
      waitsUntil: expect.any(String),
    });
    test.clock.now = new Date(test.clock.now.getTime() + 24 * HOUR);
    await followAgreements({ db: test.database.db, now: () => test.clock.now });
    const whole = await see(ring[2], _id);
    expect(whole).toMatchObject({
      state: 'agreed',
      can: { steps: ['submitted'], papers: true, leave: true },
    });
    const after = whole.members.find(({ requestId }) => requestId === shy.requestId);
    expect(after?.user).toMatchObject({
      name: shy.teacher.user.name,
      phone: shy.teacher.user.phone,
      email: 'Hidden',
      schoolName: shy.teacher.user.schoolName,
    });
    // A teacher whose hidden contact the agreement opened is notified of who saw it.
    const views = await test.call({ url: '/api/auth/contact-views', token: tokenOf(shy) });
    expect(views.json()).toMatchObject({ total: 1, views: [{ place: 'match' }] });
    expect(await statuses([ring[0], shy, ring[2], ring[1]])).toEqual([
      'pending',
      'pending',
      'pending',
      'active',
    ]);
    expect(await see(ring[1], rival._id)).toMatchObject({ state: 'superseded', reason: 'other_agreement' });
    expect(await noticeKinds(ring[1])).toEqual(['agreement_ended', 'proposal']);
    expect((await noticeKinds(ring[2])).filter((kind) => kind === 'agreement_ended')).toEqual([]);
    const elsewhere = await test.call({ url: '/api/alerts', token: tokenOf(ring[1]) });
    expect(elsewhere.body).not.toContain(shy.teacher.user.phone);
    const retry = await propose(ring);
    expect([retry.statusCode, retry.json().code]).toEqual([409, 'request_taken']);
  });

  it('goes through the steps of the portal until all transfers are completed', async () => {
    expect(await boundTo(ring[1])).toBeNull();
    const id = await agreed(ring);
    const tick = (who: Wisher, step: string) => post(who, `/api/agreements/${id}/steps`, { step });
    expect(await boundTo(ring[1])).toEqual({ _id: id, isFiled: false });
    expect((await tick(ring[0], 'otp')).json().code).toBe('agreement_step');
    expect((await tick(ring[0], 'submitted')).json()).toMatchObject({
      state: 'in_progress',
      submittedAt: expect.any(String),
    });
    expect(await noticeKinds(ring[1])).toContain('agreement_step');
    expect(await boundTo(ring[1])).toEqual({ _id: id, isFiled: true });
    for (const member of ring) {
      for (const step of ['otp', 'ordered', 'joined'])
        expect((await tick(member, step)).statusCode).toBe(200);
    }
    expect((await tick(ring[0], 'joined')).json().state).toBe('completed');
    expect((await see(ring[1], id)).state).toBe('completed');
    expect(await statuses(ring)).toEqual(['completed', 'completed', 'completed']);
    expect(await boundTo(ring[1])).toBeNull();
    const administrator = await makeAdministrator(test);
    const stats = await test.call({ url: '/api/admin/stats', token: administrator.token });
    expect(stats.json().completedTransfers).toBe(3);
  });

  it('counts for administrators while it has a teacher who has not paid', async () => {
    const { token } = await makeAdministrator(test);
    const unpaid = async () => {
      const { unpaidProposals, unpaidAgreements } = (
        await test.call({ url: '/api/admin/stats?unpaid=true', token })
      ).json<AdminStats>();
      return [unpaidProposals, unpaidAgreements];
    };
    const [proposals = 0, agreements = 0] = await unpaid();
    const { _id } = await proposed(ring);
    expect(await unpaid()).toEqual([proposals + 1, agreements]);
    for (const member of ring.slice(1)) await answer(member, _id, 'yes');
    expect(await unpaid()).toEqual([proposals, agreements + 1]);
    for (const { teacher } of ring)
      await test.database.pool.query('update users set paid_at = now(), paid_rupees = 100 where id = $1', [
        teacher.user._id,
      ]);
    expect(await unpaid()).toEqual([proposals, agreements]);
  });

  it('breaks for all members when one leaves, so requests are offered again and contact is hidden', async () => {
    const hidden = { hideName: true, hidePhone: true, hideEmail: true, hideSchoolName: true };
    await test.call({
      method: 'PUT',
      url: `/api/requests/${ring[2].requestId}/privacy`,
      body: { privacySettings: hidden },
      token: tokenOf(ring[2]),
    });
    const id = await agreed(ring);
    const shown = async () =>
      (await see(ring[0], id)).members.find(({ requestId }) => requestId === ring[2].requestId)?.user;
    expect(await shown()).toMatchObject({ name: ring[2].teacher.user.name });
    const left = await post(ring[1], `/api/agreements/${id}/leave`, { reason: 'I was promoted.' });
    expect(left.json()).toMatchObject({ state: 'broken', reason: 'left' });
    expect(await statuses(ring)).toEqual(['active', 'active', 'active']);
    const seen = await see(ring[0], id);
    expect(seen.endedBy).toBe(ring[1].teacher.user._id);
    expect(await shown()).toMatchObject({ name: 'Hidden', phone: 'Hidden', email: 'Hidden' });
    await expect.poll(async () => (await ringsOf(test, ring[0])).rings.length).toBe(1);
    expect(await noticeKinds(ring[2])).toContain('agreement_ended');
  });

  it('breaks without leaving a member with more than five active requests', async () => {
    const [leaving, staying] = ring;
    const id = await agreed(ring);
    for (const desiredBlock of ['Amas', 'Atri', 'Belaganj', 'Dobhi', 'Dumaria']) {
      const more = requestOf({ desiredDistrict: 'Gaya', desiredBlock, subject: 'Urdu' });
      expect((await post(staying, '/api/requests', more)).statusCode).toBe(201);
    }
    expect((await post(leaving, `/api/agreements/${id}/leave`, {})).statusCode).toBe(200);
    const rows = await test.database.db
      .selectFrom('requests')
      .select(['id', 'status'])
      .where('user_id', '=', staying.teacher.user._id)
      .execute();
    expect(rows.filter(({ status }) => status === 'active')).toHaveLength(5);
    expect(rows.find((row) => row.id === staying.requestId)?.status).toBe('withdrawn');
  });

  it('prevents its requests from being withdrawn or deleted', async () => {
    await agreed(ring);
    const url = `/api/requests/${ring[0].requestId}`;
    const token = tokenOf(ring[0]);
    const withdrawn = await test.call({
      method: 'PATCH',
      url: `${url}/status`,
      body: { status: 'withdrawn' },
      token,
    });
    expect([withdrawn.statusCode, withdrawn.json().code]).toEqual([409, 'request_in_agreement']);
    expect((await test.call({ method: 'DELETE', url, token })).statusCode).toBe(409);
    const own = await test.call({ url: '/api/requests/my', token });
    expect(own.json().requests[0].can).toEqual({
      changeStatusTo: [],
      ...{ renew: false, edit: false, delete: false, hide: false },
    });
  });

  it('is not concluded if a member has moved', async () => {
    const { _id } = await proposed(ring);
    await answer(ring[1], _id, 'yes');
    await test.database.db
      .updateTable('users')
      .set({ block: 'wazirganj' })
      .where('id', '=', ring[1].teacher.user._id)
      .execute();
    const last = await answer(ring[2], _id, 'yes');
    expect(last.json()).toMatchObject({ state: 'lapsed', reason: 'member_moved' });
  });
});

describe('a change of a member’s request or account', () => {
  it.each(['withdrawn', 'deleted', 'erased', 'deactivated'])(
    'ends a proposal when the request or account is %s',
    async (how) => {
      const { _id } = await proposed(ring);
      await end(ring[1], how);
      expect(await see(ring[0], _id)).toMatchObject({
        state: 'lapsed',
        reason: ['withdrawn', 'deleted'].includes(how) ? 'request_ended' : 'account_ended',
      });
      expect(await noticeKinds(ring[2])).toEqual(['agreement_ended', 'proposal']);
    },
  );

  it.each(['moved', 'moved by the administrator', 'wishing another place', 'of another subject'])(
    'ends a proposal at once when the member is %s',
    async (how) => {
      const { _id } = await proposed(ring);
      const { teacher, requestId } = ring[1];
      const administrator = await makeAdministrator(test);
      const posting = { district: 'Gaya', postingBlock: 'Wazirganj' };
      const calls: Record<string, Parameters<TestApp['call']>[0]> = {
        moved: { method: 'PUT', url: '/api/auth/profile', body: posting },
        'moved by the administrator': {
          method: 'PUT',
          url: `/api/admin/users/${teacher.user._id}`,
          body: { posting: { ...posting, schoolName: 'Rajkiya Vidyalaya' }, reason: 'As on the order' },
          token: administrator.token,
        },
        'wishing another place': {
          method: 'PATCH',
          url: `/api/requests/${requestId}`,
          body: { desiredDistrict: 'Gaya', desiredBlock: 'Amas' },
        },
        'of another subject': {
          method: 'PATCH',
          url: `/api/requests/${requestId}`,
          body: { subject: 'Hindi' },
        },
      };
      const call = calls[how];
      if (call === undefined) throw new Error(how);
      const response = await test.call({ token: teacher.token, ...call });
      expect(response.statusCode, response.body).toBe(200);
      const reasons: Record<string, string> = {
        'wishing another place': 'request_changed',
        'of another subject': 'rules_changed',
      };
      expect(await see(ring[0], _id)).toMatchObject({
        state: 'lapsed',
        reason: reasons[how] ?? 'member_moved',
      });
      expect(await noticeKinds(ring[2])).toEqual(['agreement_ended', 'proposal']);
    },
  );

  it('ends a proposal at the next scan once the request of a member has expired', async () => {
    const { _id } = await proposed(ring);
    await test.database.db
      .updateTable('requests')
      .set({ status: 'expired' })
      .where('id', '=', ring[1].requestId)
      .execute();
    await followAgreements({ db: test.database.db, now: () => test.clock.now });
    expect(await see(ring[0], _id)).toMatchObject({ state: 'lapsed', reason: 'request_changed' });
  });

  it('tells the proposer of each yes but the last, which is the agreement', async () => {
    await agreed(ring);
    expect(await noticeKinds(ring[0])).toEqual(['agreed', 'proposal_yes']);
  });

  it('does not end an agreement when the member moves', async () => {
    const id = await agreed(ring);
    const body = { district: 'Gaya', postingBlock: 'Wazirganj' };
    await test.call({ method: 'PUT', url: '/api/auth/profile', body, token: tokenOf(ring[1]) });
    expect((await see(ring[0], id)).state).toBe('agreed');
  });

  it.each(['erased', 'deactivated'])('ends an agreement when the account is %s', async (how) => {
    const id = await agreed(ring);
    await end(ring[1], how);
    const seen = await see(ring[0], id);
    expect(seen).toMatchObject({ state: 'broken', reason: 'account_ended' });
    expect(seen.members.map(({ user }) => user === null)).toEqual([false, true, false]);
    expect(await statuses([ring[0], ring[2]])).toEqual(['active', 'active']);
  });

  async function end({ teacher, requestId }: Wisher, how: string): Promise<void> {
    const administrator = await makeAdministrator(test);
    const calls: Record<string, Parameters<TestApp['call']>[0]> = {
      withdrawn: {
        method: 'PATCH',
        url: `/api/requests/${requestId}/status`,
        body: { status: 'withdrawn' },
        token: teacher.token,
      },
      deleted: { method: 'DELETE', url: `/api/requests/${requestId}`, token: teacher.token },
      erased: {
        method: 'DELETE',
        url: '/api/auth/account',
        body: { password: teacher.password },
        token: teacher.token,
      },
      deactivated: {
        method: 'PUT',
        url: `/api/admin/users/${teacher.user._id}/toggle-status`,
        token: administrator.token,
      },
    };
    const call = calls[how];
    if (call === undefined) throw new Error(how);
    const response = await test.call(call);
    expect(response.statusCode, response.body).toBe(200);
  }
});

describe('readiness, a stored yes, and messages', () => {
  it('readiness lasts 30 days and can be taken back', async () => {
    const url = `/api/requests/${ring[0].requestId}/readiness`;
    const ready = await test.call({ method: 'PUT', url, body: { ready: true }, token: tokenOf(ring[0]) });
    const until = new Date(ready.json().data.request.readyUntil).getTime() - test.clock.now.getTime();
    expect(Math.round(until / (24 * HOUR))).toBe(30);
    const no = await test.call({ method: 'PUT', url, body: { ready: false }, token: tokenOf(ring[0]) });
    expect(no.json().data.request).toMatchObject({ readyUntil: null, acceptForMe: false });
    expect(
      (await test.call({ method: 'PUT', url, body: { ready: true }, token: tokenOf(ring[1]) })).statusCode,
    ).toBe(404);
  });

  it('a stored yes prefills the next answer', async () => {
    const first = await proposed(ring);
    await answer(ring[1], first._id, 'yes');
    await answer(ring[2], first._id, 'no');
    const second = await proposed(ring);
    expect(second.members.map(({ answer: said, isPrefilled }) => [said, isPrefilled])).toEqual([
      ['yes', true],
      ['open', true],
      ['open', false],
    ]);
  });

  it('a member can send twenty messages a day in an agreement, for which the others get one unread notice', async () => {
    const { _id } = await proposed(ring);
    const url = `/api/agreements/${_id}/messages`;
    for (let sent = 0; sent < 20; sent++) {
      expect((await post(ring[0], url, { message: `Namaste ${sent}` })).statusCode).toBe(201);
    }
    const beyond = await post(ring[0], url, { message: 'One more' });
    expect([beyond.statusCode, beyond.json().code]).toEqual([429, 'message_limit']);
    const { messages } = (await test.call({ url, token: tokenOf(ring[1]) })).json();
    expect(messages.map(({ message }: { message: string }) => message).slice(0, 2)).toEqual([
      'Namaste 0',
      'Namaste 1',
    ]);
    expect(await noticeKinds(ring[1])).toEqual(['agreement_message', 'proposal']);
    expect((await post(ring[0], url, { message: 'x'.repeat(501) })).statusCode).toBe(400);
  });
});

describe('repair', () => {
  it('offers stand-ins who close the ring, ready ones before active ones, and the wish that is missing', async () => {
    const { _id } = await proposed(ring);
    await answer(ring[1], _id, 'no');
    const repairs = async () =>
      (await test.call({ url: `/api/agreements/${_id}/repairs`, token: tokenOf(ring[0]) })).json();
    expect(await repairs()).toEqual({
      smaller: [],
      standbys: [],
      askable: [],
      missing: [
        {
          from: { district: 'Patna', block: 'Danapur' },
          to: { district: 'Saran', block: 'Amnour' },
          length: 3,
          share: expect.stringMatching(/^\w+$/),
        },
      ],
    });
    const standIn = await wish(test, steps[1], { registration: { subject: 'Urdu' } });
    const closed = [ring[0], standIn, ring[2]].map(({ requestId }) => requestId);
    await test.graph.caughtUp();
    expect(await repairs()).toMatchObject({ standbys: [], askable: [{ requests: closed }] });
    await makeReady(test, [standIn]);
    const found = await repairs();
    expect(found).toMatchObject({ standbys: [{ requests: closed }], askable: [] });
    const again = await post(ring[0], '/api/agreements', { requests: found.standbys[0].requests });
    expect(again.statusCode).toBe(201);
    const { _id: repaired } = again.json<Agreement>();
    for (const member of [standIn, ring[2]]) await answer(member, repaired, 'yes');
    const none = { smaller: [], standbys: [], askable: [], missing: [] };
    expect(await repairs()).toEqual({ ...none, isFree: false });
  });
});
