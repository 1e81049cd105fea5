import type { JoiningLines, OrderLines } from '@mutual-transfer/domain/administration/office-agreement';
import { districtByName } from '@mutual-transfer/domain/reference/places';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agreed, proposed } from '../../../test/testing/agreements.ts';
import type { TestTeacher } from '../../../test/testing/factories.ts';
import { freshRing } from '../../../test/testing/fixtures.ts';
import { newBrowser } from '../../../test/testing/limited-app.ts';
import { ringOfThree, type Wisher } from '../../../test/testing/ring-of-three.ts';
import { joinTestApp, startTestApp, type TestApp } from '../../../test/testing/test-app.ts';
import { createLimits } from '../../platform/limits.ts';

const DAY = 24 * 3_600_000;
const TODAY = new Date('2026-06-15T06:30:00.000Z');
const UNKNOWN_ID = '019a0000-0000-7000-8000-000000000000';

let test: TestApp;
let administrator: TestTeacher;
let ring: [Wisher, Wisher, Wisher];

beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  test.clock.now = TODAY;
  ({ administrator, ring } = await freshRing(test));
});
afterAll(() => test.close());

const numberOf = async (id: string) => (await file(id)).number;
const file = async (id: string) =>
  (await test.call({ url: `/api/admin/agreements/${id}`, token: administrator.token })).json();
const notices = async ({ teacher }: Wisher, language = 'en') => {
  const headers = { 'accept-language': language };
  const answer = await test.call({ url: '/api/alerts', token: teacher.token, headers });
  const { alerts } = answer.json().data;
  return alerts.filter(({ kind }) => kind === 'agreement_office').map(({ message }) => message);
};

/** Records the order of the whole group. */
const order = async (id: string, date = '2026-06-15') => {
  const body = { number: 'EST/1', date, reason: 'Received' };
  const url = `/api/admin/agreements/${id}/order`;
  const answer = await test.call({ method: 'POST', url, body, token: administrator.token });
  expect(answer.statusCode, answer.body).toBe(200);
};

