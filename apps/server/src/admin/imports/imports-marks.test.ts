import type { JoiningLines, OrderLines } from '@mutual-transfer/domain/administration/office-agreement';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agreed, removeEveryone, withRelieving } from '../../../test/testing/agreements.ts';
import { makeAdministrator, type TestTeacher } from '../../../test/testing/factories.ts';
import { ringOfThree } from '../../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../../test/testing/test-app.ts';

const TODAY = new Date('2026-06-15T06:30:00.000Z');

let test: TestApp;
let administrator: TestTeacher;
/** Two agreements of three, agreed on 10 June. */
let first: string;
let second: string;

beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  test.clock.now = new Date('2026-06-10T06:30:00.000Z');
  await removeEveryone(test);
  administrator = await makeAdministrator(test);
  first = await agreed(test, await ringOfThree(test, 'Urdu'));
  second = await agreed(test, await ringOfThree(test, 'Hindi'));
  test.clock.now = TODAY;
});
afterAll(() => test.close());

async function send<Report>(kind: 'orders' | 'joinings', body: string | Buffer, query = ''): Promise<Report> {
  const answer = await test.call({
    method: 'POST',
    url: `/api/admin/${kind}${query}`,
    body: body as string,
    token: administrator.token,
    headers: { 'content-type': 'text/csv' },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Report>();
}

const orders = (rows: readonly string[], query = '', head = 'group,order no.,date of order,seat') =>
  send<OrderLines>('orders', [head, ...rows].join('\n'), query);
const joinings = (rows: readonly string[], query = '') =>
  send<JoiningLines>('joinings', ['group no,seat,joining date', ...rows].join('\n'), query);
const look = ({ lines }: OrderLines | JoiningLines) =>
  lines.map(({ line, result, marks }) => [line, result, ...marks]);
const file = async (id: string) => {
  const answer = await test.call({ url: `/api/admin/agreements/${id}`, token: administrator.token });
  return answer.json();
};
const ordersOf = async (id: string) =>
  (await file(id)).orders.map(({ number, seats }: { number: string; seats: number[] }) => [number, seats]);

describe('a row of a file of orders', () => {
  it('concerns its seat; rows of one number and day make one order', async () => {
    const rows = [`${first},BGP/4,2026-06-12,1`, `${first},BGP/4,12-Jun-26,3`, `${second},BGP/4,12.06.2026,`];
    const done = await orders(rows);
    expect(look(done)).toEqual([
      [2, 'recorded'],
      [3, 'recorded'],
      [4, 'recorded'],
    ]);
    expect(done.lines.map(({ members }) => members.length)).toEqual([1, 1, 3]);
    expect(await ordersOf(first)).toEqual([['BGP/4', [1, 3]]]);
    expect(await ordersOf(second)).toEqual([['BGP/4', [1, 2, 3]]]);
    expect(look(await orders(rows))).toEqual([
      [2, 'already'],
      [3, 'already'],
      [4, 'already'],
    ]);
    expect(look(await orders([`${first},BGP/4,2026-06-12,2.0`]))).toEqual([[2, 'recorded']]);
    expect(await ordersOf(first)).toEqual([['BGP/4', [1, 2, 3]]]);
  });

  it('needs a look with another number in its group, and is recorded once it is accepted', async () => {
    const rows = [
      `${first},BGP/4,2026-06-12,1`,
      `${first},KTR/9,2026-06-12,2`,
      `${second},BGP/5,2026-06-12,`,
    ];
    expect(look(await orders(rows, '?preview=true'))).toEqual([
      [2, 'needs_look', 'two_numbers'],
      [3, 'needs_look', 'two_numbers'],
      [4, 'recorded'],
    ]);
    const done = await orders(rows, '?accept=3');
    expect([done.recorded, look(done)]).toEqual([
      2,
      [
        [2, 'needs_look', 'two_numbers'],
        [3, 'recorded'],
        [4, 'recorded'],
      ],
    ]);
    expect(await ordersOf(first)).toEqual([['KTR/9', [2]]]);
  });

  it('needs a look if the file has another day of the same number and group, and is not recorded beside it', async () => {
    const rows = [`${first},BGP/8,2026-06-12,`, `${first},bgp/ 8,2026-06-13,`];
    expect(look(await orders(rows))).toEqual([
      [2, 'needs_look', 'two_days'],
      [3, 'needs_look', 'two_days'],
    ]);
    expect(look(await orders(rows, '?accept=2,3'))).toEqual([
      [2, 'recorded'],
      [3, 'other_date'],
    ]);
    expect(await ordersOf(first)).toEqual([['BGP/8', [1, 2, 3]]]);
  });

  it('concerns the teacher whom it names, and needs a look if another one has the seat', async () => {
    const names = (await file(first)).members.map(({ teacher }) => teacher?.name);
    const rows = [
      `${first},BGP/4,2026-06-12,,Smt. ${names[1]}`,
      `${first},BGP/4,2026-06-12,3,${names[0]}`,
      `${first},BGP/4,2026-06-12,,Nobody Here`,
      `${first},BGP/4,2026-06-12,1,???? ?????`,
    ];
    const done = await orders(rows, '', 'group,order no.,date of order,seat,teacher');
    expect(look(done)).toEqual([
      [2, 'recorded'],
      [3, 'needs_look', 'other_name'],
      [4, 'no_member'],
      [5, 'recorded'],
    ]);
    expect(await ordersOf(first)).toEqual([['BGP/4', [1, 2]]]);
  });

  it('concerns the teacher whose employee id it has, whatever a spreadsheet did to its zeros', async () => {
    const { members } = await file(first);
    for (const [index, teacherId] of ['007', 'BRT 0012', 'BRT 0013'].entries())
      await test.database.db
        .updateTable('users')
        .set({ teacher_id: teacherId })
        .where('id', '=', members[index]?.teacher?._id ?? '')
        .execute();
    const rows = [
      `${first},BGP/4,2026-06-12,,7`,
      `${first},BGP/4,2026-06-12,,brt0012`,
      `${first},BGP/4,2026-06-12,3,BRT0012`,
      `${first},BGP/4,2026-06-12,,BRT9999`,
    ];
    const done = await orders(rows, '', 'group,order no.,date of order,seat,employee id');
    expect(look(done)).toEqual([
      [2, 'recorded'],
      [3, 'recorded'],
      [4, 'needs_look', 'other_id'],
      [5, 'no_member'],
    ]);
    expect(await ordersOf(first)).toEqual([['BGP/4', [1, 2]]]);
    const body = `group,employee id,joining date\n${first},BRT0013,2026-06-14\n`;
    const report = await send<JoiningLines>('joinings', body, '?preview=true');
    expect(report.lines[0]?.member).toBe(members[2]?.teacher?.name);
    await test.database.db
      .updateTable('users')
      .set({ teacher_id: 'BRT0013' })
      .where('id', '=', members[1]?.teacher?._id ?? '')
      .execute();
    const ofTwo = await send<JoiningLines>('joinings', body, '?preview=true');
    expect(ofTwo.lines.map(({ result }) => result)).toEqual(['no_member']);
  });

  it('extends the order whose number is written otherwise', async () => {
    await orders([`${first},BGP/9,2026-06-12,Seat 1`]);
    await orders([`${first},B.G.P. / ९,2026-06-12,2.`]);
    expect(await ordersOf(first)).toEqual([['BGP/9', [1, 2]]]);
  });

  it('needs a look if the number is that of another group, of a later day, or of a day before the agreement', async () => {
    await orders([`${first},BGP/7,2026-06-12,`]);
    expect(
      look(
        await orders(
          [
            `${second},bgp / 7,2026-06-13,1`,
            `${second},bgp/7,2026-06-13,seat 9`,
            `${first},BGP/7,2026-06-12,`,
          ],
          '?preview=true',
        ),
      ),
    ).toEqual([
      [2, 'needs_look', 'number_elsewhere'],
      [3, 'no_member'],
      [4, 'already'],
    ]);
    expect(look(await orders([`${second},X/1,2026-06-16,`], '?preview=true'))).toEqual([
      [2, 'needs_look', 'future'],
    ]);
    expect(look(await orders([`${second},X/1,9 June 2026,`], '?preview=true'))).toEqual([
      [2, 'needs_look', 'before_agreement'],
    ]);
  });

  it('needs a look with a number that a spreadsheet has changed', async () => {
    await orders([`${first},1/2026,2026-06-12,`]);
    for (const number of ['Jan-26', '05-Mar', 'Feb-2026', '2.02606E+11', '01-01-2026', '2026-03-01'])
      expect(look(await orders([`${first},${number},12-06-2026,`], '?preview=true'))).toEqual([
        [2, 'needs_look', 'changed_number', 'other_number'],
      ]);
  });

  it('is never read with the day first in a file of which a day has the month first', async () => {
    const rows = [`${first},A/1,06/14/2026,`, `${second},A/2,6/12/2026,`];
    const preview = await orders(rows, '?preview=true');
    expect(look(preview)).toEqual([
      [2, 'needs_look', 'month_first'],
      [3, 'needs_look', 'month_first'],
    ]);
    expect(preview.lines.map(({ date, typedDate }) => [date, typedDate])).toEqual([
      ['2026-06-14', '06/14/2026'],
      ['2026-06-12', '6/12/2026'],
    ]);
    expect((await orders(rows)).recorded).toBe(0);
    expect((await orders(rows, '?accept=2,3')).recorded).toBe(2);
  });

  it.each([
    ['en', 'Order', 'Takes the place of'],
    ['hi', 'आदेश संख्या', 'किसका स्थान लेते हैं'],
  ])(
    'has its own order when the list exported in %s is sent back, whatever the spreadsheet put before it',
    async (language, heading, other) => {
      await orders([`${first},=7/26,2026-06-12,`, `${second},+8/26,2026-06-12,2`]);
      const headers = { 'accept-language': language };
      const list = await test.call({ url: '/api/admin/agreements.csv', token: administrator.token, headers });
      const report = await send<OrderLines>('orders', list.body);
      expect(report.recorded).toBe(0);
      expect(report.lines.map(({ result }) => result)).toEqual(['already', 'already', 'already', 'already']);
      expect(report.file).toMatchObject({ lines: 6, skipped: 2 });
      expect(report.file.readAs).toContainEqual({ heading, column: 'number' });
      expect(report.file.notRead).toContain(other);
    },
  );

  it('is read in UTF-16, with lines that end in several ways, and below a title; a wrong quotation mark damages one line', async () => {
    const text = [
      'आदेशों की सूची\r\n',
      'समझौता संख्या\tआदेश सं.\tआदेश की तिथि\tटिप्पणी\r\n',
      `${first}\tप-१/२६\t12-06-2026\tok\n`,
      `${first}\tप-२/२६\t12-06-2026\tथाना "मुख्य"\n`,
      `${second}\tप-३/२६\t46184\t\r`,
    ].join('');
    const report = await send<OrderLines>('orders', Buffer.from(`\uFEFF${text}`, 'utf16le'), '?preview=true');
    expect(report.lines.map(({ line, number, date, result }) => [line, number, date, result])).toEqual([
      [3, 'प-१/२६', '2026-06-12', 'recorded'],
      [4, 'प-२/२६', '2026-06-12', 'wrong_quote'],
      [5, 'प-३/२६', '2026-06-11', 'recorded'],
    ]);
    expect(report.file).toMatchObject({ headingLine: 2, lines: 3, notRead: ['टिप्पणी'] });
  });
});

describe('a row of a file of joinings', () => {
  it('needs a look if the file has another day for the member', async () => {
    await orders([`${first},A/1,2026-06-12,`]);
    const rows = [`${first},1,2026-06-13`, `${first},1,2026-06-14`, `${first},2,2026-06-14`];
    expect(look(await joinings(rows))).toEqual([
      [2, 'needs_look', 'two_days'],
      [3, 'needs_look', 'two_days'],
      [4, 'recorded'],
    ]);
    expect(look(await joinings(rows, '?accept=3'))).toEqual([
      [2, 'needs_look', 'two_days', 'other_day'],
      [3, 'recorded'],
      [4, 'already'],
    ]);
  });

  it('needs a look without a relieving, if the season has relieving as a step', async () => {
    const { db } = test.database;
    await orders([`${first},A/1,2026-06-12,`]);
    const at = TODAY;
    await withRelieving(test, first);
    const step = {
      agreement_id: first,
      kind: 'relieved' as const,
      reason: null,
      words: null,
      happened_at: at,
    };
    const { members } = await file(first);
    await db
      .insertInto('agreement_steps')
      .values({ ...step, id: newId(), user_id: members[1]?.teacher?._id ?? null })
      .execute();
    expect(look(await joinings([`${first},1,2026-06-13`, `${first},2,2026-06-13`], '?preview=true'))).toEqual(
      [
        [2, 'needs_look', 'not_relieved'],
        [3, 'recorded'],
      ],
    );
  });

  it('has the day of the column for it, in a file that also has one for the number of the report', async () => {
    await orders([`${first},A/1,2026-06-12,`]);
    const body = `group,seat,Joining report,Date of joining\n${first},1,JR/17,2026-06-13\n`;
    const report = await send<JoiningLines>('joinings', body, '?preview=true');
    expect(look(report)).toEqual([[2, 'recorded']]);
    expect(report.lines[0]?.date).toBe('2026-06-13');
    expect(report.file.notRead).toEqual(['Joining report']);
  });

  it('with a seat is read although a spreadsheet has lost the letters of the name', async () => {
    await orders([`${first},A/1,2026-06-12,`]);
    const body = `group,seat,teacher,joining report\n${first},1,???? ?????,2026-06-13\n${first},,???? ?????,2026-06-13\n`;
    const report = await send<JoiningLines>('joinings', body, '?preview=true');
    expect(look(report)).toEqual([
      [2, 'recorded'],
      [3, 'lost_letters'],
    ]);
  });

  it('is refused for a day that has not come, and needs a look without an order and before the order or the agreement', async () => {
    await orders([`${first},A/1,2026-06-13,1`]);
    const rows = [
      `${first},1,16 Jun 2026`,
      `${first},2,2026-06-14`,
      `${second},1,2026-06-09`,
      `${second},3,2026-06-15`,
    ];
    expect(look(await joinings([...rows, `${first},1,12-6-26`], '?preview=true'))).toEqual([
      [2, 'future'],
      [3, 'needs_look', 'no_order'],
      [4, 'needs_look', 'no_order', 'before_agreement'],
      [5, 'needs_look', 'no_order'],
      [6, 'needs_look', 'two_days', 'before_order'],
    ]);
    expect((await joinings(rows)).recorded).toBe(0);
    const done = await joinings(rows, '?accept=2,3');
    expect([done.recorded, look(done)[0]]).toEqual([1, [2, 'future']]);
    expect((await file(first)).members.map(({ joinedOn }: { joinedOn: string | null }) => joinedOn)).toEqual([
      null,
      '2026-06-14',
      null,
    ]);
  });

  it('is refused if its note about the service record is neither yes nor no, and read with either', async () => {
    await orders([`${first},A/1,2026-06-12,`, `${second},A/2,2026-06-12,`]);
    const notes = ['under process', 'No', 'लंबित', 'Done', '✓', '14-06-2026'];
    const rows = notes.map(
      (note, index) => `${index < 3 ? first : second},${(index % 3) + 1},2026-06-14,${note}`,
    );
    const report = await send<JoiningLines>(
      'joinings',
      `group,seat,joining date,record moved\n${rows.join('\n')}`,
    );
    expect(report.lines.map(({ result }) => result)).toEqual([
      'unclear_moved',
      ...notes.slice(1).map(() => 'recorded'),
    ]);
    const moved = (await file(second)).members.map((one) => one.recordMovedAt !== null);
    expect(moved).toEqual([true, true, true]);
  });

  it('is read by a seat and not by the number of the row', async () => {
    const body = `क्रम संख्या,समूह,स्थान,योगदान तिथि\n1,${first},3,2026-06-14\n`;
    const report = await send<JoiningLines>('joinings', body, '?preview=true');
    expect(report.file.notRead).toEqual(['क्रम संख्या']);
    const members = (await file(first)).members;
    expect(report.lines[0]?.member).toBe(members[2].teacher?.name);
  });
});

it('an agreement has one number: in lists, files and papers, typed in any way, beside its id', async () => {
  const { number } = await file(first);
  expect(number).toMatch(/^G[2346789BCDFGHJKMNPQRTVWXY]{7}$/);
  const typed = `${number.slice(0, 4)}-${number.slice(4)}`.toLowerCase();
  for (const name of [number, typed, first, first.toUpperCase()])
    expect((await orders([`${name},A/1,2026-06-13,1`], '?preview=true')).lines[0]).toMatchObject({
      id: first,
      group: number,
    });
  const csv = await test.call({ url: '/api/admin/agreements.csv', token: administrator.token });
  expect(csv.body).toContain(`\n${number},`);
});

it('a file of which nothing can be used is refused with its headings', async () => {
  const refused = async (kind: string, body: string) => {
    const answer = await test.call({
      method: 'POST',
      url: `/api/admin/${kind}?preview=true`,
      body,
      token: administrator.token,
      headers: { 'content-type': 'text/csv' },
    });
    return [answer.statusCode, answer.json().fields.file];
  };
  expect(await refused('orders', `Agreement,Order date,Remarks\n${first},2026-06-12,9`)).toEqual([
    400,
    'The file has no column “order number / आदेश संख्या”. Its headings are: “Agreement”, “Order date”, “Remarks”.',
  ]);
  expect(await refused('joinings', `Agreement,Seat,Joining report\n${first},1,\n`)).toEqual([
    400,
    'No row of the file can be used. Its headings are: “Agreement”, “Seat”, “Joining report”.',
  ]);
  expect(await refused('verifications', 'Name of teacher,School\nAsha,UMS Rampur')).toEqual([
    400,
    'The file has no column “employee id / कर्मचारी आईडी” / “phone / मोबाइल”. Its headings are: “Name of teacher”, “School”.',
  ]);
});
