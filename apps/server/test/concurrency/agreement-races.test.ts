/** This file is long because it contains every race between steps of agreements on two servers. */
import { PROPOSALS_TO_ONE_A_DAY } from '@mutual-transfer/domain/agreements/agreement-rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { followAll } from '../../src/agreements/deadlines.ts';
import { beginRound, endAfter } from '../../src/agreements/rounds.ts';
import { agreed, answer, makeReady, propose, proposed } from '../testing/agreements.ts';
import { makeAdministrator } from '../testing/factories.ts';
import { ringOfThree, steps, type Wisher, wish } from '../testing/ring-of-three.ts';
import { joinTestApp, startTestApp, type TestApp } from '../testing/test-app.ts';

const HOUR = 3_600_000;
const ROUNDS = 4;

let first: TestApp;
let second: TestApp;
let ring: [Wisher, Wisher, Wisher];

beforeAll(async () => {
  first = await startTestApp();
  second = await joinTestApp(first);
});
beforeEach(renew);
afterAll(async () => {
  await second.close();
  await first.close();
});

async function renew(): Promise<void> {
  await Promise.all([first.settled(), second.settled()]);
  for (const table of ['agreements', 'rounds', 'users'] as const)
    await first.database.db.deleteFrom(table).execute();
  ring = await ringOfThree(first, 'Urdu');
}

const states = async () => {
  const rows = await first.database.db
    .selectFrom('agreements')
    .select(['state', 'reason'])
    .orderBy('id')
    .execute();
  return rows.map(({ state }) => state);
};
const countNotices = async (kind: string) => {
  const { rows } = await first.database.pool.query<{ count: number }>(
    'select count(*)::int as count from alerts where kind = $1',
    [kind],
  );
  return rows[0]?.count;
};

/** Checks the invariants: a request is bound at most once, requests match their agreements, and every end has a reason. */
async function expectInvariants(): Promise<void> {
  const { rows } = await first.database.pool.query(
    `select 'bound twice' as broken from agreement_members where state in ('agreed', 'in_progress')
      group by user_id having count(*) > 1
    union all
    select 'request ' || status || ' in ' || state from agreement_members join requests on requests.id = request_id
      where (state in ('agreed', 'in_progress')) <> (status = 'pending') and state <> 'completed'
        and not exists (select from agreement_members other where other.request_id = requests.id
          and other.state in ('agreed', 'in_progress'))
    union all
    select 'a yes is missing' from agreement_members where state in ('agreed', 'in_progress') and answer <> 'yes'
    union all
    select 'offered and bound' from offers join agreement_members using (request_id)
      where state in ('agreed', 'in_progress')`,
  );
  expect(rows).toEqual([]);
}

const patch = (test: TestApp, { teacher, requestId }: Wisher, status: string) =>
  test.call({
    method: 'PATCH',
    url: `/api/requests/${requestId}/status`,
    body: { status },
    token: teacher.token,
  });

const tick = (test: TestApp, { teacher }: Wisher, id: string, step: string) =>
  test.call({ method: 'POST', url: `/api/agreements/${id}/steps`, body: { step }, token: teacher.token });
const leave = (test: TestApp, { teacher }: Wisher, id: string) =>
  test.call({ method: 'POST', url: `/api/agreements/${id}/leave`, body: {}, token: teacher.token });

/** Settings of a round with all teachers, which is planned at once. */
const aRound = (now: Date) => ({
  ...{ maxRing: 10, hours: 72, subjects: null, districts: null, startedBy: null },
  ...{ seasonId: null, number: null, silenceAgrees: false },
  times: { plansFrom: now, answersUntil: null, endsAt: endAfter(14, now) },
});

