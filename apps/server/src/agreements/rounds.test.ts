import type { AgreementList } from '@mutual-transfer/domain/agreement';
import type { RoundDetails, RoundList, Season } from '@mutual-transfer/domain/round';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer, seen } from '../../test/testing/agreements.ts';
import { makeAdministrator, type TestTeacher } from '../../test/testing/factories.ts';
import { ringOfThree, steps, type Wisher, wish } from '../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { followAll } from './follow-agreements.ts';
import { startNightlyRound } from './rounds.service.ts';

const HOUR = 3_600_000;

let test: TestApp;
let administrator: TestTeacher;
let ring: [Wisher, Wisher, Wisher];

beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  await test.settled();
  const { db } = test.database;
  for (const table of ['agreements', 'rounds', 'users'] as const) await db.deleteFrom(table).execute();
  administrator = await makeAdministrator(test);
  ring = await ringOfThree(test, 'Urdu');
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
const makeReady = async (members: readonly Wisher[]) => {
  for (const { teacher, requestId } of members) {
    const call = {
      method: 'PUT' as const,
      url: `/api/requests/${requestId}/readiness`,
      body: { ready: true },
    };
    expect((await test.call({ ...call, token: teacher.token })).statusCode).toBe(200);
  }
};
const waitingFor = async ({ teacher }: Wisher) => {
  const response = await test.call({ url: '/api/agreements?waiting=true', token: teacher.token });
  return response.json<AgreementList>().agreements;
};

describe('a round', () => {
  it('proposes the rings of a plan over those who are ready, and nobody else', async () => {
    await makeReady(ring.slice(0, 2));
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
    await makeReady(ring.slice(2));
    await startNightlyRound(test.database.db, test.clock.now);
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

  it('plans the willing again at once with who else is ready, without who said no', async () => {
    const other = await wish(test, steps[1], { registration: { subject: 'Urdu' } });
    await makeReady([...ring, other]);
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

  it('counts for nobody’s limit, ends its proposals when stopped, and cannot be stopped twice', async () => {
    await makeReady(ring);
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
    const again = await asAdministrator('DELETE', `/api/admin/rounds/${_id}`);
    expect([again.statusCode, again.json().code]).toEqual([409, 'round_over']);
    const audit = await asAdministrator('GET', '/api/admin/audit?action=round.stop');
    expect(audit.json().entries).toHaveLength(1);
  });

  it('takes silence for no longer ready, and finishes at its end', async () => {
    await makeReady(ring);
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
});
