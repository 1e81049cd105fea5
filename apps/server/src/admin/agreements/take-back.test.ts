import type {
  AgreementFile,
  OfficeAgreementList,
} from '@mutual-transfer/domain/administration/office-agreement';
import { blocksOfDistrict } from '@mutual-transfer/domain/reference/places';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { withRelieving } from '../../../test/testing/agreements.ts';
import { makeAdministrator, type TestTeacher } from '../../../test/testing/factories.ts';
import { agreedRing } from '../../../test/testing/fixtures.ts';
import type { Wisher } from '../../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../../test/testing/test-app.ts';
import { endRetention } from '../../jobs.ts';

const DAY = 24 * 3_600_000;
const TODAY = new Date('2026-06-15T06:30:00.000Z');

let test: TestApp;
let state: TestTeacher;
/** From Gaya to Patna, from Patna to Saran, from Saran to Gaya. */
let ring: [Wisher, Wisher, Wisher];
let id: string;

beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  test.clock.now = TODAY;
  ({ administrator: state, ring, id } = await agreedRing(test));
});
afterAll(() => test.close());

const act = (method: 'POST' | 'DELETE', step: string, body: object, { token }: TestTeacher = state) =>
  test.call({
    method,
    url: `/api/admin/agreements/${id}/${step}`,
    body: { reason: 'Letter 5', ...body },
    token,
  });
const acted = async (...call: Parameters<typeof act>) => {
  const answer = await act(...call);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<AgreementFile>();
};
const memberAt = (seat: number) => ring[seat - 1]?.teacher.user._id;
const order = (number: string, seats: number[]) =>
  acted('POST', 'order', { number, date: '2026-06-15', members: seats.map(memberAt) });
const join = (seat: number, administrator = state) =>
  act('POST', 'joining', { member: memberAt(seat), date: '2026-06-15' }, administrator);
const steps = ({ members }: AgreementFile, step: string) =>
  members.flatMap(({ seat, steps: taken }) => (taken.some((one) => one.step === step) ? [seat] : []));
const postingOf = async ({ teacher }: Wisher) =>
  (
    await test.database.db
      .selectFrom('users')
      .select('block')
      .where('id', '=', teacher.user._id)
      .executeTakeFirstOrThrow()
  ).block;
/** Sets the time. Sessions have ended by then. */
const wait = async (days: number) => {
  test.clock.now = new Date(TODAY.getTime() + days * DAY);
  await endRetention(test.database.db, test.clock.now);
  state = await makeAdministrator(test);
};
async function officer(...administers: string[]): Promise<TestTeacher> {
  const made = await makeAdministrator(test);
  await test.database.db.updateTable('users').set({ administers }).where('id', '=', made.user._id).execute();
  return made;
}

it('an order that is taken back leaves the step to members whom another valid order names', async () => {
  await order('A/1', [1, 2]);
  const both = await order('B/2', [2, 3]);
  const [first, second] = both.orders;
  expect(both.orders.map(({ canWithdraw }) => canWithdraw)).toEqual([true, true]);
  const undone = await acted('DELETE', 'steps/last', { order: first?._id });
  expect(undone.orders.map(({ withdrawnAt }) => withdrawnAt !== null)).toEqual([true, false]);
  expect(steps(undone, 'ordered')).toEqual([2, 3]);
  expect((await act('DELETE', 'steps/last', { order: first?._id })).statusCode).toBe(409);
  expect((await act('DELETE', 'steps/last', { order: second?._id, seat: 1 })).statusCode).toBe(400);
  expect(steps(await acted('DELETE', 'steps/last', { order: second?._id }), 'ordered')).toEqual([]);
});

it('a completed group can be taken back for 14 days, with the posting of its member', async () => {
  await order('A/1', [1, 2, 3]);
  for (const seat of [1, 2, 3]) expect((await join(seat)).statusCode).toBe(200);
  expect(await postingOf(ring[1])).toBe('amnour');
  await wait(13);
  const reopened = await acted('DELETE', 'steps/last', { seat: 2 });
  expect(reopened).toMatchObject({ state: 'in_progress', endedAt: null });
  expect(steps(reopened, 'joined')).toEqual([1, 3]);
  expect([await postingOf(ring[0]), await postingOf(ring[1])]).toEqual(['danapur', 'danapur']);
  expect((await join(2)).json()).toMatchObject({ state: 'completed' });
  await wait(28);
  const late = await act('DELETE', 'steps/last', { seat: 2 });
  expect([late.statusCode, late.json().message]).toEqual([409, expect.stringContaining('14 days')]);
  const left = await test.database.db.selectFrom('requests').select('left_block').execute();
  expect(left.map(({ left_block }) => left_block)).toEqual([null, null, null]);
});

