import type { Account } from '@mutual-transfer/domain/accounts/user';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import type { PlanBoard, RuleTrial } from '@mutual-transfer/domain/matching/plan';
import type { Problem } from '@mutual-transfer/domain/problem';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agreed, answer, makeReady, propose, proposed, seen } from '../../test/testing/agreements.ts';
import { makeAdministrator, type TestTeacher } from '../../test/testing/factories.ts';
import { runQueued } from '../../test/testing/plans.ts';
import {
  matchesOf,
  ringOfThree,
  ringsOf,
  steps,
  type Wisher,
  wish,
} from '../../test/testing/ring-of-three.ts';
import { writeRule } from '../../test/testing/rules.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { followAll } from '../agreements/deadlines.ts';
import { planRunningAgain } from '../agreements/rounds.ts';
import { sendOwnPlan } from '../matching/plans/planner.ts';

const LONG_AGO = '2015-07-01';

let test: TestApp;
let administrator: TestTeacher;

beforeEach(async () => {
  test = await startTestApp();
  administrator = await makeAdministrator(test);
});
afterEach(() => test.close());

const write = (kind: string, value: unknown) => writeRule(test, administrator, { kind, value });
const total = async (wisher: Wisher) => (await ringsOf(test, wisher)).total;
const inDays = (days: number) => {
  test.clock.now = new Date(test.clock.now.getTime() + days * MILLISECONDS_A_DAY);
};

/** Changes the profile of a teacher. @returns the account. */
async function change({ teacher }: Wisher, body: object): Promise<Account> {
  const response = await test.call({ method: 'PUT', url: '/api/auth/profile', body, token: teacher.token });
  expect(response.statusCode, response.body).toBe(200);
  return (await test.call({ url: '/api/auth/profile', token: teacher.token })).json();
}

const joins = (wisher: Wisher, joinedOn: string | null) => change(wisher, { joinedOn });

const adviceOf = async ({ teacher, requestId }: Wisher) =>
  (await test.call({ url: `/api/requests/${requestId}/advice`, token: teacher.token })).json();

describe('a minimum of service', () => {
  it('excludes teachers from rings and the plan until they have served long enough', async () => {
    const ring = await ringOfThree(test, 'Urdu');
    for (const member of ring) await joins(member, LONG_AGO);
    await joins(ring[1], '2023-06-17');
    await write('minimumService', 3);
    await test.graph.caughtUp();
    for (const member of ring) expect(await total(member)).toBe(0);
    expect((await propose(test, ring)).json()).toMatchObject({ code: 'rules_changed' });
    await sendOwnPlan(test.boss, test.database.db, test.clock.now);
    await runQueued(test);
    const { latest } = (
      await test.call({ url: '/api/admin/plans', token: administrator.token })
    ).json<PlanBoard>();
    expect(latest?.figures).toMatchObject({ teachers: 2, moved: 0 });
    inDays(2);
    await expect.poll(() => total(ring[0])).toBe(1);
    expect((await propose(test, ring)).statusCode).toBe(201);
  });

  it('excludes teachers with too short service from pairs, matches and alerts', async () => {
    const [from, to] = steps[0];
    const mine = await wish(test, [from, to], { registration: { subject: 'Urdu' } });
    const theirs = await wish(test, [to, from], { registration: { subject: 'Urdu' } });
    const alert = () =>
      test.call({
        method: 'POST',
        url: `/api/alerts/${theirs.teacher.user._id}`,
        body: { message: 'Shall we swap?' },
        token: mine.teacher.token,
      });
    await write('minimumService', 3);
    expect([(await matchesOf(test, mine)).total, (await matchesOf(test, theirs)).total]).toEqual([1, 1]);
    await joins(mine, '2026-01-10');
    expect([(await matchesOf(test, mine)).total, (await matchesOf(test, theirs)).total]).toEqual([0, 0]);
    const pairs = await test.call({ url: '/api/admin/matches', token: administrator.token });
    expect(pairs.json()).toMatchObject({ perfectPagination: { total: 0 } });
    expect((await alert()).json()).toMatchObject({ code: 'not_a_match' });
    await joins(mine, LONG_AGO);
    expect([(await matchesOf(test, mine)).total, (await matchesOf(test, theirs)).total]).toEqual([1, 1]);
    expect((await alert()).statusCode).toBe(201);
  });

  it('blocks proposals and yes of teachers who did not state their service, but hides no rings', async () => {
    const ring = await ringOfThree(test, 'Urdu');
    await write('minimumService', 3);
    await test.graph.caughtUp();
    expect(await total(ring[0])).toBe(1);
    expect((await propose(test, ring)).json()).toMatchObject({ code: 'service_not_stated' });
    await joins(ring[0], LONG_AGO);
    const id = await proposed(test, ring);
    expect((await answer(test, ring[1], id, 'yes')).json()).toMatchObject({ code: 'service_not_stated' });
    for (const member of ring.slice(1)) {
      await joins(member, LONG_AGO);
      expect((await answer(test, member, id, 'yes')).statusCode).toBe(200);
    }
    expect(await seen(test, ring[0], id)).toMatchObject({ state: 'agreed' });
  });

  it('appears in the advice to the teacher, with the day on which it is reached', async () => {
    const [mine] = await ringOfThree(test, 'Urdu');
    expect((await adviceOf(mine)).service).toBeNull();
    await write('minimumService', 3);
    await test.graph.caughtUp();
    inDays(0.01);
    expect((await adviceOf(mine)).service).toEqual({ years: 3, joinedOn: null, servedOn: null });
    await joins(mine, '2024-02-29');
    inDays(0.01);
    expect((await adviceOf(mine)).service).toEqual({
      years: 3,
      joinedOn: '2024-02-29',
      servedOn: '2027-03-01',
    });
    await joins(mine, LONG_AGO);
    inDays(0.01);
    expect((await adviceOf(mine)).service).toBeNull();
  });

  it('counts from the day of joining the present school, which a change of school clears', async () => {
    const [mine] = await ringOfThree(test, 'Urdu');
    expect((await joins(mine, LONG_AGO)).joinedOn).toBe(LONG_AGO);
    expect((await change(mine, { recruitmentBatch: null })).joinedOn).toBe(LONG_AGO);
    expect((await change(mine, { schoolName: 'Another School' })).joinedOn).toBeNull();
    const moved = { district: 'Gaya', postingBlock: 'Manpur', joinedOn: '2026-06-01' };
    expect((await change(mine, moved)).joinedOn).toBe('2026-06-01');
    expect((await change(mine, { district: 'Gaya', postingBlock: 'Wazirganj' })).joinedOn).toBeNull();
  });

  it('refuses a day of joining in the future', async () => {
    const [mine] = await ringOfThree(test, 'Urdu');
    const refused = await test.call({
      method: 'PUT',
      url: '/api/auth/profile',
      body: { joinedOn: '2026-06-16' },
      token: mine.teacher.token,
    });
    expect([refused.statusCode, refused.json<Problem>().fields]).toEqual([
      400,
      { joinedOn: 'This day has not come yet.' },
    ]);
  });

  it('ends open proposals of teachers who have not reached it', async () => {
    const ring = await ringOfThree(test, 'Urdu');
    const id = await proposed(test, ring);
    await joins(ring[2], '2026-01-01');
    inDays(0.01);
    await write('minimumService', 1);
    await followAll({ db: test.database.db, now: () => test.clock.now });
    expect(await seen(test, ring[0], id)).toMatchObject({ state: 'lapsed', reason: 'rules_changed' });
  });

  it('has a trial that counts the teachers who did not state their service', async () => {
    const ring = await ringOfThree(test, 'Urdu');
    await joins(ring[0], LONG_AGO);
    await joins(ring[1], '2026-01-01');
    const started = await test.call({
      method: 'POST',
      url: '/api/admin/rules/trials',
      body: { rules: { minimumService: 2 } },
      token: administrator.token,
    });
    expect(started.statusCode, started.body).toBe(202);
    await test.settled();
    const url = String(started.headers.location);
    const trial = (await test.call({ url, token: administrator.token })).json<RuleTrial>();
    expect(trial).toMatchObject({
      rules: { now: { joinedBy: null }, changed: { minimumService: 2, joinedBy: '2024-06-15' } },
      figures: {
        now: { teachers: 3, moved: 3, serviceNotStated: 0 },
        changed: { teachers: 2, moved: 0, serviceNotStated: 1 },
      },
    });
  });
});

