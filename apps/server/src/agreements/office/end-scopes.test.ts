import type { AuditList } from '@mutual-transfer/domain/administration/audit-log';
import type { AgreementFile } from '@mutual-transfer/domain/administration/office-agreement';
import type { AgreementList } from '@mutual-transfer/domain/agreements/agreement';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import type { ExclusionList } from '@mutual-transfer/domain/seasons/exclusion';
import type { ObjectionList } from '@mutual-transfer/domain/seasons/objection';
import type { MySeasonResult } from '@mutual-transfer/domain/seasons/season';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer, propose, provePhones, seen } from '../../../test/testing/agreements.ts';
import type { TestTeacher } from '../../../test/testing/factories.ts';
import { freshRing } from '../../../test/testing/fixtures.ts';
import { steps, type Wisher, wish } from '../../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../../test/testing/test-app.ts';
import { followSeasons } from '../../seasons/follow-seasons.ts';
import { followAll } from '../deadlines.ts';

const HOUR = 3_600_000;
const REASON = 'A proceeding is open';

let test: TestApp;
let administrator: TestTeacher;
let ring: [Wisher, Wisher, Wisher];
let season: string;

beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  ({ administrator, ring } = await freshRing(test));
});
afterAll(() => test.close());

const at = (hours: number) => new Date(test.clock.now.getTime() + hours * HOUR).toISOString();
const asAdministrator = (method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown) =>
  test.call({ method, url: `/api/admin/${url}`, body, token: administrator.token });
const asTeacher = (method: 'GET' | 'POST', { teacher }: Wisher, url: string) =>
  test.call({ method, url: `/api/${url}`, token: teacher.token });
const agreementsOf = async (wisher: Wisher) =>
  (await asTeacher('GET', wisher, 'agreements')).json<AgreementList>().agreements;
const openOf = async (wisher: Wisher) =>
  (await agreementsOf(wisher)).find(({ state }) => ['proposed', 'agreed', 'in_progress'].includes(state));
const noticesOf = async ({ teacher }: Wisher): Promise<string[]> =>
  (await test.call({ url: '/api/alerts', token: teacher.token }))
    .json()
    .data.alerts.map(({ message }) => message);
const requestsOf = (members: readonly Wisher[]) => members.map(({ requestId }) => requestId).toSorted();

async function passHours(hours: number): Promise<void> {
  test.clock.now = new Date(test.clock.now.getTime() + hours * HOUR);
  const { db } = test.database;
  await followSeasons(db, test.clock.now);
  await followAll({ db, now: () => test.clock.now });
  await test.settled();
}

/** Makes a season in which silence agrees, with a plan in three hours. */
async function makeSeason(): Promise<void> {
  const dates = {
    ...{ name: 'Winter 2026', order: 'Order 12', consent: 'before', opens: at(-1), listCloses: at(2) },
    rounds: [{ askedFrom: at(1), proposalsSent: at(3), answersUntil: at(27) }],
    closed: at(150),
  };
  const made = await asAdministrator('POST', 'seasons', dates);
  expect(made.statusCode, made.body).toBe(201);
  season = made.json<{ _id: string }>()._id;
}

/**
 * Makes a season with the consents of these proven teachers, and waits for its first plan.
 * @returns the id of the first one's group.
 */
async function announced(members: readonly [Wisher, ...Wisher[]]): Promise<string> {
  await makeSeason();
  await provePhones(test, members);
  for (const member of members)
    expect((await asTeacher('POST', member, `seasons/${season}/consent`)).statusCode).toBe(200);
  await passHours(3);
  return (await openOf(members[0]))?._id ?? '';
}

async function end(id: string, body: object): Promise<AgreementFile> {
  const ended = await asAdministrator('POST', `agreements/${id}/end`, { reason: REASON, ...body });
  expect(ended.statusCode, ended.body).toBe(200);
  await test.settled();
  await passHours(1);
  return ended.json<AgreementFile>();
}

