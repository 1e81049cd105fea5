import type { ExclusionList } from '@mutual-transfer/domain/seasons/exclusion';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agreed } from '../../../test/testing/agreements.ts';
import type { TestTeacher } from '../../../test/testing/factories.ts';
import { agreedRing, freshRing } from '../../../test/testing/fixtures.ts';
import { steps, type Wisher, wish } from '../../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../../test/testing/test-app.ts';

const HOUR = 3_600_000;
let test: TestApp;
let administrator: TestTeacher;
let ring: [Wisher, Wisher, Wisher];
let id: string;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  ({ administrator, ring } = await freshRing(test));
  await makeSeason(true);
  id = await agreed(test, ring);
});

const post = (path: string, body: object, query = '') =>
  test.call({ method: 'POST', url: `/api/admin/${path}${query}`, body, token: administrator.token });
const file = async () =>
  (await test.call({ url: `/api/admin/agreements/${id}`, token: administrator.token })).json();
const scrutinise = (member: Wisher, result: string, reason = 'Service book seen') =>
  post(`agreements/${id}/scrutiny`, { user: member.teacher.user._id, result, reason });
const order = { number: 'EST/49', date: '2026-06-15', reason: 'Order received' };

async function makeSeason(scrutiny: boolean): Promise<void> {
  const at = (hours: number) => new Date(test.clock.now.getTime() + hours * HOUR).toISOString();
  const made = await post('seasons', {
    ...{
      name: 'Winter 2026',
      order: 'Order 12',
      consent: 'after',
      opens: at(-1),
      listCloses: at(2),
      scrutiny,
    },
    rounds: [{ askedFrom: at(100), proposalsSent: at(101), answersUntil: at(127) }],
    closed: at(150),
  });
  expect(made.statusCode, made.body).toBe(201);
}

async function limitToGaya(): Promise<void> {
  await test.database.db
    .updateTable('users')
    .set({ administers: ['gaya'] })
    .where('id', '=', administrator.user._id)
    .execute();
}

async function passAll(): Promise<void> {
  for (const member of ring) expect((await scrutinise(member, 'passed')).statusCode).toBe(200);
}

