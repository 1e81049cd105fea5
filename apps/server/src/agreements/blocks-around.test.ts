import type { AgreementList, Repairs } from '@mutual-transfer/domain/agreements/agreement';
import type { AlertList } from '@mutual-transfer/domain/notices/alert';
import type { RequestList } from '@mutual-transfer/domain/requests/transfer-request';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agreed, answer, makeReady, proposed, removeEveryone, seen } from '../../test/testing/agreements.ts';
import { makeAdministrator } from '../../test/testing/factories.ts';
import { ringOfThree, ringsOf, steps, type Wisher, wish } from '../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { announceDue } from '../matching/announce-matches.ts';
import { followAll } from './deadlines.ts';

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

const [toDanapur, toAmnour] = steps;
const due = () => ({
  ...{ db: test.database.db, graph: test.graph, now: () => test.clock.now },
  config: { announceAfterMinutes: 0 },
});
const back = [toDanapur[1], toDanapur[0]] as const;
const registration = { subject: 'Urdu' };
const idOf = ({ teacher }: Wisher) => teacher.user._id;
const block = async (who: Wisher, whom: Wisher) => {
  const call = { method: 'PUT', url: `/api/blocks/${idOf(whom)}`, token: who.teacher.token } as const;
  expect((await test.call(call)).statusCode).toBe(200);
};
const unblock = (who: Wisher, whom: Wisher) =>
  test.call({ method: 'DELETE', url: `/api/blocks/${idOf(whom)}`, token: who.teacher.token });
const get = async <Body>({ teacher }: Wisher, url: string): Promise<Body> => {
  const response = await test.call({ url, token: teacher.token });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Body>();
};
const ringsSeen = async (who: Wisher) =>
  (await ringsOf(test, who)).rings.map(({ requests }) => requests.toSorted());
const requestsOf = (members: readonly Wisher[]) => members.map(({ requestId }) => requestId).toSorted();
const alertsOf = async (who: Wisher) => (await get<AlertList>(who, '/api/alerts?limit=100')).data.alerts;