describe('a combination that the office ended', () => {
  it('comes back neither by the next plan and silence, nor by a proposal of a member', async () => {
    const id = await announced(ring);
    await end(id, { scope: 'combination' });
    await passHours(25);
    for (const member of ring) expect(await openOf(member)).toBeUndefined();
    const again = await propose(test, ring);
    expect([again.statusCode, again.json().code]).toEqual([409, 'group_ended']);
    for (const member of ring) expect((await noticesOf(member)).join()).toContain(REASON);
  });

  it('leaves its members free for other groups', async () => {
    const spare = await wish(test, steps[1], { registration: { subject: 'Urdu' } });
    const id = await announced([...ring, spare]);
    const first = await seen(test, ring[0], id);
    await end(id, { scope: 'combination' });
    const second = await openOf(ring[0]);
    expect(second?.members).toHaveLength(3);
    expect(second?.members.map(({ requestId }) => requestId).toSorted()).not.toEqual(
      first.members.map(({ requestId }) => requestId).toSorted(),
    );
    await passHours(25);
    expect((await openOf(ring[0]))?.state).toBe('agreed');
  });
});

describe('a teacher whom the office took out of the season', () => {
  it('is in no plan, cannot say yes, and the others are planned again', async () => {
    const spare = await wish(test, steps[1], { registration: { subject: 'Urdu' } });
    const id = await announced([...ring, spare]);
    const group = await seen(test, ring[0], id);
    const [out, other] = group.members.some(({ requestId }) => requestId === spare.requestId)
      ? [spare, ring[1]]
      : [ring[1], spare];
    await end(id, { scope: 'teacher', user: out.teacher.user._id });
    expect(await openOf(out)).toBeUndefined();
    const second = await openOf(ring[0]);
    expect(second?.members.map(({ requestId }) => requestId).toSorted()).toEqual(
      requestsOf([ring[0], other, ring[2]]),
    );
    const proposal = await propose(test, [out, ring[2], ring[0]]);
    expect([proposal.statusCode, proposal.json().code]).toEqual([409, 'out_of_season']);
    const taken = (
      await asAdministrator('GET', `audit?person=${out.teacher.user._id}&limit=100`)
    ).json<AuditList>();
    const acts = taken.entries.filter(({ action }) => /^(agreement|season)\./.test(action));
    expect(acts).toMatchObject([
      { action: 'season.takeOut', details: { agreement: id, scope: 'teacher', reason: REASON } },
    ]);
    const ends = (await asAdministrator('GET', 'audit?action=agreement.end&limit=100')).json<AuditList>();
    expect(ends.entries.filter(({ details }) => details.agreement === id)).toMatchObject([
      { action: 'season.takeOut' },
    ]);
    const result = (await asTeacher('GET', out, `seasons/${season}/my-result`)).json<MySeasonResult>();
    expect(result).toMatchObject({
      outcome: 'taken_out',
      mayConsent: false,
      reason: expect.stringContaining(REASON),
    });
  });

  it('alone reads the reason: the others read that the office took a member out', async () => {
    const id = await announced(ring);
    const file = await end(id, { scope: 'teacher', user: ring[1].teacher.user._id });
    expect(file).toMatchObject({ state: 'lapsed', reason: 'member_out' });
    expect(JSON.stringify(file)).not.toContain(REASON);
    expect((await noticesOf(ring[1])).join()).toContain(REASON);
    for (const member of [ring[0], ring[2]]) {
      expect((await noticesOf(member)).join()).toContain('The office took a member out.');
      for (const url of [
        'alerts',
        'agreements',
        `agreements/${id}`,
        `agreements/${id}/repairs`,
        'auth/export',
      ])
        expect((await asTeacher('GET', member, url)).body, url).not.toContain(REASON);
    }
    const own = await asTeacher('GET', ring[1], 'auth/export');
    expect(own.body).toContain(REASON);
  });

  it('is refused a consent and a yes with a sentence, and takes part again when let in', async () => {
    await makeSeason();
    const proposal = (await propose(test, ring)).json<{ _id: string }>()._id;
    const { _id: user } = ring[1].teacher.user;
    const taken = await asAdministrator('POST', 'exclusions', { user, reason: REASON });
    expect([taken.statusCode, taken.json()]).toMatchObject([201, { reason: REASON, until: null }]);
    const list = (await asAdministrator('GET', 'exclusions')).json<ExclusionList>();
    expect(list.exclusions).toMatchObject([{ teacher: { _id: user }, reason: REASON }]);
    expect((await seen(test, ring[0], proposal)).reason).toBe('member_out');
    const refused = [
      await asTeacher('POST', ring[1], `seasons/${season}/consent`),
      await answer(test, ring[1], proposal, 'yes'),
      await propose(test, [ring[1], ring[2], ring[0]]),
    ];
    for (const one of refused) expect([one.statusCode, one.json().code]).toEqual([409, 'out_of_season']);
    expect((await asAdministrator('DELETE', `exclusions/${user}`)).statusCode).toBe(204);
    expect((await asTeacher('POST', ring[1], `seasons/${season}/consent`)).statusCode).toBe(200);
    expect((await propose(test, ring)).statusCode).toBe(201);
  });

  it('is out until the day that the office named', async () => {
    await makeSeason();
    const { _id: user } = ring[1].teacher.user;
    const until = dayInIndia(test.clock.now);
    await asAdministrator('POST', 'exclusions', { user, reason: REASON, until });
    expect((await propose(test, ring)).json().code).toBe('request_taken');
    await passHours(24);
    expect((await propose(test, ring)).statusCode).toBe(201);
  });

  it('needs a season, and an office that is responsible for the teacher', async () => {
    const { _id: user } = ring[1].teacher.user;
    const without = await asAdministrator('POST', 'exclusions', { user, reason: REASON });
    expect([without.statusCode, without.json().code]).toEqual([409, 'no_season']);
    const id = await announced(ring);
    await limitToGaya();
    const elsewhere = [
      await asAdministrator('POST', 'exclusions', { user, reason: REASON }),
      await asAdministrator('DELETE', `exclusions/${user}`),
      ...(await Promise.all(
        [{ scope: 'combination' }, { scope: 'all' }, { scope: 'teacher', user }].map((body) =>
          asAdministrator('POST', `agreements/${id}/end`, { reason: REASON, ...body }),
        ),
      )),
    ];
    for (const one of elsewhere) expect(one.statusCode, one.body).toBe(403);
    await end(id, { scope: 'teacher', user: ring[0].teacher.user._id });
    const list = (await asAdministrator('GET', 'exclusions')).json<ExclusionList>();
    expect(list.exclusions).toMatchObject([{ teacher: { _id: ring[0].teacher.user._id } }]);
  });
});

