import type {
  AgreementFile,
  OfficeAgreementList,
} from '@mutual-transfer/domain/administration/office-agreement';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agreed, proposed, seen } from '../../../test/testing/agreements.ts';
import type { TestTeacher } from '../../../test/testing/factories.ts';
import { freshRing } from '../../../test/testing/fixtures.ts';
import { ringOfThree, type Wisher } from '../../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../../test/testing/test-app.ts';

const DAY = 24 * 3_600_000;
const UNKNOWN_ID = '019a0000-0000-7000-8000-000000000000';

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

const get = (url: string, token = administrator.token) => test.call({ url: `/api/admin/${url}`, token });
const list = async (query = '') => (await get(`agreements${query}`)).json<OfficeAgreementList>();
const ids = async (query: string) => (await list(query)).agreements.map(({ _id }) => _id);
const file = async (id: string) => (await get(`agreements/${id}`)).json<AgreementFile>();
const act = (
  id: string,
  step: string,
  body: object,
  method: 'POST' | 'DELETE' = 'POST',
  token = administrator.token,
) => test.call({ method, url: `/api/admin/agreements/${id}/${step}`, body, token });
const acted = async (id: string, step: string, body: object, method: 'POST' | 'DELETE' = 'POST') => {
  const response = await act(id, step, body, method);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<AgreementFile>();
};
const tick = async ({ teacher }: Wisher, id: string, step: string) => {
  const call = { method: 'POST', url: `/api/agreements/${id}/steps`, body: { step } } as const;
  const response = await test.call({ ...call, token: teacher.token });
  expect(response.statusCode, response.body).toBe(200);
};
const notices = async ({ teacher }: Wisher) => {
  const answer = await test.call({ url: '/api/alerts', token: teacher.token });
  const { alerts } = answer.json().data;
  return alerts.filter(({ kind }) => kind === 'agreement_office').map(({ message }) => message);
};
const isValid = async (code: string) =>
  (await test.call({ url: `/api/orders/${code}` })).json<{ valid: boolean }>().valid;
const order = { number: 'EST/12-3', date: '2026-06-15', authority: 'Directorate', reason: 'Order received' };

