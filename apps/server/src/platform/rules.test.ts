import type { Problem } from '@mutual-transfer/domain/problem';
/** Tests of the effects of each rule in every room. This file is long because it follows each change from the table to the responses. */

import type { RoundDetails } from '@mutual-transfer/domain/agreements/round';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import type { PlanBoard, RuleTrial } from '@mutual-transfer/domain/matching/plan';
import { firstRules, type RuleHistory, type RulesToday } from '@mutual-transfer/domain/matching/policy-rules';

import { LONGEST_RING } from '@mutual-transfer/matching/offer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agreed, answer, propose, proposed, seen } from '../../test/testing/agreements.ts';
import { makeAdministrator, type TestTeacher } from '../../test/testing/factories.ts';
import { reached, runQueued, startPlan } from '../../test/testing/plans.ts';
import {
  matchesOf,
  ringOfThree,
  ringsOf,
  steps,
  type Wisher,
  wish,
} from '../../test/testing/ring-of-three.ts';
import { TODAY, writeRule } from '../../test/testing/rules.ts';
import { joinTestApp, startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { sendOwnPlan } from '../matching/plans/planner.ts';

let test: TestApp;
let administrator: TestTeacher;

beforeEach(async () => {
  test = await startTestApp();
  administrator = await makeAdministrator(test);
});
afterEach(() => test.close());

const asAdministrator = (method: 'GET' | 'POST', url: string, body?: unknown) =>
  test.call({ method, url, body, token: administrator.token });

const write = (kind: string, value: unknown, validFrom?: string) =>
  writeRule(test, administrator, { kind, value, ...(validFrom && { validFrom }) });

const today = async (on = test) => (await on.call({ url: '/api/rules' })).json<RulesToday>();
const total = async (on: TestApp, wisher: Wisher) => (await ringsOf(on, wisher)).total;

describe('the rules', () => {
  it('are initially those of the specification, and each states its source', async () => {
    const { day, rules, sources } = await today();
    expect({ day, rules }).toEqual({ day: TODAY, rules: firstRules });
    expect(rules.largestGroup).toBe(LONGEST_RING);
    expect(sources).toMatchObject([
      { kind: 'largestGroup', validFrom: '2025-06-01', source: expect.stringContaining('June 2025') },
      { kind: 'mustBeEqual', validFrom: '2025-06-01', source: expect.stringContaining('June 2025') },
      { kind: 'minimumService', validFrom: '2025-06-01', source: expect.stringContaining('No order') },
      { kind: 'openWindow', validFrom: '2025-06-01', source: expect.stringContaining('No order') },
      { kind: 'mixedOrders', validFrom: '2025-06-01', source: expect.stringContaining('directorate') },
    ]);
  });

  it('are stored as a new row with their author, and the audit log contains the previous value', async () => {
    await write('largestGroup', 8);
    const { rules, history } = (await asAdministrator('GET', '/api/admin/rules')).json<RuleHistory>();
    expect(rules.largestGroup).toBe(8);
    expect(history.map(({ kind, value, writtenBy }) => [kind, value, writtenBy])).toEqual([
      ['largestGroup', 8, 'The Administrator'],
      ['mixedOrders', 'state', null],
      ['openWindow', null, null],
      ['minimumService', 0, null],
      ['mustBeEqual', ['subject', 'classRange', 'category'], null],
      ['largestGroup', 10, null],
    ]);
    const { rows } = await test.database.pool.query(
      "select details from audit_log where action = 'rule.write'",
    );
    expect(rows).toMatchObject([{ details: { kind: 'largestGroup', from: 10, to: 8, validFrom: TODAY } }]);
  });

  it('cannot be overwritten by an SQL statement', async () => {
    await expect(test.database.pool.query("update policy_rules set value = '3'")).rejects.toThrow(
      /not overwritten/,
    );
  });

  it('cannot take effect before today', async () => {
    const body = { kind: 'largestGroup', value: 8, validFrom: '2026-06-14', source: 'An order', link: null };
    const response = await asAdministrator('POST', '/api/admin/rules', body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ fields: { validFrom: expect.stringContaining('today') } });
  });
});