describe('in a season with scrutiny', () => {
  it('an order for a member who has not passed is recorded only if it is accepted', async () => {
    await scrutinise(ring[0], 'passed');
    const refused = await post(`agreements/${id}/order`, order);
    expect([refused.statusCode, refused.json().fields]).toMatchObject([400, { accept: expect.any(String) }]);
    const members = [ring[0].teacher.user._id];
    expect((await post(`agreements/${id}/order`, { ...order, members })).statusCode).toBe(200);
    const accepted = await post(`agreements/${id}/order`, { ...order, accept: true });
    expect(accepted.statusCode, accepted.body).toBe(200);
    expect((await file()).orders.map(({ seats }: { seats: number[] }) => seats)).toEqual([[1, 2, 3]]);
  });

  it('a line of a file of orders needs a look, until its members have passed', async () => {
    const preview = async () => {
      const answer = await test.call({
        method: 'POST',
        url: '/api/admin/orders?preview=true',
        body: `group,order no.,date of order,seat\n${id},EST/49,2026-06-15,1\n`,
        token: administrator.token,
        headers: { 'content-type': 'text/csv' },
      });
      const [line] = answer.json().lines;
      return [line.result, ...line.marks];
    };
    expect(await preview()).toEqual(['needs_look', 'not_scrutinised']);
    await scrutinise(ring[0], 'passed');
    expect(await preview()).toEqual(['recorded']);
  });

  it('an order from the template is neither previewed nor printed, unless it is accepted', async () => {
    const body = { agreements: [id], number: 'EST/50', date: '2026-06-15', authority: 'DEO', language: 'en' };
    for (const query of ['?preview=true', '']) {
      const refused = await post('orders/document', body, query);
      expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['accept']]);
    }
    expect((await file()).orders).toEqual([]);
    expect((await post('orders/document', { ...body, accept: true })).statusCode).toBe(200);
    expect((await post('orders/document', body)).statusCode).toBe(200);
  });

  it('who passed has a tick, once', async () => {
    await passAll();
    const { members } = await file();
    for (const { scrutinisedAt, canScrutinise } of members)
      expect([typeof scrutinisedAt, canScrutinise]).toEqual(['string', true]);
    expect((await scrutinise(ring[0], 'passed')).statusCode).toBe(200);
    const log = await test.call({
      url: '/api/admin/audit?action=agreement.scrutiny&limit=100',
      token: administrator.token,
    });
    const ofGroup = log.json().entries.filter(({ details }) => details.agreement === id);
    expect(ofGroup).toHaveLength(3);
    expect((await post(`agreements/${id}/order`, order)).statusCode).toBe(200);
  });

  it('all members pass at once, except those of other districts, and a tick can be taken back', async () => {
    await limitToGaya();
    const passed = { result: 'passed', reason: 'Service books seen' };
    expect((await post(`agreements/${id}/scrutiny`, passed)).statusCode).toBe(200);
    await test.database.db
      .updateTable('users')
      .set({ administers: null })
      .where('id', '=', administrator.user._id)
      .execute();
    const ticks = async () =>
      (await file()).members.map(
        ({ scrutinisedAt }: { scrutinisedAt: string | null }) => scrutinisedAt !== null,
      );
    expect(await ticks()).toEqual([true, false, false]);
    expect((await post(`agreements/${id}/scrutiny`, passed)).statusCode).toBe(200);
    expect(await ticks()).toEqual([true, true, true]);
    for (let time = 0; time < 2; time++)
      expect((await scrutinise(ring[1], 'taken_back', 'A proceeding')).statusCode).toBe(200);
    expect(await ticks()).toEqual([true, false, true]);
    expect((await post(`agreements/${id}/order`, order)).statusCode).toBe(400);
    const log = await test.call({
      url: '/api/admin/audit?action=agreement.scrutiny&limit=100',
      token: administrator.token,
    });
    const ofGroup = log.json().entries.filter(({ details }) => details.agreement === id);
    expect(ofGroup.map(({ details }) => details.result).toSorted()).toEqual([
      ...['passed', 'passed', 'passed', 'taken_back'],
    ]);
    const unnamed = await post(`agreements/${id}/scrutiny`, { result: 'taken_back', reason: 'A proceeding' });
    expect([unnamed.statusCode, Object.keys(unnamed.json().fields)]).toEqual([400, ['user']]);
  });

  it('an objection takes the member out of the season, and its reason is read by the teacher and their offices alone', async () => {
    const reason = 'A proceeding is open';
    const objected = await scrutinise(ring[1], 'objected', reason);
    expect([objected.statusCode, objected.json().state, objected.json().reason]).toEqual([
      ...[200, 'broken', 'member_out'],
    ]);
    expect((await scrutinise(ring[1], 'objected', reason)).statusCode).toBe(200);
    const list = await test.call({ url: '/api/admin/exclusions', token: administrator.token });
    expect(list.json<ExclusionList>().exclusions).toMatchObject([
      { teacher: { _id: ring[1].teacher.user._id }, reason },
    ]);
    for (const member of [ring[0], ring[2]]) {
      for (const url of ['alerts', `agreements/${id}`, 'auth/export']) {
        const { body } = await test.call({ url: `/api/${url}`, token: member.teacher.token });
        expect(body, url).not.toContain(reason);
      }
    }
    await limitToGaya();
    expect(JSON.stringify(await file())).not.toContain(reason);
    expect((await scrutinise(ring[0], 'passed')).json().code).toBe('agreement_over');
  });

  it('a district scrutinises its own teachers, and reads no tick of others', async () => {
    await scrutinise(ring[1], 'passed');
    await limitToGaya();
    const results = [await scrutinise(ring[1], 'passed'), await scrutinise(ring[1], 'objected')];
    expect(results.map(({ statusCode }) => statusCode)).toEqual([403, 403]);
    const { members } = await file();
    expect(
      members.map(({ scrutinisedAt, canScrutinise }: Record<string, unknown>) => [
        scrutinisedAt,
        canScrutinise,
      ]),
    ).toEqual([
      [null, true],
      [null, false],
      [null, false],
    ]);
    expect((await scrutinise(ring[0], 'passed')).statusCode).toBe(200);
  });

  it('a stranger is no member', async () => {
    const stranger = await wish(test, steps[0], { registration: { subject: 'Hindi' } });
    const refused = await scrutinise(stranger, 'passed');
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['user']]);
  });
});

it('without scrutiny in the season none is recorded, and orders need none', async () => {
  const ofNoSeason = await agreedRing(test);
  ({ administrator, ring, id } = ofNoSeason);
  expect((await file()).hasScrutiny).toBe(false);
  expect((await scrutinise(ring[0], 'passed')).json().code).toBe('agreement_step');
  expect((await post(`agreements/${id}/order`, order)).statusCode).toBe(200);
});