describe('a file of orders', () => {
  const send = async (body: string, query = '', headers = {}) => {
    const url = `/api/admin/orders${query}`;
    const call = { method: 'POST', url, body, token: administrator.token } as const;
    const answer = await test.call({ ...call, headers: { 'content-type': 'text/csv', ...headers } });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<OrderLines>();
  };

  it('is previewed, then recorded, and has no effect when sent again', async () => {
    const id = await agreed(test, ring);
    const other = await agreed(test, await ringOfThree(test, 'English'));
    const proposal = await proposed(test, await ringOfThree(test, 'Hindi'));
    const text = [
      'Agreement,Order number,Date',
      `${(await numberOf(id)).toLowerCase()},EST/1,15-06-2026`,
      `${id},EST/1,2026-06-15`,
      `${proposal},EST/2,2026-06-15`,
      `${UNKNOWN_ID},EST/3,2026-06-15`,
      `${other},,2026-06-15`,
      `${other},EST/4,2026-02-30`,
      `${other},EST/4,2031-06-16`,
    ].join('\n');
    const results = ({ lines }: OrderLines) => lines.map(({ result }) => result);
    const expected = [
      ...['recorded', 'already', 'not_agreed', 'unknown', 'bad_number', 'bad_date'],
      'far_date',
    ];
    const preview = await send(text, '?preview=true');
    expect(preview).toMatchObject({ preview: true, recorded: 1 });
    expect(results(preview)).toEqual(expected);
    expect(preview.lines[0]).toMatchObject({ line: 2, id, date: '2026-06-15' });
    expect(preview.lines[0]?.members).toHaveLength(3);
    expect((await file(id)).orders).toEqual([]);

    const done = await send(text, '', { 'idempotency-key': 'one' });
    expect(done).toMatchObject({ preview: false, recorded: 1 });
    expect(results(done)).toEqual(results(preview));
    expect((await send(text, '', { 'idempotency-key': 'one' })).recorded).toBe(1);
    expect(await send(text)).toMatchObject({ recorded: 0 });
    expect((await file(id)).orders).toMatchObject([
      { number: 'EST/1', date: '2026-06-15', seats: [1, 2, 3] },
    ]);
    expect(await notices(ring[0])).toEqual([expect.stringContaining('Order EST/1 of 15 Jun 2026.')]);
    const log = await test.call({ url: '/api/admin/audit?action=orders.import', token: administrator.token });
    expect(log.json().entries.map(({ details }: { details: object }) => details)).toMatchObject([
      { recorded: 0, groups: [] },
      { recorded: 1, groups: [await numberOf(id)] },
    ]);
  });

  it('may have days and seats in the digits of Hindi', async () => {
    const id = await agreed(test, ring);
    const orders = await send(`समझौता,आदेश संख्या,तारीख़\n${id},EST/1,१५-०६-२०२६\n`);
    expect(orders).toMatchObject({ recorded: 1, lines: [{ date: '2026-06-15' }] });
    const url = '/api/admin/joinings';
    const body = `समझौता,सीट,योगदान\n${id},२,१५/०६/२०२६\n`;
    const headers = { 'content-type': 'text/csv' };
    const joinings = await test.call({ method: 'POST', url, body, headers, token: administrator.token });
    expect(joinings.json()).toMatchObject({ recorded: 1, lines: [{ date: '2026-06-15' }] });
  });

  it('is the reason that members read, each in their own language', async () => {
    const id = await agreed(test, ring);
    await send(`agreement,order number,date\n${id},EST/1,2026-06-15\n`, '', { 'accept-language': 'hi' });
    expect(await notices(ring[0])).toEqual([expect.stringContaining('office: Order EST/1 of 15 Jun 2026.')]);
    expect(await notices(ring[0], 'hi')).toEqual([expect.stringContaining('15 जून 2026 का आदेश EST/1।')]);
  });

  it('is reported with a reason for each line that is not recorded', async () => {
    const id = await agreed(test, ring);
    await send(`agreement,order number,date\n${id},EST/1,2026-06-15\n`);
    test.clock.now = new Date(TODAY.getTime() + 4 * DAY);
    const lines = [`${id},EST/2,2026-02-30`, `${id},EST/2,2026-06-16`];
    const more = [`${id},EST/2,2026-06-17`, `${id},EST/2,2026-06-16`];
    const results = async (rows: readonly string[]) =>
      (await send(['agreement,order number,date', ...rows].join('\n'), '?preview=true')).lines.map(
        ({ result }) => result,
      );
    expect(await results([`${id},EST/1,2026-06-16`])).toEqual(['other_date']);
    expect(await results([...lines, ...more])).toEqual([
      ...['bad_date', 'needs_look', 'needs_look', 'already'],
    ]);
    const joinings = [1, 2, 3].map((seat) => `${id},${seat},2026-06-16`).join('\n');
    const body = `agreement,seat,date\n${joinings}`;
    const call = { method: 'POST', url: '/api/admin/joinings', token: administrator.token } as const;
    await test.call({ ...call, body, headers: { 'content-type': 'text/csv' } });
    expect(await results([`${id},EST/3,2026-06-16`])).toEqual(['completed']);
    const other = await agreed(test, await ringOfThree(test, 'Hindi'));
    const end = {
      url: `/api/admin/agreements/${other}/end`,
      body: { scope: 'combination', reason: 'Retired' },
    };
    await test.call({ method: 'POST', token: administrator.token, ...end });
    expect(await results([`${other},EST/3,2026-06-16`])).toEqual(['over']);
  });

  it('follows the text rules of a single order: lines with invalid texts are not recorded', async () => {
    const id = await agreed(test, ring);
    const other = await agreed(test, await ringOfThree(test, 'Hindi'));
    const lines = [
      `${other},EST/\u202E1,2026-06-15,,`,
      `${other},${'1'.repeat(81)},2026-06-15,,`,
      `${other},EST/2,2026-06-15,${'a'.repeat(121)},`,
      `${other},EST/3,2026-06-15,,"DEO\nGaya"`,
      `${other},E\u0301ST/4,2026-06-15,DEO \u202EGaya,`,
      `${id},E\u0301ST/5,2026-06-15,DEO Gaya,Gaya`,
      `${id},\u00C9ST/5,2026-06-15,,`,
    ];
    const text = ['agreement,order number,date,authority,office', ...lines].join('\n');
    expect((await send(text, '?preview=true')).lines.map(({ result }) => result)).toEqual([
      ...['bad_number', 'bad_number', 'bad_text', 'bad_text', 'bad_text', 'recorded', 'already'],
    ]);
    await send(text);
    expect((await file(id)).orders).toMatchObject([
      { number: '\u00C9ST/5', authority: 'DEO Gaya', office: 'Gaya' },
    ]);
  });

  it('is refused without its columns, with another content type, if too long, and from other users', async () => {
    const call = { method: 'POST', url: '/api/admin/orders', token: administrator.token } as const;
    const headers = { 'content-type': 'text/csv' };
    const status = async (body: string, more = {}) =>
      (await test.call({ ...call, headers, body, ...more })).statusCode;
    expect(await status('a,b\n1,2')).toBe(400);
    expect(await status('{}', { headers: { 'content-type': 'application/json' } })).toBe(415);
    const head = 'agreement,order number,date\n';
    expect(await status(head + `${UNKNOWN_ID},1,2026-06-15\n`.repeat(501))).toBe(400);
    expect(await status(`${head}${UNKNOWN_ID},,\n`)).toBe(400);
    expect(await status(head + 'x'.repeat(5 * 1_024 ** 2))).toBe(413);
    expect(await status(head, { token: ring[0].teacher.token })).toBe(403);
    expect(await status(head, { token: undefined })).toBe(401);
  });
});

