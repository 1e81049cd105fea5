// This file is long because it checks every response about one agreement with a member elsewhere (posted in another district).
import type { PersonPage } from '@mutual-transfer/domain/administration/administration';
import type {
  AgreementFile,
  JoiningLines,
  OfficeAgreementList,
  OrderLines,
} from '@mutual-transfer/domain/administration/office-agreement';
import { dayInIndia, startInIndia } from '@mutual-transfer/domain/language/date-time';
import type { Problem } from '@mutual-transfer/domain/problem';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findAgreements } from '../../src/agreements/lock-agreement.ts';
import { readPaperFacts } from '../../src/agreements/papers/paper-facts.queries.ts';
import { readConfig } from '../../src/platform/config.ts';
import type { StepKind } from '../../src/platform/database/tables.ts';
import type { Viewer } from '../../src/platform/sessions.ts';
import { type Administrator, createOffice, type Office } from '../testing/office.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const config = readConfig({ NODE_ENV: 'test' });

/** Day on which the member elsewhere answered and took each step. No response to the administrator of the other district may contain it. */
const DAY = '2026-03-07';
const at = new Date(`${DAY}T06:00:00.000Z`);
/** Another time, and the start of its day in India. */
const moment = new Date('2026-03-08T09:30:00.000Z');
const startOfMoment = '2026-03-07T18:30:00.000Z';

let test: TestApp;
let office: Office;
/** Id of the member in Patna. The owner in Gaya is the other member. */
let elsewhere: string;

beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  office = await createOffice(test);
  const { db } = test.database;
  ({ id: elsewhere } = await db
    .updateTable('users')
    .set({
      district: 'patna',
      block: 'danapur',
      category: 'school',
      teacher_id: 'T-777',
      designation: 'Head',
    })
    .where('name', '=', 'The unpaid')
    .returning('id')
    .executeTakeFirstOrThrow());
  await moveOn();
});
afterAll(() => test.close());

/** Advances the agreement: the member elsewhere has taken every step, the owner no step after the submission. */
async function moveOn(): Promise<void> {
  const { db } = test.database;
  const { agreementId, userId } = office.belongings;
  await db
    .updateTable('agreements')
    .set({ state: 'in_progress', proposed_by: elsewhere, submitted_at: new Date('2026-02-02') })
    .where('id', '=', agreementId)
    .execute();
  await db
    .updateTable('agreement_members')
    .set({ answered_at: at, joined_on: DAY, record_moved_at: at, to_block: 'amnour' })
    .where('user_id', '=', elsewhere)
    .execute();
  const step = (user_id: string | null, kind: StepKind, happened_at = at) => ({
    ...{ id: newId(), agreement_id: agreementId, user_id, kind, happened_at, is_recorded: false },
    ...{ reason: null, words: null, concerns: null, recorded_by: null, office_reason: null },
  });
  const own = new Date('2026-02-02');
  await db
    .insertInto('agreement_steps')
    .values([
      step(elsewhere, 'proposed', own),
      step(userId, 'yes', own),
      step(elsewhere, 'yes'),
      step(elsewhere, 'otp'),
      step(elsewhere, 'ordered'),
      step(elsewhere, 'joined'),
    ])
    .execute();
  const [orderId, code] = [newId(), 'ABCDEFGHJK'];
  const order = { number: 'PATNA/7', ordered_on: DAY, authority: null, office: null, recorded_by: null };
  await db
    .insertInto('transfer_orders')
    .values({ id: orderId, agreement_id: agreementId, code, recorded_at: own, ...order })
    .execute();
  await db
    .insertInto('transfer_order_members')
    .values({ order_id: orderId, agreement_id: agreementId, position: 1 })
    .execute();
}

async function read(path: string, who: Administrator): Promise<string> {
  const { body, statusCode } = await test.call({
    url: `/api/admin/${path}`,
    token: office.administratorTokens[who],
  });
  expect(statusCode, body).toBe(200);
  return body;
}

const file = async (who: Administrator) =>
  JSON.parse(await read(`agreements/${office.belongings.agreementId}`, who)) as AgreementFile;

it('an administrator of a district reads no time and no step of a member elsewhere', async () => {
  const id = office.belongings.agreementId;
  for (const path of [`agreements/${id}`, 'agreements', 'agreements.csv']) {
    expect([path, (await read(path, 'state')).includes(DAY)]).toEqual([path, true]);
    const own = await read(path, 'inside');
    expect([path, own.includes('The unpaid'), own.includes(DAY), own.includes('PATNA/7')]).toEqual([
      ...[path, true, false, false],
    ]);
  }
  const { agreements } = JSON.parse(await read('agreements', 'inside')) as OfficeAgreementList;
  expect(agreements[0]?.members.map(({ answer, steps }) => [answer, steps.length])).toEqual([
    ['yes', 0],
    ['yes', 0],
  ]);
});