describe('a closed window', () => {
  const later = { opens: '2026-06-17', closes: '2026-07-31' };

  it('leaves rings visible, but blocks proposals and yes until it opens', async () => {
    const ring = await ringOfThree(test, 'Urdu');
    const open = await proposed(test, ring);
    await write('openWindow', later);
    await test.graph.caughtUp();
    expect(await total(ring[0])).toBe(1);
    expect((await propose(test, [...ring.slice(1), ring[0]])).json()).toMatchObject({
      code: 'window_closed',
    });
    expect((await answer(test, ring[1], open, 'yes')).json()).toMatchObject({ code: 'window_closed' });
    expect(await seen(test, ring[0], open)).toMatchObject({ state: 'proposed' });
    inDays(2);

    for (const member of ring.slice(1))
      expect((await answer(test, member, open, 'yes')).statusCode).toBe(200);
    expect(await seen(test, ring[0], open)).toMatchObject({ state: 'agreed' });
  });

  it('allows a no', async () => {
    const ring = await ringOfThree(test, 'Urdu');
    const id = await proposed(test, ring);
    await write('openWindow', later);
    expect((await answer(test, ring[1], id, 'no')).statusCode).toBe(200);
    expect(await seen(test, ring[0], id)).toMatchObject({ state: 'declined' });
  });

  it('blocks the submission of an agreement on the portal until it opens', async () => {
    const ring = await ringOfThree(test, 'Urdu');
    const id = await agreed(test, ring);
    await write('openWindow', later);
    const submit = () =>
      test.call({
        method: 'POST',
        url: `/api/agreements/${id}/steps`,
        body: { step: 'submitted' },
        token: ring[0].teacher.token,
      });
    expect((await submit()).json()).toMatchObject({ code: 'window_closed' });
    inDays(2);
    expect((await submit()).statusCode).toBe(200);
  });

  it('blocks the start of a round, and pauses a running round until it opens', async () => {
    const ring = await ringOfThree(test, 'Urdu');
    await makeReady(test, ring.slice(0, 2));
    const start = () =>
      test.call({ method: 'POST', url: '/api/admin/rounds', body: {}, token: administrator.token });
    const count = async () =>
      (await test.database.pool.query("select from agreements where source = 'round'")).rowCount;
    const night = async () => {
      await planRunningAgain(test.database.db, test.clock.now);
      await followAll({ db: test.database.db, now: () => test.clock.now });
    };
    await write('openWindow', later);
    expect((await start()).json()).toMatchObject({ code: 'window_closed' });
    await write('openWindow', null);
    expect((await start()).statusCode).toBe(201);
    await test.settled();
    await write('openWindow', later);
    await makeReady(test, ring.slice(2));
    await night();
    expect(await count()).toBe(0);
    inDays(2);
    await night();
    expect(await count()).toBe(1);
  });
});