describe('a file of joinings', () => {
  const send = async (body: string, query = '', more = {}) => {
    const url = `/api/admin/joinings${query}`;
    const headers = { 'content-type': 'text/csv', ...more };
    const answer = await test.call({ method: 'POST', url, body, headers, token: administrator.token });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<JoiningLines>();
  };
  const results = ({ lines }: JoiningLines) => lines.map(({ result }) => result);

  it('is previewed, then recorded, and has no effect when sent again', async () => {
    const id = await agreed(test, ring);
    await order(id);
    test.clock.now = new Date(test.clock.now.getTime() + 4 * DAY);
    const proposal = await proposed(test, await ringOfThree(test, 'Hindi'));
    const text = [
      'Agreement,Seat,Joining report,Record moved',
      `${await numberOf(id)},1,15-06-2026,yes`,
      `${id},2,2026-06-16,`,
      `${id},02,2026-06-16,`,
      `${id},2,2026-06-17,`,
      `${id},3,,`,
      `${id},4,2026-06-16,`,
      `${id},3,2026-02-30,`,
      `${proposal},1,2026-06-15,`,
      `${UNKNOWN_ID},1,2026-06-15,`,
      `${id},3,2031-01-01,`,
    ].join('\n');
    const preview = await send(text, '?preview=true');
    expect(results(preview)).toEqual([
      ...[
        'recorded',
        'needs_look',
        'already',
        'needs_look',
        'no_member',
        'bad_date',
        'not_agreed',
        'unknown',
      ],
      'far_date',
    ]);
    expect(preview.lines[3]).toMatchObject({ date: '2026-06-17', marks: ['two_days'] });
    expect((await file(id)).members.map(({ joinedOn }) => joinedOn)).toEqual([null, null, null]);
    const done = await send(text, '?accept=3');
    expect(done).toMatchObject({ preview: false, recorded: 2 });
    expect(done.lines[3]).toMatchObject({ result: 'other_day', otherDay: '2026-06-16' });
    const { members } = await file(id);
    expect(members.map(({ joinedOn }) => joinedOn)).toEqual(['2026-06-15', '2026-06-16', null]);
    expect(members.map(({ recordMovedAt }) => recordMovedAt !== null)).toEqual([true, false, false]);
    expect(await send(text)).toMatchObject({ recorded: 0 });
    await send(`agreement,seat,date\n${id},3,2026-06-17\n`);
    expect((await file(id)).state).toBe('completed');
    const corrected = `agreement,seat,date\n${id},3,2026-06-18\n`;
    expect((await send(corrected, '?preview=true')).lines[0]).toMatchObject({
      result: 'needs_look',
      marks: ['other_day'],
      otherDay: '2026-06-17',
    });
    await send(corrected, '?accept=2');
    expect((await file(id)).members[2]?.joinedOn).toBe('2026-06-18');
  });

  it('is the reason that members read, each in their own language', async () => {
    const id = await agreed(test, ring);
    await order(id);
    await send(`agreement,seat,date\n${id},1,2026-06-15\n`, '', { 'accept-language': 'hi' });
    expect(await notices(ring[1])).toEqual([
      expect.stringContaining('office: From the list of joining reports.'),
      expect.anything(),
    ]);
    const [inHindi] = await notices(ring[1], 'hi');
    expect(inHindi).toContain('योगदान प्रतिवेदनों की सूची से।');
  });

  it('does not confirm the joining day of a member outside the administrator’s districts', async () => {
    const id = await agreed(test, ring);
    await order(id);
    await send(`agreement,seat,date\n${id},1,2026-06-15\n${id},2,2026-06-15\n`);
    await test.database.db
      .updateTable('users')
      .set({ administers: [districtByName('Saran')?.code ?? ''] })
      .where('id', '=', administrator.user._id)
      .execute();
    const preview = async (seat: string, date: string) =>
      results(await send(`agreement,seat,date\n${id},${seat},${date}\n`, '?preview=true'));
    for (const date of ['2026-06-15', '2026-06-16']) expect(await preview('1', date)).toEqual(['elsewhere']);
    expect(await preview('2', '2026-06-15')).toEqual(['already']);
  });

  it.each([
    ['en', 'Joining report'],
    ['hi', 'योगदान प्रतिवेदन'],
  ])(
    'can be the exported list of agreements in %s with the joining days filled in',
    async (language, heading) => {
      const id = await agreed(test, ring);
      await order(id);
      const headers = { 'accept-language': language };
      const url = '/api/admin/agreements.csv';
      const { body } = await test.call({ url, token: administrator.token, headers });
      const [head = '', ...rows] = body.trim().split(/\r?\n/);
      const column = head.replace('\uFEFF', '').split(',').indexOf(heading);
      const filled = rows.map((row) => row.split(',').with(column, '2026-06-15').join(','));
      expect(await send([head, ...filled].join('\n'))).toMatchObject({ recorded: 3 });
      expect((await file(id)).state).toBe('completed');
    },
  );
});

it('a malformed code is refused, even with a character that the database cannot store', async () => {
  for (const code of ['%00', 'ABCD%00EFGH', '%20', 'x'.repeat(41)])
    expect((await test.call({ url: `/api/orders/${code}` })).statusCode, code).toBe(400);
});

it('codes cannot be guessed: each browser can check only a limited number', async () => {
  const limits = createLimits(test.database.db, { visitorRowsADay: 3_000 });
  const limited = await joinTestApp(test, { limits });
  const headers = { cookie: await newBrowser(limited) };
  const ask = () => limited.call({ url: '/api/orders/000000000000', address: '198.51.100.7', headers });
  const statuses = new Set<number>();
  for (let count = 0; count < 61; count++) statuses.add((await ask()).statusCode);
  expect([...statuses]).toEqual([200, 429]);
  await limited.close();
});