it('the history names members of the administrator’s own districts, and no member elsewhere, not even as the proposer', async () => {
  const { history, can, members } = await file('inside');
  expect(history.map(({ kind, member }) => [kind, member?.name])).toEqual([
    ['proposed', undefined],
    ['yes', 'The owner'],
  ]);
  expect(can.undo).toBeNull();
  expect(members.map(({ isProposer }) => isProposer)).toEqual([false, false]);
  const ofState = await file('state');
  expect(ofState.history).toHaveLength(6);
  expect(ofState.can.undo).toMatchObject({ step: 'joined' });
  expect(ofState.orders.map(({ seats }) => seats)).toEqual([[2]]);
});

it('an administrator who may end a group reads that an order of another office exists, and nothing of it', async () => {
  const [inside, state] = [await file('inside'), await file('state')];
  expect([inside.can.end, inside.orders, inside.hasUnseenOrder]).toEqual([true, [], true]);
  expect([state.orders.length, state.hasUnseenOrder]).toEqual([1, false]);
});

it('the office that a member comes to reads the number and day of the order, and no step and no contact', async () => {
  const { db } = test.database;
  await db
    .updateTable('agreement_members')
    .set({ to_block: 'bodh-gaya', record_moved_at: null })
    .where('user_id', '=', elsewhere)
    .execute();
  const { orders, hasUnseenOrder, members } = await file('inside');
  expect(orders).toMatchObject([{ number: 'PATNA/7', date: DAY, seats: [2], canWithdraw: false }]);
  expect(hasUnseenOrder).toBe(false);
  expect(members[1]).toMatchObject({
    steps: [],
    phone: null,
    email: null,
    joinedOn: null,
    canRecord: ['joined'],
  });
});

it('an agreement with a member elsewhere has days instead of times, and full times for an administrator of the state', async () => {
  const { agreementId } = office.belongings;
  const { db } = test.database;
  await db
    .updateTable('agreements')
    .set({ agreed_at: moment, submitted_at: moment })
    .where('id', '=', agreementId)
    .execute();
  const ofState = await file('state');
  expect([ofState.agreedAt, ofState.submittedAt]).toEqual([moment.toISOString(), moment.toISOString()]);
  const own = await file('inside');
  expect([own.agreedAt, own.submittedAt]).toEqual([startOfMoment, startOfMoment]);
  expect(await read('agreements.csv', 'inside')).not.toContain(moment.toISOString());
});

it('a deadline that counts from the last answer of a member elsewhere is shown, filtered and sorted as a day', async () => {
  const { agreementId } = office.belongings;
  const { db } = test.database;
  await db
    .updateTable('agreements')
    .set({ agreed_at: moment, submitted_at: moment, waits_until: moment })
    .where('id', '=', agreementId)
    .execute();
  const exact = (await file('state')).deadline ?? '';
  expect(exact).toContain('T09:30:00.000Z');
  const day = dayInIndia(new Date(exact));
  const own = await file('inside');
  expect([own.deadline, own.waitsUntil]).toEqual([startInIndia(day).toISOString(), startOfMoment]);
  const list = JSON.parse(await read('agreements?sort=deadline', 'inside')) as OfficeAgreementList;
  expect(list.agreements.map(({ deadline }) => deadline)).toEqual([own.deadline]);
  const numberDue = async (who: Administrator, due: string) =>
    (JSON.parse(await read(`agreements?due=${due}`, who)) as OfficeAgreementList).pagination.total;
  const [before, after, nextDay] = [-1, 1, 86_400_000].map((milliseconds) =>
    new Date(new Date(exact).getTime() + milliseconds).toISOString(),
  );
  for (const [due, ofState, ofDistrict] of [
    [before, 0, 0],
    [after, 1, 0],
    [nextDay, 1, 1],
    [day, 0, 0],
  ] as const) {
    expect([due, await numberDue('state', due ?? ''), await numberDue('inside', due ?? '')]).toEqual([
      ...[due, ofState, ofDistrict],
    ]);
  }
});