describe('the no of a member of an announced group', () => {
  const TEXT = 'My posting in the plan is wrong';
  const why = { reason: TEXT, category: 'own_facts' };
  const listed = async (filters = '') => {
    const list = await asAdministrator('GET', `objections${filters}`);
    expect(list.statusCode, list.body).toBe(200);
    return list.json<ObjectionList>().objections;
  };
  const reply = (id: string, result: string, text = 'The service book says Gaya') =>
    asAdministrator('POST', `objections/${id}/reply`, { result, text });

  /** @returns the group, and the objection of the second member. */
  async function objected() {
    const group = await announced(ring);
    const said = await answer(test, ring[1], group, 'no', why);
    expect(said.statusCode, said.body).toBe(200);
    const [objection] = await listed();
    return { group, id: objection?._id ?? '', objection };
  }

  it('is an objection with category and text, to which the office replies within the days of the season', async () => {
    const { group, objection } = await objected();
    const hours = (Date.parse(objection?.due ?? '') - Date.parse(objection?.createdAt ?? '')) / HOUR;
    expect(hours).toBe(72);
    expect(objection).toMatchObject({
      ...{ category: 'own_facts', text: TEXT, reply: null, repliedBy: null },
      teacher: { _id: ring[1].teacher.user._id },
      agreement: { _id: group },
    });
    expect((await seen(test, ring[1], group)).objection).toMatchObject({ category: 'own_facts', text: TEXT });
    const { tasks } = (await asAdministrator('GET', 'desk')).json();
    expect(tasks.objections).toEqual({ count: 1, list: '/api/admin/objections?state=open' });
    const file = await asAdministrator('GET', 'objections.csv');
    expect(file.body).toContain(TEXT);
    const district = encodeURIComponent(objection?.district ?? '');
    expect(await listed(`?state=open&category=own_facts&district=${district}`)).toHaveLength(1);
    for (const filters of ['?state=answered', '?category=other', '?district=Sheohar'])
      expect(await listed(filters), filters).toEqual([]);
  });

  it('stays a no when the office refuses, once, and the teacher reads the text', async () => {
    const { group, id } = await objected();
    const refused = await reply(id, 'refused');
    expect([refused.statusCode, refused.json()]).toMatchObject([200, { reply: { result: 'refused' } }]);
    const notices = (await noticesOf(ring[1])).length;
    expect((await reply(id, 'refused')).statusCode).toBe(200);
    expect(await noticesOf(ring[1])).toHaveLength(notices);
    const other = await reply(id, 'accepted');
    expect([other.statusCode, other.json().code]).toEqual([409, 'objection_answered']);
    expect((await noticesOf(ring[1])).join()).toContain('The service book says Gaya');
    expect(await seen(test, ring[1], group)).toMatchObject({
      ...{
        state: 'declined',
        objection: { reply: { result: 'refused', text: 'The service book says Gaya' } },
      },
    });
    expect((await asAdministrator('GET', 'desk')).json().tasks.objections.count).toBe(0);
    expect((await asAdministrator('GET', 'exclusions')).json<ExclusionList>().exclusions).toEqual([]);
    const log = (await asAdministrator('GET', 'audit?action=objection.reply')).json<AuditList>();
    expect(log.entries.filter(({ details }) => details.objection === id)).toHaveLength(1);
  });

  it('takes the member out of the season when the office accepts', async () => {
    const { id } = await objected();
    expect((await reply(id, 'accepted')).statusCode).toBe(200);
    const { exclusions } = (await asAdministrator('GET', 'exclusions')).json<ExclusionList>();
    expect(exclusions).toMatchObject([
      { teacher: { _id: ring[1].teacher.user._id }, reason: 'The service book says Gaya' },
    ]);
    expect((await propose(test, [ring[1], ring[2], ring[0]])).json().code).toBe('out_of_season');
  });

  it('is read by the teacher and the offices of the teacher alone', async () => {
    const { group, id } = await objected();
    await reply(id, 'accepted');
    for (const member of [ring[0], ring[2]]) {
      expect((await seen(test, member, group)).objection).toBeNull();
      for (const url of ['alerts', 'agreements', `agreements/${group}`, 'auth/export']) {
        const { body } = await asTeacher('GET', member, url);
        expect(body, url).not.toContain(TEXT);
        expect(body, url).not.toContain('The service book says Gaya');
      }
    }
    expect((await asTeacher('GET', ring[1], 'auth/export')).body).toContain('The service book says Gaya');
    await limitToGaya();
    expect(await listed()).toEqual([]);
    expect((await asAdministrator('GET', 'objections.csv')).body).not.toContain(TEXT);
    expect((await asAdministrator('GET', `agreements/${group}`)).body).not.toContain(TEXT);
    expect((await reply(id, 'refused')).statusCode).toBe(403);
  });

  it('is a plain no without consent before the plan', async () => {
    const id = (await propose(test, ring)).json<{ _id: string }>()._id;
    await answer(test, ring[1], id, 'no', why);
    expect((await seen(test, ring[1], id)).objection).toBeNull();
    expect(await listed()).toEqual([]);
  });

  it('cannot take a member out of a season that has closed', async () => {
    const { id } = await objected();
    await passHours(150);
    const late = await reply(id, 'accepted');
    expect([late.statusCode, late.json().code]).toEqual([409, 'no_season']);
    expect((await reply(id, 'refused')).statusCode).toBe(200);
  });
});

/** Limits the administrator to the district of the first member. */
async function limitToGaya(): Promise<void> {
  const { db } = test.database;
  await db
    .updateTable('users')
    .set({ administers: ['gaya'] })
    .where('id', '=', administrator.user._id)
    .execute();
}
