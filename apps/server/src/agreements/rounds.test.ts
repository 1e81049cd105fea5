import { OPEN_PROPOSALS, PROPOSALS_TO_ONE_A_DAY } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { RoundDetails, RoundList, Season } from '@mutual-transfer/domain/agreements/round';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer, makeReady, propose, seen } from '../../test/testing/agreements.ts';
import { postRequest, type TestTeacher } from '../../test/testing/factories.ts';
import { freshRing } from '../../test/testing/fixtures.ts';
import { steps, type Wisher, wish } from '../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { followAll } from './deadlines.ts';
import { planRunningAgain } from './rounds.ts';

const HOUR = 3_600_000;

let test: TestApp;
let administrator: TestTeacher;
let ring: [Wisher, Wisher, Wisher];

beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  ({ administrator, ring } = await freshRing(test));
});
afterAll(() => test.close());

const follow = () => followAll({ db: test.database.db, now: () => test.clock.now });
const asAdministrator = (method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown) =>
  test.call({ method, url, body, token: administrator.token });
const start = async (body: object = {}): Promise<RoundDetails> => {
  const response = await asAdministrator('POST', '/api/admin/rounds', body);
  expect(response.statusCode, response.body).toBe(201);
  await test.settled();
  return response.json<RoundDetails>();
};
const waitingFor = async ({ teacher }: Wisher) => {
  const response = await test.call({ url: '/api/agreements?waiting=true', token: teacher.token });
  return response.json().agreements;
};

/** Counts the readiness questions that a teacher was sent. */
async function asked({ teacher }: Wisher): Promise<number> {
  const questions = await test.database.db
    .selectFrom('alerts')
    .select('id')
    .where('to_user_id', '=', teacher.user._id)
    .where('kind', 'in', ['readiness_round', 'readiness_ending'])
    .execute();
  return questions.length;
}

/** Sets the end of a teacher's readiness, in hours from now, and marks all their notices as read. */
async function endsIn({ teacher, requestId }: Wisher, hours: number): Promise<void> {
  const { db } = test.database;
  const ready_until = new Date(test.clock.now.getTime() + hours * HOUR);
  await db.updateTable('requests').set({ ready_until }).where('id', '=', requestId).execute();
  const read = db.updateTable('alerts').set({ read_at: test.clock.now });
  await read.where('to_user_id', '=', teacher.user._id).execute();
}

/** Proposes a ring of this teacher and two new ones who are in no other proposal. */
async function proposeToNew(proposer: Wisher) {
  const others = [steps[1], steps[2]].map((step) => wish(test, step, { registration: { subject: 'Urdu' } }));
  return propose(test, [proposer, ...(await Promise.all(others))]);
}