describe('when one teacher blocks another', () => {
  it('no reader sees a ring with both, and the rings without both stay', async () => {
    const spare = await wish(test, toAmnour, { registration });
    await expect.poll(async () => (await ringsSeen(ring[0])).length).toBe(2);
    await block(ring[1], ring[0]);
    for (const who of [ring[0], ring[2]]) {
      expect(await ringsSeen(who)).toEqual([requestsOf([ring[0], spare, ring[2]])]);
    }
    expect(await ringsSeen(ring[1])).toEqual([]);
    await unblock(ring[1], ring[0]);
    expect(await ringsSeen(ring[2])).toHaveLength(2);
  });

  it('many rings with blocked teachers do not hide the ring without them', async () => {
    const rivals = [];
    for (let rival = 0; rival < 12; rival++) rivals.push(await wish(test, toAmnour, { registration }));
    const last = await wish(test, toAmnour, { registration });
    for (const rival of [ring[1], ...rivals]) await block(ring[0], rival);
    await expect.poll(async () => ringsSeen(ring[0])).toEqual([requestsOf([ring[0], last, ring[2]])]);
    // The third teacher sees no ring with both of the two who block each other.
    expect(await ringsSeen(ring[2])).toEqual([requestsOf([ring[0], last, ring[2]])]);
  });

  it('neither is notified of a new match or ring with the other, and earlier notices are hidden', async () => {
    await test.settled();
    await announceDue(due());
    const kinds = (await alertsOf(ring[0])).map(({ kind }) => kind);
    expect(kinds).toContain('ring');
    await block(ring[0], ring[2]);
    expect((await alertsOf(ring[0])).map(({ kind }) => kind)).toEqual([]);
    const other = await wish(test, back, { registration });
    await test.settled();
    expect((await alertsOf(ring[0])).map(({ kind }) => kind)).toEqual(['perfect_match']);
    await block(other, ring[1]);
    await block(ring[1], other);
    expect((await alertsOf(ring[1])).filter(({ kind }) => kind === 'perfect_match')).toEqual([]);
    const blocked = await wish(test, [toDanapur[0], toDanapur[1]], { registration });
    const { db } = test.database;
    await db.deleteFrom('alerts').execute();
    await block(blocked, other);
    await db
      .insertInto('offers_to_announce')
      .values({ request_id: blocked.requestId, offered_at: test.clock.now })
      .onConflict((row) => row.doNothing())
      .execute();
    await announceDue(due());
    expect(await alertsOf(other)).toEqual([]);
  });

  it('neither finds the other’s request in lists, by its address, or in counts', async () => {
    const list = (who: Wisher) => get<RequestList>(who, '/api/requests?subject=Urdu&limit=100');
    const before = await list(ring[0]);
    expect(before.requests.map(({ _id }) => _id)).toContain(ring[1].requestId);
    await block(ring[1], ring[0]);
    for (const [who, whom] of [
      [ring[0], ring[1]],
      [ring[1], ring[0]],
    ] as const) {
      const { requests, pagination } = await list(who);
      expect(requests.map(({ _id }) => _id)).not.toContain(whom.requestId);
      expect(pagination.total).toBe((before.pagination.total ?? 0) - 1);
      const one = await test.call({ url: `/api/requests/${whom.requestId}`, token: who.teacher.token });
      expect(one.statusCode).toBe(404);
    }
    expect((await list(ring[2])).pagination.total).toBe(before.pagination.total);
  });

  it('a message from before the block no longer shows its sender', async () => {
    const sent = await test.call({
      method: 'POST',
      url: `/api/alerts/${idOf(ring[1])}`,
      body: { message: 'Shall we swap?' },
      token: ring[0].teacher.token,
    });
    expect(sent.statusCode, sent.body).toBe(201);
    await block(ring[1], ring[0]);
    expect((await alertsOf(ring[1])).filter(({ kind }) => kind === 'message')).toEqual([]);
    const { data } = await get<AlertList>(ring[1], '/api/alerts?includeHidden=true');
    const message = data.alerts.find(({ kind }) => kind === 'message');
    expect(message).toMatchObject({
      isHiddenForRecipient: true,
      fromUser: { name: 'Hidden', phone: 'Hidden' },
    });
    await unblock(ring[1], ring[0]);
    expect((await alertsOf(ring[1])).map(({ kind }) => kind)).toContain('message');
  });

  it('open proposals with both end at once without showing who ended them, and agreements stay', async () => {
    const id = await proposed(test, ring);
    await answer(test, ring[1], id, 'yes');
    await block(ring[2], ring[0]);
    const ended = await seen(test, ring[0], id);
    expect(ended).toMatchObject({ state: 'lapsed', reason: 'request_ended', endedBy: null });
    // An ended proposal shows neither of the two to the other. The third member sees both.
    const shownTo = async (who: Wisher) =>
      (await seen(test, who, id)).members.flatMap(({ user }) => user?._id ?? []).toSorted();
    const without = (other: Wisher) =>
      ring
        .filter((one) => one !== other)
        .map(idOf)
        .toSorted();
    expect(await shownTo(ring[0])).toEqual(without(ring[2]));
    expect(await shownTo(ring[2])).toEqual(without(ring[0]));
    expect(await shownTo(ring[1])).toEqual(ring.map(idOf).toSorted());
    expect((await alertsOf(ring[1])).map(({ kind }) => kind)).toContain('agreement_ended');
    await unblock(ring[2], ring[0]);
    const next = await agreed(test, ring);
    await block(ring[2], ring[0]);
    expect((await seen(test, ring[1], next)).state).toBe('agreed');
  });

  it('the proposal looks to the blocked teacher as if the other had deleted the request', async () => {
    const look = async (how: (leaving: Wisher, reader: Wisher) => Promise<unknown>) => {
      await removeEveryone(test);
      ring = await ringOfThree(test, 'Urdu');
      const [reader, , leaving] = ring;
      const id = await proposed(test, ring);
      await how(leaving, reader);
      const { state, reason, endedBy, members } = await seen(test, reader, id);
      const [notice] = await alertsOf(reader);
      const { missing, ...repairs } = await get<Repairs>(reader, `/api/agreements/${id}/repairs`);
      const seats = members.map(({ user, requestId }) => [user === null, requestId === null]);
      const places = missing.map(({ from, to, length }) => ({ from, to, length }));
      return { state, reason, endedBy, seats, notice: notice?.message, repairs, places };
    };
    const deleted = await look((leaving) =>
      test.call({
        method: 'DELETE',
        url: `/api/requests/${leaving.requestId}`,
        token: leaving.teacher.token,
      }),
    );
    expect(deleted.places).toHaveLength(1);
    expect(await look(block)).toEqual(deleted);
  });

  it('a request of the blocker is answered like a deleted one, in proposals of any ring and in reports', async () => {
    const [blocker, reader, third] = ring;
    const post = async (url: string, body: object) =>
      (await test.call({ method: 'POST', url, body, token: reader.teacher.token })).json<{ code: string }>()
        .code;
    const look = async ({ requestId, teacher }: Wisher) => [
      // Not a ring, and a ring.
      await post('/api/agreements', { requests: [reader.requestId, requestId] }),
      await post('/api/agreements', { requests: [reader.requestId, third.requestId, requestId] }),
      await post('/api/reports', { user: teacher.user._id, reason: 'other', words: 'Rude.', requestId }),
    ];
    await block(blocker, reader);
    const blocked = await look(blocker);
    await unblock(blocker, reader);
    await test.call({
      method: 'DELETE',
      url: `/api/requests/${blocker.requestId}`,
      token: blocker.teacher.token,
    });
    expect(blocked).toEqual(await look(blocker));
    expect(blocked).toEqual(['request_taken', 'request_taken', 'not_found']);
  });

  it('the blocker is not notified of the other’s messages in their agreement', async () => {
    const id = await agreed(test, ring);
    await block(ring[2], ring[0]);
    const url = `/api/agreements/${id}/messages`;
    const written = await test.call({
      method: 'POST',
      url,
      body: { message: 'Namaste' },
      token: ring[0].teacher.token,
    });
    expect(written.statusCode).toBe(201);
    expect((await alertsOf(ring[1])).map(({ kind }) => kind)).toContain('agreement_message');
    expect((await alertsOf(ring[2])).map(({ kind }) => kind)).not.toContain('agreement_message');
  });

  it('a repair offers no stand-in who blocks a remaining member, and no smaller ring with both', async () => {
    const standIn = await wish(test, toAmnour, { registration });
    await makeReady(test, [standIn]);
    const id = await proposed(test, ring);
    await answer(test, ring[1], id, 'no');
    const repairs = () => get<Repairs>(ring[0], `/api/agreements/${id}/repairs`);
    const active = await wish(test, toAmnour, { registration });
    await test.graph.caughtUp();
    expect(await repairs()).toMatchObject({ standbys: [{}], askable: [{}] });
    await block(standIn, ring[2]);
    await block(active, ring[2]);
    expect(await repairs()).toMatchObject({
      smaller: [],
      standbys: [],
      askable: [],
      missing: [{ length: 3 }],
    });
    await unblock(standIn, ring[2]);
    expect((await repairs()).standbys).toHaveLength(1);
  });

  it('a proposal counts no stand-in who blocks another member', async () => {
    const standIn = await wish(test, toAmnour, { registration });
    await makeReady(test, [standIn]);
    const id = await proposed(test, ring);
    expect((await seen(test, ring[0], id)).standby).toBe(1);
    await block(ring[0], standIn);
    expect((await seen(test, ring[0], id)).standby).toBe(0);
  });

  it('a round plans without the pair and proposes other teachers', async () => {
    const spare = await wish(test, toAmnour, { registration });
    const administrator = await makeAdministrator(test);
    await block(ring[0], ring[1]);
    await makeReady(test, [...ring, spare]);
    const started = await test.call({
      method: 'POST',
      url: '/api/admin/rounds',
      body: {},
      token: administrator.token,
    });
    expect(started.statusCode, started.body).toBe(201);
    await test.settled();
    await followAll({ db: test.database.db, now: () => test.clock.now });
    const waiting = async (who: Wisher) =>
      (await get<AgreementList>(who, '/api/agreements?waiting=true')).agreements;
    expect(await waiting(ring[1])).toEqual([]);
    const [proposal] = await waiting(ring[2]);
    expect(proposal?.members.map(({ requestId }) => requestId).toSorted()).toEqual(
      requestsOf([ring[0], spare, ring[2]]),
    );
  });
});