describe('a lower maximum group size', () => {
  it('applies to rings, advice, proposals, plans and rounds, and appears in error messages', async () => {
    const ring = await ringOfThree(test, 'Urdu');
    await test.graph.caughtUp();
    expect(await total(test, ring[0])).toBe(1);
    await write('largestGroup', 2);
    await test.graph.caughtUp();
    expect(await total(test, ring[0])).toBe(0);
    const { teacher, requestId } = ring[0];
    const advice = await test.call({ url: `/api/requests/${requestId}/advice`, token: teacher.token });
    expect(advice.json().whyNothingYet?.shortest).toBeNull();
    const refused = await propose(test, ring);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ fields: { requests: 'A group has from 2 to 2 teachers.' } });
    const plan = await startPlan(test, administrator, {});
    expect(plan.maxRing).toBe(2);
    expect((await reached(test, administrator, plan._id, 'completed')).figures).toMatchObject({ moved: 0 });
    for (const url of ['/api/admin/plans', '/api/admin/rounds']) {
      const beyond = await asAdministrator('POST', url, { maxRing: 3 });
      expect([beyond.statusCode, beyond.json().fields]).toEqual([
        400,
        { maxRing: 'A group has from 2 to 2 teachers.' },
      ]);
    }
    const round = await asAdministrator('POST', '/api/admin/rounds', {});
    expect(round.json<RoundDetails>().maxRing).toBe(2);
  });

  it('limits a plan that was queued earlier', async () => {
    await ringOfThree(test, 'Urdu');
    await sendOwnPlan(test.boss, test.database.db, test.clock.now);
    await write('largestGroup', 2);
    await runQueued(test);
    expect((await asAdministrator('GET', '/api/admin/plans')).json<PlanBoard>().latest).toMatchObject({
      maxRing: 2,
      figures: { moved: 0, byLongestRing: [{ maxRing: 2, moved: 0 }] },
    });
  });

  it('ends proposals of larger groups, and blocks the submission of larger agreements on the portal', async () => {
    const ring = await ringOfThree(test, 'Urdu');
    const others = await ringOfThree(test, 'Hindi');
    const open = await proposed(test, ring);
    const done = await agreed(test, others);
    await write('largestGroup', 2);
    await test.app.ready();
    expect((await answer(test, ring[1], open, 'yes')).statusCode).toBe(200);
    await test.settled();
    expect(await seen(test, ring[0], open)).toMatchObject({ state: 'lapsed', reason: 'rules_changed' });
    const submit = await test.call({
      method: 'POST',
      url: `/api/agreements/${done}/steps`,
      body: { step: 'submitted' },
      token: others[0].teacher.token,
    });
    expect([submit.statusCode, submit.json<Problem>().code]).toEqual([409, 'rules_changed']);
    expect(await seen(test, others[0], done)).toMatchObject({ state: 'agreed' });
  });

  it('ends a proposal instead of completing it at the last yes', async () => {
    const ring = await ringOfThree(test, 'Urdu');
    const id = await proposed(test, ring);
    await answer(test, ring[1], id, 'yes');
    await test.settled();
    await write('largestGroup', 2);
    expect((await answer(test, ring[2], id, 'yes')).json()).toMatchObject({
      state: 'lapsed',
      reason: 'rules_changed',
    });
  });
});

describe('categories that may mix', () => {
  const category = (code: string) => ({ registration: { subject: 'Urdu', category: code } });

  /** Creates three teachers who would form a ring if their categories were equal. */
  async function mixedRing(): Promise<[Wisher, Wisher, Wisher]> {
    return [
      await wish(test, steps[0], category('regular')),
      await wish(test, steps[1], category('special')),
      await wish(test, steps[2], category('regular')),
    ];
  }

  it('occur together in rings, plans and agreements', async () => {
    const ring = await mixedRing();
    await test.graph.caughtUp();
    expect(await total(test, ring[0])).toBe(0);
    expect((await propose(test, ring)).json()).toMatchObject({ code: 'rules_changed' });
    await write('mustBeEqual', ['subject', 'classRange']);
    await test.graph.caughtUp();
    expect(await total(test, ring[0])).toBe(1);
    const plan = await startPlan(test, administrator);
    const { figures } = await reached(test, administrator, plan._id, 'completed');
    expect(figures).toMatchObject({
      moved: 3,
      strata: [{ subject: 'Urdu', classRange: '6-8', category: null, mixes: ['category'], moved: 3 }],
    });
    const csv = await asAdministrator('GET', `/api/admin/plans/${plan._id}/rings.csv`);
    expect(csv.body.match(/"?(regular|special)"?/g)).toEqual(['regular', 'special', 'regular']);
    expect(await seen(test, ring[0], await agreed(test, ring))).toMatchObject({ state: 'agreed' });
  });

  it('occur together in perfect matches', async () => {
    const [from, to] = steps[0];
    const mine = await wish(test, [from, to], category('regular'));
    await wish(test, [to, from], category('special'));
    expect((await matchesOf(test, mine)).total).toBe(0);
    await write('mustBeEqual', ['subject', 'classRange']);
    expect(await matchesOf(test, mine)).toMatchObject({
      total: 1,
      matches: [{ matchScore: 100, isPerfectMatch: true }],
    });
    const pairs = await asAdministrator('GET', '/api/admin/matches');
    expect(pairs.json()).toMatchObject({ perfectPagination: { total: 1 } });
  });
});