describe('concurrent calls on two servers', () => {
  it('the same proposal sent twenty times is created once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, call) => propose(call % 2 === 0 ? first : second, ring)),
    );
    const codes = answers.map(({ statusCode }) => statusCode).toSorted();
    expect(codes).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
  });

  it('the last yes, sent many times, makes one agreement and notifies each member once', async () => {
    const id = await proposed(first, ring);
    await answer(first, ring[1], id, 'yes');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, call) => answer(call % 2 === 0 ? first : second, ring[2], id, 'yes')),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await states()).toEqual(['agreed']);
    expect(await countNotices('agreed')).toBe(3);
    await expectInvariants();
  });

  it('the last yes to two competing proposals makes one agreement', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await renew();
      const spare = await wish(first, steps[1], { registration: { subject: 'Urdu' } });
      const [one, other] = [await proposed(first, ring), await proposed(first, [ring[0], spare, ring[2]])];
      await answer(first, ring[1], one, 'yes');
      await answer(first, spare, other, 'yes');
      // Without this, the earlier yes would hold the request. Here only the order of the two calls may decide.
      await first.database.db.updateTable('agreement_members').set({ held_until: null }).execute();
      const answers = await Promise.all([
        answer(first, ring[2], one, 'yes'),
        answer(second, ring[2], other, 'yes'),
      ]);
      for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode);
      first.clock.now = new Date(first.clock.now.getTime() + 25 * HOUR);
      await followAll({ db: first.database.db, now: () => first.clock.now });
      expect((await states()).toSorted()).toEqual(['agreed', 'superseded']);
      await expectInvariants();
    }
  });

  it.each(['withdrawn', 'deleted'])(
    'a last yes and a request that is %s leave no agreement half done',
    async (how) => {
      for (let round = 0; round < ROUNDS; round++) {
        await renew();
        const id = await proposed(first, ring);
        await answer(first, ring[1], id, 'yes');
        const url = `/api/requests/${ring[1].requestId}`;
        const end = () =>
          how === 'withdrawn'
            ? patch(second, ring[1], 'withdrawn')
            : second.call({ method: 'DELETE', url, token: ring[1].teacher.token });
        const [last, gone] = await Promise.all([answer(first, ring[2], id, 'yes'), end()]);
        const outcome = [last.statusCode, gone.statusCode].join(' ');
        expect(['200 409', '409 200']).toContain(outcome);
        expect(await states()).toEqual([outcome === '200 409' ? 'agreed' : 'lapsed']);
        await expectInvariants();
      }
    },
  );

  it.each(['erased', 'deactivated'])(
    'a last yes and a member who is %s: the agreement is broken',
    async (how) => {
      for (let round = 0; round < ROUNDS; round++) {
        await renew();
        const administrator = await makeAdministrator(first);
        const id = await proposed(first, ring);
        await answer(first, ring[1], id, 'yes');
        const { teacher } = ring[1];
        const end = () =>
          how === 'erased'
            ? second.call({
                method: 'DELETE',
                url: '/api/auth/account',
                body: { password: teacher.password },
                token: teacher.token,
              })
            : second.call({
                method: 'PUT',
                url: `/api/admin/users/${teacher.user._id}/toggle-status`,
                token: administrator.token,
              });
        const [last, gone] = await Promise.all([answer(first, ring[2], id, 'yes'), end()]);
        expect(gone.statusCode, gone.body).toBe(200);
        expect([200, 409]).toContain(last.statusCode);
        expect(['broken', 'lapsed']).toContain((await states())[0]);
        await expectInvariants();
      }
    },
  );

  it('a last yes at the deadline makes the agreement, or is refused because the proposal lapsed', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await renew();
      const id = await proposed(first, ring);
      await answer(first, ring[1], id, 'yes');
      const { deadline } = await first.database.db
        .selectFrom('agreements')
        .select('deadline')
        .executeTakeFirstOrThrow();
      // At the deadline, or one millisecond before it.
      first.clock.now = new Date(deadline.getTime() - (round % 2));
      const [last] = await Promise.all([
        answer(first, ring[2], id, 'yes'),
        followAll({ db: second.database.db, now: () => deadline }),
      ]);
      const [state] = await states();
      expect(state).toBe(last.statusCode === 200 ? 'agreed' : 'lapsed');
      await expectInvariants();
    }
  });

  it('one teacher’s yes to two competing proposals holds the request for one of them', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await renew();
      const spare = await wish(first, steps[1], { registration: { subject: 'Urdu' } });
      const [one, other] = [await proposed(first, ring), await proposed(first, [ring[0], spare, ring[2]])];
      await Promise.all([answer(first, ring[2], one, 'yes'), answer(second, ring[2], other, 'yes')]);
      const held = await first.database.db
        .selectFrom('agreement_members')
        .select('agreement_id')
        .where('request_id', '=', ring[2].requestId)
        .where('held_until', 'is not', null)
        .execute();
      expect(held).toHaveLength(1);
    }
  });

  it('rings with the same person are proposed at most three times', async () => {
    const spares = Array.from({ length: 2 * PROPOSALS_TO_ONE_A_DAY }, () =>
      wish(first, steps[1], { registration: { subject: 'Urdu' } }),
    );
    const rings = (await Promise.all(spares)).map((spare) => [ring[0], spare, ring[2]]);
    const answers = await Promise.all(
      rings.map((members, call) => propose(call % 2 === 0 ? first : second, members)),
    );
    const made = answers.filter(({ statusCode }) => statusCode === 201);
    expect(made).toHaveLength(PROPOSALS_TO_ONE_A_DAY);
    expect(await states()).toHaveLength(PROPOSALS_TO_ONE_A_DAY);
  });

  it('a block and a proposal leave no open proposal with both teachers', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await renew();
      const url = `/api/blocks/${ring[0].teacher.user._id}`;
      const [, blocked] = await Promise.all([
        propose(first, ring),
        second.call({ method: 'PUT', url, token: ring[1].teacher.token }),
      ]);
      expect(blocked.statusCode, blocked.body).toBe(200);
      expect(await states()).not.toContain('proposed');
    }
  });

  it('two plans of one round ask each teacher once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await renew();
      const spares = steps.map((step) => wish(first, step, { registration: { subject: 'Urdu' } }));
      const teachers = [...ring, ...(await Promise.all(spares))];
      await makeReady(first, teachers);
      const now = () => first.clock.now;
      await first.database.db
        .transaction()
        .execute((transaction) => beginRound(transaction, aRound(now()), now()));
      await Promise.all([first, second].map(({ database: { db } }) => followAll({ db, now })));
      const asked = await first.database.db
        .selectFrom('agreement_members')
        .select('user_id')
        .where('state', '=', 'proposed')
        .execute();
      expect(asked).toHaveLength(teachers.length);
      expect(new Set(asked.map(({ user_id }) => user_id)).size).toBe(teachers.length);
    }
  });

  it('the last joining and a leaving either complete the agreement and its requests, or break it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await renew();
      const id = await agreed(first, ring);
      await tick(first, ring[0], id, 'submitted');
      for (const who of ring.slice(0, 2)) await tick(first, who, id, 'joined');
      const [last, left] = await Promise.all([
        tick(first, ring[2], id, 'joined'),
        leave(second, ring[0], id),
      ]);
      const codes = [last.statusCode, left.statusCode].join(' ');
      expect(['200 409', '409 200']).toContain(codes);
      const [state, status] = codes === '200 409' ? ['completed', 'completed'] : ['broken', 'active'];
      expect(await states()).toEqual([state]);
      const requests = await first.database.db
        .selectFrom('requests')
        .select('status')
        .orderBy('id')
        .execute();
      // Members who joined keep their new posting.
      expect(requests.map((request) => request.status)).toEqual(['completed', 'completed', status]);
    }
  });

  it('all members leave an agreement, which breaks once', async () => {
    const id = await agreed(first, ring);
    const answers = await Promise.all(
      ring.map((who, call) => leave(call % 2 === 0 ? first : second, who, id)),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    expect(await countNotices('agreement_ended')).toBe(2);
    await expectInvariants();
  });
});

describe('the database itself', () => {
  it('refuses a second agreement of a teacher or request, independent of the server’s checks', async () => {
    await agreed(first, ring);
    const { pool } = first.database;
    const seats = (constraint: string, values: string) =>
      expect(
        pool.query(
          `with twin as (
            insert into agreements (id, state, source, size, subject, class_range, requests_key, created_at, deadline, agreed_at)
            select gen_random_uuid(), state, source, size, subject, class_range, 'twin', created_at, deadline, agreed_at
            from agreements where state = 'agreed' returning id
          )
          insert into agreement_members (agreement_id, position, state, user_id, request_id, from_block, to_block, answer, answered_at)
          select twin.id, 0, 'agreed', ${values}, from_block, to_block, 'yes', now()
          from twin, agreement_members where state = 'agreed' and position = 0`,
        ),
      ).rejects.toThrow(constraint);
    await seats('agreement_members_teacher_bound', 'user_id, null');
    await seats('agreement_members_request_bound', 'null, request_id');
  });
});