describe('a round', () => {
  it('proposes the rings of a plan over ready teachers only', async () => {
    await makeReady(test, ring.slice(0, 2));
    const board = (await asAdministrator('GET', '/api/admin/rounds')).json<RoundList>();
    expect(board).toMatchObject({
      rounds: [],
      expected: { ready: 2, bySubject: [{ subject: 'Urdu', ready: 2 }] },
    });
    const { _id, state } = await start();
    expect(state).toBe('running');
    expect(await waitingFor(ring[0])).toEqual([]);
    const again = await asAdministrator('POST', '/api/admin/rounds', {});
    expect([again.statusCode, again.json().code]).toEqual([409, 'round_under_way']);
    await makeReady(test, ring.slice(2));
    await planRunningAgain(test.database.db, test.clock.now);
    await follow();
    const [proposal] = await waitingFor(ring[1]);
    expect(proposal).toMatchObject({ source: 'round', can: { answer: ['yes', 'no'] } });
    for (const member of ring)
      expect((await answer(test, member, proposal?._id ?? '', 'yes')).statusCode).toBe(200);
    expect((await seen(test, ring[0], proposal?._id ?? '')).state).toBe('agreed');
    const details = (await asAdministrator('GET', `/api/admin/rounds/${_id}`)).json<RoundDetails>();
    expect(details).toMatchObject({ proposals: 1, asked: 3, yes: 3, no: 0, silent: 0, agreed: 3, moved: 0 });
    expect(details.days).toEqual([{ day: '2026-06-15', proposals: 1, yes: 3, no: 0, agreed: 3, moved: 0 }]);
    const season = (await asAdministrator('GET', '/api/admin/season')).json<Season>();
    expect(season).toMatchObject({
      proposals: 1,
      agreements: 1,
      completions: 0,
      survival: 1,
      yesShare: 1,
    });
  });

  it('plans the willing teachers again at once with other ready ones, without the one who said no', async () => {
    const other = await wish(test, steps[1], { registration: { subject: 'Urdu' } });
    await makeReady(test, [...ring, other]);
    await start({ hours: 24 });
    const [first] = await waitingFor(ring[0]);
    const asked = [ring[1], other].find(
      ({ requestId }) => first?.members.some((member) => member.requestId === requestId) ?? false,
    );
    expect(asked).toBeDefined();
    await answer(test, asked as Wisher, first?._id ?? '', 'no');
    await test.settled();
    const [second] = await waitingFor(ring[0]);
    const spare = asked === other ? ring[1] : other;
    expect(second?.members.map(({ requestId }) => requestId)).toEqual(
      [ring[0], spare, ring[2]].map(({ requestId }) => requestId),
    );
    expect(await waitingFor(asked as Wisher)).toEqual([]);
  });

  it('prefers the teacher with more signs of a yes: verification, a recent sign-in and recent readiness', async () => {
    const { db } = test.database;
    const other = await wish(test, steps[1], { registration: { subject: 'Urdu' } });
    await makeReady(test, [...ring, other]);
    const proposed = async () => {
      const { _id } = await start();
      const [proposal] = await waitingFor(ring[0]);
      await asAdministrator('DELETE', `/api/admin/rounds/${_id}`);
      await test.settled();
      return proposal?.members.map(({ requestId }) => requestId);
    };
    const having = (second: Wisher) => [ring[0], second, ring[2]].map(({ requestId }) => requestId);
    // Equal chances are decided by lot.
    expect([ring[1], other].map(having)).toContainEqual(await proposed());
    const ofOther = { verified_at: test.clock.now, verified_how: 'phone_code' } as const;
    await db.updateTable('users').set(ofOther).where('id', '=', other.teacher.user._id).execute();
    expect(await proposed()).toEqual(having(other));
    await endsIn(other, 24);
    const longAgo = new Date(test.clock.now.getTime() - 8 * 24 * HOUR);
    const sessions = db.updateTable('sessions').set({ created_at: longAgo });
    await sessions.where('user_id', '=', other.teacher.user._id).execute();
    expect(await proposed()).toEqual(having(ring[1]));
  });

  it.each([
    ['more urgent', { urgency: 'high' }, { urgency: 'low' }],
    ['better ranked', { own_rank: 1, urgency: 'low' }, { own_rank: 2, urgency: 'high' }],
  ] as const)('prefers a teacher’s %s request if equally many move', async (_what, better, worse) => {
    const { db } = test.database;
    const pair = await wish(test, [steps[1][0], steps[0][0]], { registration: { subject: 'Urdu' } });
    const third = await wish(test, [steps[2][0], steps[0][0]], { registration: { subject: 'Urdu' } });
    const [owner] = ring;
    const { request } = await postRequest(test, owner.teacher, {
      ...{ desiredDistrict: 'Saran', desiredBlock: 'Amnour', subject: 'Urdu' },
    });
    const second = { teacher: owner.teacher, requestId: request._id };
    for (const [more, less, partner] of [
      [owner, second, pair],
      [second, owner, third],
    ] as const) {
      await makeReady(test, [owner, second, pair, third]);
      for (const [{ requestId }, values] of [
        [more, better],
        [less, worse],
      ] as const)
        await db.updateTable('requests').set(values).where('id', '=', requestId).execute();
      const { _id } = await start();
      const [proposal] = await waitingFor(owner);
      expect(proposal?.members.map(({ requestId }) => requestId)).toEqual(
        [more, partner].map(({ requestId }) => requestId),
      );
      await asAdministrator('DELETE', `/api/admin/rounds/${_id}`);
      await test.settled();
    }
  });

  it('makes proposals that count in neither limit: ten open ones, and three a day to the same person', async () => {
    for (let time = 0; time < PROPOSALS_TO_ONE_A_DAY + 1; time++) {
      await makeReady(test, ring);
      const { _id } = await start();
      expect(await waitingFor(ring[0])).toHaveLength(1);
      if (time === PROPOSALS_TO_ONE_A_DAY) break;
      await asAdministrator('DELETE', `/api/admin/rounds/${_id}`);
      await test.settled();
    }
    const own: number[] = [];
    for (let time = 0; time <= OPEN_PROPOSALS; time++) own.push((await proposeToNew(ring[0])).statusCode);
    expect(own).toEqual([...Array.from({ length: OPEN_PROPOSALS }, () => 201), 429]);
    expect(await waitingFor(ring[0])).toHaveLength(1);
  });

  it('plans only its subjects and its ring size, and gives its hours to answer', async () => {
    const proposalsOf = async (body: object) => {
      await makeReady(test, ring);
      const { _id } = await start(body);
      const waiting = await waitingFor(ring[0]);
      await asAdministrator('DELETE', `/api/admin/rounds/${_id}`);
      await test.settled();
      return waiting;
    };
    expect(await proposalsOf({ subjects: ['Hindi'] })).toEqual([]);
    expect(await proposalsOf({ maxRing: 2 })).toEqual([]);
    const [proposal] = await proposalsOf({ subjects: ['Hindi', 'Urdu'], maxRing: 3, hours: 5 });
    const given = Date.parse(proposal?.deadline ?? '') - Date.parse(proposal?.createdAt ?? '');
    expect(Math.round(given / HOUR)).toBe(5);
  });

  it('ends its proposals when it is stopped, and a second stop has no effect', async () => {
    await makeReady(test, ring);
    const { _id } = await start();
    const [proposal] = await waitingFor(ring[0]);
    expect((await asAdministrator('DELETE', `/api/admin/rounds/${_id}`)).json()).toMatchObject({
      state: 'stopped',
    });
    await test.settled();
    expect(await seen(test, ring[0], proposal?._id ?? '')).toMatchObject({
      state: 'lapsed',
      reason: 'round_stopped',
    });
    // No member decided about the stopped proposal, so it does not count in the survival rate of rings.
    expect((await asAdministrator('GET', '/api/admin/season')).json<Season>().survival).toBeNull();
    const again = await asAdministrator('DELETE', `/api/admin/rounds/${_id}`);
    expect([again.statusCode, again.json().state]).toEqual([200, 'stopped']);
    const audit = await asAdministrator('GET', '/api/admin/audit?action=round.stop');
    const stopped = audit
      .json()
      .entries.filter((entry: { details: unknown }) => JSON.stringify(entry.details).includes(_id));
    expect(stopped).toHaveLength(1);
  });

  it('ends the readiness of teachers who do not answer, and is finished after its days', async () => {
    await makeReady(test, ring);
    const { _id } = await start({ hours: 24, days: 2 });
    const [proposal] = await waitingFor(ring[0]);
    await answer(test, ring[0], proposal?._id ?? '', 'yes');
    test.clock.now = new Date(test.clock.now.getTime() + 24 * HOUR);
    await follow();
    const ready = await test.database.db
      .selectFrom('requests')
      .select('id')
      .where('ready_until', 'is not', null)
      .execute();
    expect(ready.map(({ id }) => id)).toEqual([ring[0].requestId]);
    test.clock.now = new Date(test.clock.now.getTime() + 24 * HOUR);
    await follow();
    const round = (await asAdministrator('GET', `/api/admin/rounds/${_id}`)).json<RoundDetails>();
    expect(round).toMatchObject({ state: 'finished', proposals: 1, silent: 2 });
  });

  it('asks each unready teacher of its subjects once, at its start', async () => {
    const other = await wish(test, steps[0], { registration: { subject: 'Hindi' } });
    await makeReady(test, ring.slice(0, 1));
    await start({ subjects: ['Urdu'] });
    expect(await Promise.all([...ring, other].map(asked))).toEqual([0, 1, 1, 0]);
    await follow();
    expect(await Promise.all(ring.map(asked))).toEqual([0, 1, 1]);
  });
});