describe('the list of agreements', () => {
  it('shows agreements with their members, to administrators only', async () => {
    const id = await agreed(test, ring);
    const { agreements, pagination } = await list();
    expect(pagination).toEqual({ page: 1, limit: 10, total: 1, pages: 1, totalIsExact: true });
    expect(agreements[0]).toMatchObject({ _id: id, state: 'agreed', size: 3, subject: 'Urdu', joined: 0 });
    expect(
      agreements[0]?.members.map(({ seat, teacher, district }) => [seat, teacher?.name, district]),
    ).toEqual(ring.map(({ teacher: { user } }, index) => [index + 1, user.name, user.district]));
    expect((await test.call({ url: '/api/admin/agreements' })).statusCode).toBe(401);
    expect((await get('agreements', ring[0].teacher.token)).statusCode).toBe(403);
    expect((await get('agreements?state=unknown')).statusCode).toBe(400);
    expect((await get('agreements?district=Atlantis')).statusCode).toBe(400);
  });

  it('is sorted, and filtered by state, district, subject, creation date, deadline, round and words', async () => {
    const proposal = await proposed(test, ring);
    const id = await agreed(test, await ringOfThree(test, 'Hindi'));
    expect(await ids('')).toEqual([id, proposal]);
    expect(await ids('?sort=oldest&limit=1')).toEqual([proposal]);
    expect(await ids('?sort=created')).toEqual((await ids('?sort=-created')).toReversed());
    for (const sort of ['-deadline', 'size', '-size', '-state', 'subject', '-subject']) {
      expect((await ids(`?sort=${sort}`)).toSorted(), sort).toEqual((await ids('')).toSorted());
    }
    expect(await ids('?state=proposed')).toEqual([proposal]);
    expect(await ids('?state=in_progress')).toEqual([]);
    expect(await ids('?subject=Hindi')).toEqual([id]);
    expect(await ids('?district=Gaya&subject=Urdu')).toEqual([proposal]);
    expect(await ids('?district=Jamui')).toEqual([]);
    expect(await ids('?from=2026-06-15&to=2026-06-15&sort=deadline')).toEqual([proposal, id]);
    expect(await ids('?to=2026-06-14')).toEqual([]);
    expect(await ids('?due=2026-06-15')).toEqual([]);
    expect(await ids('?due=2026-06-20&sort=state')).toEqual([id, proposal]);
    expect(await ids(`?search=${encodeURIComponent(ring[0].teacher.user.name)}`)).toEqual([proposal]);
    const { number } = await file(id);
    expect(await ids(`?search=${number.toLowerCase()}`)).toEqual([id]);
    expect(await ids(`?search=${id}`)).toEqual([id]);
    expect(await ids(`?round=${UNKNOWN_ID}`)).toEqual([]);
    test.clock.now = new Date(test.clock.now.getTime() + 4 * DAY);
    expect(await ids('?state=lapsed')).toEqual([proposal]);
    expect((await list('?state=proposed')).pagination.total).toBe(0);
    test.clock.now = new Date(test.clock.now.getTime() - 4 * DAY);
  });

  it('can be downloaded as a CSV file with a row per member, in which no cell is a formula', async () => {
    const { db } = test.database;
    await db
      .updateTable('users')
      .set({ school_name: '=HYPERLINK(1)' })
      .where('id', '=', ring[0].teacher.user._id)
      .execute();
    const id = await agreed(test, ring);
    const answer = await get('agreements.csv?state=agreed');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [head, ...lines] = answer.body.trim().split('\r\n');
    expect(head).toContain(
      'Agreement,Size,State,Seat,Teacher,Contact,School,Block,District,Takes the place of',
    );
    const [first, second, third] = ring.map(({ teacher }) => teacher.user);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain(
      `${(await file(id)).number},3,Agreed,1,${first?.name},${first?.phone},'=HYPERLINK(1),Bodh Gaya,Gaya,${second?.name},,,${second?.schoolName},${second?.postingBlock},${second?.district},Urdu,`,
    );
    expect(lines[0]).toMatch(/,2026-06-15T12:00:\d\d\+05:30,/);
    expect(lines[2]).toContain(`,3,${third?.name},`);
    expect(lines[2]).toContain(
      `,${first?.name},,,'=HYPERLINK(1),${first?.postingBlock},${first?.district},Urdu,`,
    );
    expect((await get('agreements.csv?state=completed')).body.trim().split('\r\n')).toHaveLength(1);
  });

  it('can be downloaded as a ZIP file of the joint applications', async () => {
    const id = await agreed(test, ring);
    await proposed(test, await ringOfThree(test, 'Hindi'));
    const answer = await get('agreements/papers.zip?language=en');
    expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
    expect(answer.headers['content-type']).toBe('application/zip');
    const files = unzipSync(answer.rawPayload);
    expect(Object.keys(files)).toEqual([`application-${(await file(id)).number}.pdf`]);
    expect(Buffer.from(Object.values(files)[0] ?? []).toString('latin1', 0, 5)).toBe('%PDF-');
    const one = await get(`agreements/${id}/paper.pdf?language=en`);
    expect(one.headers['content-type']).toBe('application/pdf');
  });
});

describe('the administrator’s page of an agreement', () => {
  it('has members, contacts, history and the possible actions, and each view is audited', async () => {
    const id = await agreed(test, ring);
    await tick(ring[1], id, 'submitted');
    await tick(ring[0], id, 'otp');
    const found = await file(id);
    expect(found).toMatchObject({ _id: id, state: 'in_progress', orders: [], endedBy: null });
    expect(found.can).toMatchObject({
      deadline: true,
      end: true,
      order: true,
      orderSeats: [1, 2, 3],
      undo: { step: 'otp' },
    });
    expect(found.members[2]).toMatchObject({ seat: 3, takesPlaceOf: 1, phone: ring[2].teacher.user.phone });
    expect(found.history.map(({ kind }) => kind)).toEqual([
      'proposed',
      'yes',
      'yes',
      'yes',
      'agreed',
      'submitted',
      'otp',
    ]);
    const audit = await get('audit?action=look.agreement');
    expect(audit.json().entries[0]).toMatchObject({ action: 'look.agreement', details: { agreement: id } });
    expect((await get(`agreements/${UNKNOWN_ID}`)).statusCode).toBe(404);
    expect((await get(`agreements/${id}`, ring[0].teacher.token)).statusCode).toBe(403);
  });
});