it('a completed group is not taken back once its member has moved again', async () => {
  for (const seat of [1, 2, 3]) await join(seat);
  await test.call({
    method: 'PUT',
    url: '/api/auth/profile',
    token: ring[1].teacher.token,
    body: { district: 'Gaya', postingBlock: 'Bodh Gaya' },
  });
  const refused = await act('DELETE', 'steps/last', { seat: 2 });
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringContaining('posted elsewhere'),
  ]);
});

it('a joining is recorded and taken back by the district of the new school, not by the one that is left', async () => {
  const [gaya, patna] = [await officer('gaya'), await officer('patna')];
  expect((await join(1, gaya)).statusCode).toBe(403);
  const joined = await join(1, patna);
  expect(
    joined.json<AgreementFile>().members.map(({ canRecord, canTakeBack }) => [canRecord, canTakeBack]),
  ).toEqual([
    [['joined'], ['joined']],
    [[], []],
    [[], []],
  ]);
  expect((await act('DELETE', 'steps/last', { seat: 1 }, gaya)).statusCode).toBe(403);
  expect((await act('DELETE', 'steps/last', { seat: 1 }, patna)).statusCode).toBe(200);
  expect(await postingOf(ring[0])).toBe('bodh-gaya');
});

it('a relieving is recorded, corrected and taken back by the district that is left, if the season has it as a step', async () => {
  const [gaya, patna] = [await officer('gaya'), await officer('patna')];
  const relieve = (date: string, administrator = gaya) =>
    act('POST', 'joining', { member: memberAt(1), step: 'relieved', date }, administrator);
  expect((await relieve('2026-06-14')).statusCode).toBe(409);
  await withRelieving(test, id);
  expect((await relieve('2026-06-14', patna)).statusCode).toBe(403);
  expect((await relieve('2026-06-16')).json().fields).toEqual({ date: expect.stringContaining('future') });
  const wrong = { member: memberAt(1), step: 'relieved', date: '2026-06-14', recordMoved: true };
  expect((await act('POST', 'joining', wrong, gaya)).statusCode).toBe(400);
  const relieved = (await relieve('2026-06-14')).json<AgreementFile>();
  expect(relieved).toMatchObject({ state: 'in_progress', can: { undo: { step: 'relieved' } } });
  expect(relieved.members[0]).toMatchObject({
    ...{ relievedOn: '2026-06-14', joinedOn: null },
    ...{ canRecord: ['relieved'], canTakeBack: ['relieved'] },
  });
  expect((await relieve('2026-06-13')).json().members[0].relievedOn).toBe('2026-06-13');
  expect((await join(1, patna)).statusCode).toBe(200);
  expect((await act('DELETE', 'steps/last', { seat: 1, moving: 'relieved' }, patna)).statusCode).toBe(403);
  const later = { member: memberAt(1), step: 'relieved', date: '2026-06-16', reason: 'Corrected' };
  test.clock.now = new Date(test.clock.now.getTime() + DAY);
  expect((await act('POST', 'joining', later, gaya)).json().fields).toEqual({
    date: expect.stringContaining('before joining'),
  });
  const seen = await test.call({ url: `/api/admin/agreements/${id}`, token: gaya.token });
  expect(seen.json().members[0]).toMatchObject({
    ...{ relievedOn: '2026-06-13', joinedOn: null, canTakeBack: ['relieved'] },
    teacher: { isElsewhere: true },
  });
  await acted('DELETE', 'steps/last', { seat: 1, moving: 'relieved' }, gaya);
  const undone = (
    await test.call({ url: `/api/admin/agreements/${id}`, token: state.token })
  ).json<AgreementFile>();
  expect([steps(undone, 'relieved'), steps(undone, 'joined')]).toEqual([[], [1]]);
  expect(undone.members[0]).toMatchObject({ relievedOn: null, joinedOn: '2026-06-15' });
  expect(undone.history.filter(({ isTakenBack }) => isTakenBack)).toMatchObject([{ kind: 'relieved' }]);
  const taken = await test.database.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', memberAt(1) ?? '')
    .where('action', 'in', ['agreement.relieve', 'agreement.undo'])
    .execute();
  expect(taken.map(({ action }) => action).sort()).toEqual([
    'agreement.relieve',
    'agreement.relieve',
    'agreement.undo',
  ]);
});