describe('readiness', () => {
  it('is asked for again once, five days before it ends', async () => {
    await endsIn(ring[0], 5 * 24 + 1);
    await endsIn(ring[1], 5 * 24 - 1);
    await endsIn(ring[2], -1);
    await Promise.all([follow(), follow()]);
    await follow();
    expect(await Promise.all(ring.map(asked))).toEqual([0, 1, 0]);
    test.clock.now = new Date(test.clock.now.getTime() + 30 * 24 * HOUR);
    await endsIn(ring[1], 24);
    await follow();
    expect(await asked(ring[1])).toBe(2);
  });
});

describe('the season', () => {
  it('counts proposals by size and stratum, and shows administrators the reason for a no without its author', async () => {
    await makeReady(test, ring);
    await start();
    const [proposal] = await waitingFor(ring[0]);
    const refusal = { answer: 'no', reason: 'My mother is ill.' };
    const url = `/api/agreements/${proposal?._id}/answer`;
    await test.call({ method: 'POST', url, body: refusal, token: ring[1].teacher.token });
    const response = await asAdministrator('GET', '/api/admin/season');
    const counted = { proposals: 1, agreements: 0, completions: 0 };
    expect(response.json<Season>()).toMatchObject({
      bySize: [{ size: 3, ...counted }],
      byStratum: [{ subject: 'Urdu', classRange: '6-8', ...counted }],
      survival: 0,
      yesShare: 0,
      hoursToAnswer: { median: expect.any(Number), ninetieth: expect.any(Number) },
      reasons: [{ reason: 'refused', count: 1 }],
      words: [{ words: 'My mother is ill.', at: expect.any(String) }],
    });
    for (const { teacher } of ring) {
      for (const secret of [teacher.user._id, teacher.user.name, teacher.user.phone])
        expect(response.body).not.toContain(secret);
    }
  });
});