it('a joining of a member elsewhere is counted once the agreement is completed', async () => {
  const { agreementId, userId } = office.belongings;
  const { db } = test.database;
  const counted = async (who: Administrator, query = '') => {
    const { agreements } = JSON.parse(await read(`agreements?${query}`, who)) as OfficeAgreementList;
    return agreements.map(({ joined }) => joined);
  };
  expect([await counted('state', 'joined=some'), await counted('inside', 'joined=some')]).toEqual([[1], []]);
  expect([await counted('state', 'joined=none'), await counted('inside', 'joined=none')]).toEqual([[], [0]]);
  await db.updateTable('agreement_steps').set({ kind: 'joined' }).where('user_id', '=', userId).execute();
  expect([await counted('state', 'joined=some'), await counted('inside', 'joined=some')]).toEqual([[2], [1]]);
  await db
    .updateTable('agreements')
    .set({ state: 'completed', ended_at: moment })
    .where('id', '=', agreementId)
    .execute();
  expect(await counted('inside')).toEqual([2]);
});

it('the history has only the day of a change by a member elsewhere, and the time of a change by the office', async () => {
  const { agreementId } = office.belongings;
  const { db } = test.database;
  const office_reason = 'The order came late';
  const row = {
    ...{ agreement_id: agreementId, happened_at: at, is_recorded: false, reason: null, words: null },
    ...{ concerns: null, recorded_by: null, office_reason: null },
  };
  const administrator = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('agreement_steps')
    .values([
      { ...row, id: newId(), user_id: null, kind: 'agreed' },
      { ...row, id: newId(), user_id: elsewhere, kind: 'undone', concerns: 'otp' },
      { ...row, id: newId(), user_id: null, kind: 'extended', recorded_by: administrator.id, office_reason },
    ])
    .execute();
  const { history } = await file('inside');
  const times = history.map(({ kind, at }) => [kind, at]);
  const startOfDay = '2026-03-06T18:30:00.000Z';
  expect(times).toContainEqual(['agreed', startOfDay]);
  expect(times).toContainEqual(['undone', startOfDay]);
  expect(times).toContainEqual(['extended', at.toISOString()]);
});

it('an administrator of a district undoes no step of a member elsewhere, and no order that names only such members', async () => {
  const { db } = test.database;
  const { agreementId, userId } = office.belongings;
  const undo = (who: Administrator) =>
    test.call({
      method: 'DELETE',
      url: `/api/admin/agreements/${agreementId}/steps/last`,
      body: { reason: 'A mistake' },
      token: office.administratorTokens[who],
    });
  const remaining = async () => {
    const rows = await db
      .selectFrom('agreement_steps')
      .select('kind')
      .where('user_id', '=', elsewhere)
      .execute();
    return rows.map(({ kind }) => kind).toSorted();
  };
  for (const last of ['joined', 'ordered', 'otp']) {
    const refused = await undo('inside');
    expect([last, refused.statusCode, refused.json<Problem>().code]).toEqual([last, 403, 'forbidden']);
    expect(await remaining()).toContain(last);
    await db
      .deleteFrom('agreement_steps')
      .where('user_id', '=', elsewhere)
      .where('kind', '=', last as StepKind)
      .execute();
  }
  // Without later steps, the order is the last step. It names only the member elsewhere.
  await db.updateTable('transfer_orders').set({ recorded_at: at }).execute();
  await db.updateTable('agreement_steps').set({ kind: 'otp' }).where('user_id', '=', userId).execute();
  expect((await undo('inside')).statusCode).toBe(403);
  const orders = await db.selectFrom('transfer_orders').selectAll().execute();
  expect(orders.map(({ withdrawn_at }) => withdrawn_at)).toEqual([null]);
  await db
    .insertInto('transfer_order_members')
    .values({ order_id: orders[0]?.id ?? '', agreement_id: agreementId, position: 0 })
    .execute();
  // An order of members of several districts is that of the state.
  expect((await undo('inside')).statusCode).toBe(403);
  const undone = await undo('state');
  expect(undone.statusCode, undone.body).toBe(200);
});

it('the times of a member elsewhere stay hidden after that member’s account is erased', async () => {
  await test.database.db.deleteFrom('users').where('id', '=', elsewhere).execute();
  const { agreementId: id } = office.belongings;
  expect(await read(`agreements/${id}`, 'state')).toContain(DAY);
  expect(await read(`agreements/${id}`, 'inside')).not.toContain(DAY);
  expect(await read('agreements.csv', 'inside')).not.toContain(DAY);
  expect((await file('inside')).can.undo).toBeNull();
});