describe('a trial of changed rules', () => {
  const category = (code: string) => ({ registration: { subject: 'Urdu', category: code } });

  /** Starts a trial, waits until it ends, and returns it. */
  async function tried(rules: object): Promise<RuleTrial> {
    const started = await asAdministrator('POST', '/api/admin/rules/trials', { rules });
    expect(started.statusCode, started.body).toBe(202);
    await test.settled();
    return (await asAdministrator('GET', String(started.headers.location))).json<RuleTrial>();
  }

  it('returns the figures of plans under the current and the changed rules, and changes no rule', async () => {
    await wish(test, steps[0], category('regular'));
    await wish(test, steps[1], category('special'));
    await wish(test, steps[2], category('regular'));
    expect(await tried({ mustBeEqual: ['subject', 'classRange'] })).toMatchObject({
      status: 'completed',
      figures: {
        now: { teachers: 3, moved: 0, share: 0, bound: 0 },
        changed: { teachers: 3, moved: 3, share: 1, bound: 3, movedInPairs: 0 },
      },
    });
    expect(await tried({ mustBeEqual: ['subject', 'classRange'], largestGroup: 2 })).toMatchObject({
      rules: { now: firstRules, changed: { largestGroup: 2 } },
      figures: { changed: { moved: 0, bound: 3 } },
    });
    expect((await today()).rules).toEqual(firstRules);
    const { rows } = await test.database.pool.query(
      "select details from audit_log where action = 'rule.try' order by id",
    );
    expect(rows[0]).toMatchObject({
      details: { from: firstRules, to: { mustBeEqual: ['subject', 'classRange'] } },
    });
  });

  it('runs one at a time, and does not block the next one once its process died', async () => {
    const insert = `insert into rule_trials (id, rules, created_at)
      values ('01970000-0000-7000-8000-00000000000b', $1, $2)`;
    const both = JSON.stringify({ now: firstRules, changed: firstRules });
    await test.database.pool.query(insert, [both, test.clock.now]);
    const url = '/api/admin/rules/trials';
    const body = { rules: { largestGroup: 8 } };
    expect((await asAdministrator('POST', url, body)).json()).toMatchObject({ code: 'plan_under_way' });
    test.clock.now = new Date(test.clock.now.getTime() + 11 * 60_000);
    const lost = await asAdministrator('GET', `${url}/01970000-0000-7000-8000-00000000000b`);
    expect(lost.json()).toMatchObject({ status: 'failed', figures: null });
    expect((await asAdministrator('POST', url, body)).statusCode).toBe(202);
    await test.settled();
  });

  it('is refused if no rule is changed', async () => {
    const response = await asAdministrator('POST', '/api/admin/rules/trials', { rules: {} });
    expect(response.statusCode).toBe(400);
  });
});

describe('a rule of a future day', () => {
  it('takes effect on that day on every server, without a restart', async () => {
    const ring = await ringOfThree(test, 'Urdu');
    const other = await joinTestApp(test);
    try {
      await write('largestGroup', 2, '2026-06-17');
      expect((await today(other)).rules.largestGroup).toBe(10);
      expect(await total(other, ring[0])).toBe(1);
      test.clock.now = new Date(test.clock.now.getTime() + 2 * MILLISECONDS_A_DAY);
      expect((await today(other)).rules.largestGroup).toBe(2);
      for (const server of [test, other]) {
        await expect.poll(() => total(server, ring[0])).toBe(0);
      }
      expect((await propose(other, ring)).statusCode).toBe(400);
    } finally {
      await other.close();
    }
  });

  it('applies in other processes soon after it is written', async () => {
    const ring = await ringOfThree(test, 'Urdu');
    const other = await joinTestApp(test);
    try {
      expect(await total(other, ring[0])).toBe(1);
      await matchesOf(test, ring[0]);
      await write('largestGroup', 2);
      await expect.poll(() => total(other, ring[0])).toBe(0);
      expect((await propose(other, ring)).statusCode).toBe(400);
      expect((await today(other)).rules.largestGroup).toBe(2);
    } finally {
      await other.close();
    }
  });
});