it('a relieving of an ended group is not corrected', async () => {
  await withRelieving(test, id);
  const relieve = (date: string) => act('POST', 'joining', { member: memberAt(1), step: 'relieved', date });
  expect((await relieve('2026-06-14')).statusCode).toBe(200);
  await acted('POST', 'end', { scope: 'combination' });
  const refused = await relieve('2026-06-13');
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'agreement_over']);
});

it('a group between districts is ordered by the state, or by each district for those who leave it if the rules say so', async () => {
  const gaya = await officer('gaya');
  const own = { number: 'A/1', date: '2026-06-15', members: [memberAt(1)] };
  const isElsewhere = async (token: string) =>
    (await test.call({ url: '/api/admin/agreements', token }))
      .json<OfficeAgreementList>()
      .agreements.map(({ isOrderedElsewhere }) => isOrderedElsewhere);
  expect((await act('POST', 'order', own, gaya)).statusCode).toBe(403);
  expect([await isElsewhere(gaya.token), await isElsewhere(state.token)]).toEqual([[true], [false]]);
  const rule = {
    kind: 'mixedOrders',
    value: 'leaving',
    validFrom: '2026-06-15',
    source: 'Letter',
    link: null,
  };
  const written = await test.call({
    method: 'POST',
    url: '/api/admin/rules',
    body: rule,
    token: state.token,
  });
  expect(written.statusCode, written.body).toBe(201);
  expect((await act('POST', 'order', { ...own, members: [memberAt(1), memberAt(2)] }, gaya)).statusCode).toBe(
    403,
  );
  expect(await isElsewhere(gaya.token)).toEqual([false]);
  const recorded = await acted('POST', 'order', own, gaya);
  expect(recorded.can).toMatchObject({ order: true, orderSeats: [1] });
  expect(recorded.orders).toMatchObject([{ number: 'A/1', seats: [1], canWithdraw: true }]);
});

it('a group is “ordered” once an order names every member, in the list and its file', async () => {
  const listed = async (filter: string) => {
    const answer = await test.call({ url: `/api/admin/agreements?state=${filter}`, token: state.token });
    return answer.json().agreements.map(({ officeState }: { officeState: string }) => officeState);
  };
  await order('A/1', [1, 2]);
  expect([await listed('in_progress'), await listed('ordered')]).toEqual([['in_progress'], []]);
  const whole = await order('B/2', [3]);
  expect([whole.state, whole.officeState]).toEqual(['in_progress', 'ordered']);
  expect([await listed('in_progress'), await listed('ordered')]).toEqual([[], ['ordered']]);
  const file = await test.call({ url: '/api/admin/agreements.csv?state=ordered', token: state.token });
  expect(file.body.split(',Ordered,1,')).toHaveLength(2);
  await acted('DELETE', 'steps/last', { order: whole.orders[0]?._id });
  expect(await listed('ordered')).toEqual([]);
});

it('the office of a district in which a member is posted by now opens the agreement, and of others sees name and answer', async () => {
  const sheohar = await officer('sheohar');
  const open = () => test.call({ url: `/api/admin/agreements/${id}`, token: sheohar.token });
  expect((await open()).statusCode).toBe(403);
  const block = blocksOfDistrict('sheohar')[0]?.code ?? '';
  await test.database.db
    .updateTable('users')
    .set({ district: 'sheohar', block })
    .where('id', '=', memberAt(1) ?? '')
    .execute();
  const opened = await open();
  expect(opened.statusCode, opened.body).toBe(200);
  expect(
    opened.json<AgreementFile>().members.map(({ phone, teacher }) => [phone !== null, teacher?.isElsewhere]),
  ).toEqual([
    [true, undefined],
    [false, true],
    [false, true],
  ]);
});