describe('an administrator', () => {
  it('extends the deadline of a proposal and of the next step, and notifies members of the reason', async () => {
    const proposal = await proposed(test, ring);
    const later = '2026-07-01';
    const reason = 'The office was closed';
    expect((await act(proposal, 'deadline', { deadline: later })).statusCode).toBe(400);
    expect(
      (await act(proposal, 'deadline', { deadline: '2026-06-16', reason })).json().fields,
    ).toHaveProperty('deadline');
    const extended = await acted(proposal, 'deadline', { deadline: later, reason });
    expect(extended.deadline).toBe('2026-07-01T18:29:59.999Z');
    expect((await seen(test, ring[1], proposal)).deadline).toBe(extended.deadline);
    expect(await notices(ring[1])).toEqual([expect.stringContaining(reason)]);
    await acted(proposal, 'deadline', { deadline: later, reason });
    expect(await notices(ring[1])).toHaveLength(1);
    expect(extended.history.at(-1)).toMatchObject({ kind: 'extended', words: reason });

    const id = await agreed(test, await ringOfThree(test, 'Hindi'));
    const next = await acted(id, 'deadline', { deadline: '2026-07-02T12:00:00+05:30', reason });
    expect(next.deadline).toBe('2026-07-02T06:30:00.000Z');
  });

  it('ends an agreement with a reason, which frees its requests', async () => {
    const id = await agreed(test, ring);
    const reason = 'One member retired';
    const ended = await acted(id, 'end', { scope: 'combination', reason });
    expect(ended).toMatchObject({ state: 'broken', reason: 'office', can: { end: false, deadline: false } });
    expect((await seen(test, ring[0], id)).reason).toBe('office');
    expect(await notices(ring[2])).toEqual([expect.stringContaining(reason)]);
    await acted(id, 'end', { scope: 'combination', reason });
    expect(await notices(ring[2])).toHaveLength(1);
    const mine = await test.call({ url: '/api/requests/my', token: ring[0].teacher.token });
    expect(mine.json().requests[0].status).toBe('active');
    expect((await act(id, 'deadline', { deadline: '2026-07-01', reason })).json().code).toBe(
      'agreement_over',
    );
    const audit = await get('audit?action=agreement.end');
    expect(audit.json().entries).toMatchObject([{ details: { agreement: id, reason } }]);
  });

  it('records orders for members, with a code that is valid until the order is undone', async () => {
    const id = await agreed(test, ring);
    const member = ring[0].teacher.user._id;
    const some = await acted(id, 'order', { ...order, members: [member] });
    expect(some).toMatchObject({ state: 'in_progress', orders: [{ number: order.number, seats: [1] }] });
    await acted(id, 'order', { ...order, members: [member] });
    expect((await act(id, 'order', { ...order, date: '2026-06-14', members: [member] })).json().code).toBe(
      'order_exists',
    );
    expect((await act(id, 'order', { ...order, number: '9', members: [UNKNOWN_ID] })).statusCode).toBe(400);
    const all = await acted(id, 'order', { ...order, number: 'EST/13' });
    expect(all.orders.map(({ seats }) => seats)).toEqual([[1], [1, 2, 3]]);
    expect(all.members.map(({ steps }) => steps.some(({ step }) => step === 'ordered'))).toEqual([
      true,
      true,
      true,
    ]);
    expect(await notices(ring[1])).toHaveLength(2);
    const code = all.orders[1]?.code ?? '';
    const typed = `${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8)}`.toLowerCase();
    expect([await isValid(code), await isValid(encodeURIComponent(typed)), await isValid('0000')]).toEqual([
      true,
      true,
      false,
    ]);

    const { number } = all;
    for (const name of [
      number,
      `${number.slice(0, 4)} ${number.slice(4)}`.toLowerCase(),
      id,
      id.toUpperCase(),
    ])
      expect([name, await isValid(encodeURIComponent(name))]).toEqual([name, true]);

    const step = all.can.undo?.id;
    const undone = await acted(id, 'steps/last', { reason: 'Wrong group', step }, 'DELETE');
    expect(undone.orders.map(({ withdrawnAt }) => withdrawnAt !== null)).toEqual([false, true]);
    expect(undone.members[1]?.steps.map((taken) => taken.step)).toEqual([]);
    expect(undone.members[0]?.steps.map((taken) => taken.step)).toEqual(['submitted', 'ordered']);
    expect(await isValid(code)).toBe(false);
    const again = await act(id, 'steps/last', { reason: 'Wrong group', step }, 'DELETE');
    expect(again.json().message).toContain('not the last step any more');
    const set = (await file(id)).history.find(({ kind }) => kind === 'submitted');
    expect(set).toMatchObject({ member: null, administrator: expect.any(String) });
    const back = await acted(id, 'steps/last', { reason: 'All of it' }, 'DELETE');
    expect(back).toMatchObject({ state: 'agreed', submittedAt: null, can: { undo: null } });
    expect([await isValid(number), await isValid(id), await isValid('G2222222')]).toEqual([
      false,
      false,
      false,
    ]);
    await tick(ring[1], id, 'submitted');
    await acted(id, 'order', order);
    const reported = await acted(id, 'steps/last', { reason: 'Wrong day' }, 'DELETE');
    expect([reported.state, reported.can.undo?.step]).toEqual(['in_progress', 'submitted']);
    expect(
      (await act(await proposed(test, await ringOfThree(test, 'Hindi')), 'order', order)).json().code,
    ).toBe('agreement_step');
  });

  it('records the joining of each member, which completes the agreement, and then the service record', async () => {
    const id = await agreed(test, ring);
    const joining = { date: '2026-06-15', reason: 'Joining report' };
    const [first, second, third] = ring.map(({ teacher }) => teacher.user._id);
    await acted(id, 'joining', { ...joining, member: first });
    await acted(id, 'joining', { ...joining, member: second });
    expect(await ids('?joined=some')).toEqual([id]);
    expect(await ids('?joined=none')).toEqual([]);
    const undone = await acted(id, 'steps/last', { reason: 'Another teacher' }, 'DELETE');
    expect(undone).toMatchObject({ joined: 1 });
    expect(undone.members.map(({ joinedOn }) => joinedOn)).toEqual(['2026-06-15', null, null]);
    expect(undone.history.slice(-2)).toMatchObject([
      { kind: 'joined', member: { _id: second }, isTakenBack: true },
      { kind: 'undone', isTakenBack: false },
    ]);
    expect(undone.can.undo).toMatchObject({ step: 'joined', members: [ring[0].teacher.user.name] });
    await acted(id, 'joining', { ...joining, member: second });
    const done = await acted(id, 'joining', { ...joining, member: third, recordMoved: true });
    expect(done).toMatchObject({ state: 'completed', joined: 3 });
    expect(done.members.map(({ recordMovedAt }) => recordMovedAt !== null)).toEqual([false, false, true]);
    const moved = await acted(id, 'joining', { ...joining, member: first, recordMoved: true });
    expect(moved.members[0]?.recordMovedAt).not.toBeNull();
    expect((await act(id, 'joining', { ...joining, member: UNKNOWN_ID })).statusCode).toBe(400);
  });

  it('sees that the facts of a member of an agreement under way are not those of the plan any more', async () => {
    const id = await agreed(test, ring);
    const user = ring[1].teacher.user._id;
    expect((await file(id)).members.map(({ factsNow }) => factsNow)).toEqual([null, null, null]);
    const posting = { schoolName: 'Middle School Barachatti', district: 'Gaya', postingBlock: 'Barachatti' };
    const body = { posting, reason: 'As on the service book' };
    const call = { method: 'PUT', url: `/api/admin/users/${user}`, body } as const;
    expect((await test.call({ ...call, token: administrator.token })).statusCode).toBe(200);
    const [first, second] = (await file(id)).members;
    expect(first?.factsNow).toBeNull();
    expect(second?.factsNow).toMatchObject({ district: 'Gaya', block: 'Barachatti', subject: 'Urdu' });
  });

  it('sees which agreements the deactivation of a teacher would end', async () => {
    const id = await agreed(test, ring);
    const user = ring[1].teacher.user._id;
    const { agreements } = (await get(`users/${user}/endings`)).json<OfficeAgreementList>();
    expect(agreements.map(({ _id, members }) => [_id, members.length])).toEqual([[id, 3]]);
    const reason = 'The account belongs to nobody';
    const call = { method: 'PUT', url: `/api/admin/users/${user}/toggle-status`, body: { reason } } as const;
    expect((await test.call({ ...call, token: administrator.token })).statusCode).toBe(200);
    expect((await list()).agreements[0]).toMatchObject({ state: 'broken', reason: 'account_ended' });
    const audit = await get('audit?action=user.deactivate');
    expect(audit.json().entries[0].details).toEqual({ reason, ended: [id] });
    const page = (await get(`users/${user}`)).json();
    expect(page.agreements).toMatchObject([{ _id: id, state: 'broken' }]);
  });
});