it('an order that names only members elsewhere is in no search and on no paper', async () => {
  const { db } = test.database;
  const id = office.belongings.agreementId;
  const found = async (who: Administrator) =>
    (JSON.parse(await read('agreements?search=PATNA/7', who)) as OfficeAgreementList).pagination.total;
  const [agreement] = await findAgreements(db, [id]);
  if (agreement === undefined) throw new Error('The agreement is gone.');
  const printed = async (administers: readonly string[] | null) => {
    const viewer = {
      kind: 'signed-in',
      role: 'admin',
      userId: newId(),
      hasAccess: true,
      administers,
      shown: new Set(),
    };
    return (
      await readPaperFacts({ db, config, now: () => test.clock.now }, agreement, viewer as Viewer)
    ).orders.map(({ number }) => number);
  };
  const seen = async () => [
    [await found('state'), await found('inside')],
    [await printed(null), await printed(['gaya'])],
  ];
  expect(await seen()).toEqual([
    [1, 0],
    [['PATNA/7'], []],
  ]);
  const { id: order_id } = await db.selectFrom('transfer_orders').select('id').executeTakeFirstOrThrow();
  await db.insertInto('transfer_order_members').values({ order_id, agreement_id: id, position: 0 }).execute();
  expect(await seen()).toEqual([
    [1, 1],
    [['PATNA/7'], ['PATNA/7']],
  ]);
});

it('the page of a teacher hides the name of a recipient elsewhere who hides it, and the time when a member elsewhere left', async () => {
  const { db } = test.database;
  const { agreementId, userId } = office.belongings;
  await db.updateTable('users').set({ hide_name: true }).where('id', '=', elsewhere).execute();
  await db
    .updateTable('agreements')
    .set({ state: 'broken', reason: 'left', ended_by: elsewhere, ended_at: moment, submitted_at: null })
    .where('id', '=', agreementId)
    .execute();
  const alert = { id: newId(), from_user_id: userId, to_user_id: elsewhere, created_at: at };
  await db
    .insertInto('alerts')
    .values({ ...alert, kind: 'message', message: 'Hello' })
    .execute();
  const page = async (who: Administrator) => {
    const { alertsSent, brokenAgreementAt } = JSON.parse(await read(`users/${userId}`, who)) as PersonPage;
    return [alertsSent.find(({ _id }) => _id === alert.id)?.to, brokenAgreementAt];
  };
  expect(await page('state')).toEqual([{ _id: elsewhere, name: 'The unpaid' }, moment.toISOString()]);
  expect(await page('inside')).toEqual([{ _id: elsewhere, name: 'Hidden', isElsewhere: true }, null]);
});

it('the history of a teacher hides the name of a teacher elsewhere who hides it', async () => {
  const { db } = test.database;
  const { userId } = office.belongings;
  const claim = { id: newId(), happened_at: at, action: 'phone.claimed', address: '203.0.113.1' };
  await db
    .insertInto('audit_log')
    .values({ ...claim, actor_id: elsewhere, subject_id: userId, details: '{}' as never })
    .execute();
  const named = async (who: Administrator) => {
    const { history } = JSON.parse(await read(`users/${userId}`, who)) as PersonPage;
    const entry = history.find(({ _id }) => _id === claim.id);
    return [entry?.actor, entry?.subject];
  };
  expect(await named('inside')).toEqual(['The unpaid', 'The owner']);
  const hidden = db.updateTable('users').set({ hide_name: true }).where('id', 'in', [elsewhere, userId]);
  await hidden.execute();
  expect(await named('inside')).toEqual(['Hidden', 'The owner']);
  expect(await named('state')).toEqual(['The unpaid', 'The owner']);
});

it('a member elsewhere who left an agreement is not named, but one who declined a proposal is', async () => {
  const { db } = test.database;
  const { agreementId, userId } = office.belongings;
  const endedBy = async (who: Administrator, by: string, reason: 'left' | 'refused') => {
    const state = reason === 'left' ? ('broken' as const) : ('declined' as const);
    const ended = { state, reason, ended_by: by, ended_at: moment };
    await db.updateTable('agreements').set(ended).where('id', '=', agreementId).execute();
    const answer = reason === 'left' ? ('yes' as const) : ('no' as const);
    await db.updateTable('agreement_members').set({ answer }).where('user_id', '=', by).execute();
    return (await file(who)).endedBy?.name;
  };
  expect(await endedBy('inside', userId, 'left')).toBe('The owner');
  expect(await endedBy('inside', elsewhere, 'left')).toBeUndefined();
  expect(await endedBy('state', elsewhere, 'left')).toBe('The unpaid');
  expect(await endedBy('inside', elsewhere, 'refused')).toBe('The unpaid');
});

it('a file of joinings does not confirm the day of a member who joins in another district', async () => {
  const { db } = test.database;
  const { agreementId: id, userId } = office.belongings;
  await db.updateTable('agreement_members').set({ joined_on: DAY }).where('user_id', '=', userId).execute();
  const preview = async (day: string) => {
    const { body } = await test.call({
      method: 'POST',
      url: '/api/admin/joinings?preview=true',
      headers: { 'content-type': 'text/csv' },
      body: `agreement,seat,date\n${id},1,${day}\n`,
      token: office.administratorTokens.inside,
    });
    const { lines } = JSON.parse(body) as JoiningLines;
    return [lines[0]?.result, lines[0]?.otherDay];
  };
  const both = async () => [await preview(DAY), await preview('2026-03-09')];
  expect(await both()).toEqual([
    ['elsewhere', null],
    ['elsewhere', null],
  ]);
});

it('a file of orders confirms neither the number nor the date of an order that names only members elsewhere', async () => {
  const { db } = test.database;
  const { agreementId: id, userId } = office.belongings;
  const leaving = { kind: 'mixedOrders', value: '"leaving"', valid_from: '2026-01-01', source: 'An order' };
  await db
    .insertInto('policy_rules')
    .values({ id: newId(), ...leaving, created_at: at })
    .execute();
  const send = async (who: Administrator, day: string, { number = 'PATNA/7', query = '' } = {}) => {
    const line = `${id},${number},${day},${who === 'state' ? 2 : 1}\n`;
    const { body } = await test.call({
      method: 'POST',
      url: `/api/admin/orders${query}`,
      headers: { 'content-type': 'text/csv' },
      body: `agreement,order number,date,seat\n${line}`,
      token: office.administratorTokens[who],
    });
    return (JSON.parse(body) as OrderLines).lines.map(({ result, marks }) => [result, ...marks]);
  };
  const query = '?preview=true';
  const post = async (who: Administrator, date: string) => {
    const members = [who === 'state' ? elsewhere : userId];
    const answer = await test.call({
      method: 'POST',
      url: `/api/admin/agreements/${id}/order`,
      body: { number: 'PATNA/7', date, members, reason: 'From the list' },
      token: office.administratorTokens[who],
    });
    return answer.json<Problem>().code;
  };
  const [other, far] = ['2026-03-09', '2031-03-07'];
  const posted = async (who: Administrator) => [
    await post(who, DAY),
    await post(who, other),
    await post(who, far),
  ];
  for (const day of [DAY, other]) {
    const free = await send('inside', day, { number: 'PATNA/8', query });
    expect(await send('inside', day, { query })).toEqual(free);
  }
  expect(await send('inside', DAY)).toEqual([['unseen_order']]);
  expect(await send('inside', other)).toEqual([['unseen_order']]);
  expect(await posted('inside')).toEqual(['order_exists', 'order_exists', 'validation_failed']);
  expect([await send('state', DAY, { query }), await send('state', other, { query })]).toEqual([
    [['already']],
    [['other_date']],
  ]);
  expect(await posted('state')).toEqual([undefined, 'order_exists', 'validation_failed']);
  // For an agreement that is over, the response does not confirm an order number either.
  await db
    .updateTable('agreements')
    .set({ state: 'completed', ended_at: moment })
    .where('id', '=', id)
    .execute();
  for (const day of [DAY, other]) expect(await send('inside', day, { query })).toEqual([['completed']]);
  expect(await post('inside', DAY)).toBe('agreement_over');
});

it('the papers have name, school and place of a member elsewhere', async () => {
  const { db } = test.database;
  const [agreement] = await findAgreements(db, [office.belongings.agreementId]);
  if (agreement === undefined) throw new Error('The agreement is gone.');
  const printed = async (administers: readonly string[] | null) => {
    const viewer = {
      kind: 'signed-in',
      role: 'admin',
      userId: newId(),
      hasAccess: true,
      administers,
      shown: new Set(),
    };
    return (await readPaperFacts({ db, config, now: () => test.clock.now }, agreement, viewer as Viewer))
      .members[1];
  };
  expect(await printed(null)).toMatchObject({ category: 'school', teacherId: 'T-777', designation: 'Head' });
  expect(await printed(['gaya'])).toEqual({
    ...{ name: 'The unpaid', schoolName: 'Rajkiya Vidyalaya', fromBlock: 'danapur', toBlock: 'amnour' },
    ...{
      phone: '',
      email: '',
      category: null,
      batch: null,
      teacherId: null,
      designation: null,
      joinedOn: null,
    },
  });
});
