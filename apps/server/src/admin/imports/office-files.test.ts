import type { StaffListReport } from '@mutual-transfer/domain/administration/imports';
import type {
  JoiningLines,
  OfficeAgreementList,
  OrderLines,
} from '@mutual-transfer/domain/administration/office-agreement';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agreed, removeEveryone } from '../../../test/testing/agreements.ts';
import { makeAdministrator, registerTeacher, type TestTeacher } from '../../../test/testing/factories.ts';
import { ringOfThree } from '../../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../../test/testing/test-app.ts';

/** Files as offices send them: staff lists, orders and joinings in their own headings, encodings, dates and mistakes. */
let test: TestApp;
let admin: TestTeacher;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const post = (kind: string, body: string | Buffer, query: string) =>
  test.call({
    method: 'POST',
    url: `/api/admin/${kind}${query}`,
    token: admin.token,
    body: body as string,
    headers: { 'content-type': 'text/csv' },
  });

async function send<Report>(kind: string, body: string | Buffer, query = '?preview=true'): Promise<Report> {
  const answer = await post(kind, body, query);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Report>();
}

const staff = (body: string | Buffer, query?: string) => send<StaffListReport>('verifications', body, query);
const orders = (body: string | Buffer, query?: string) => send<OrderLines>('orders', body, query);
const joinings = (body: string | Buffer, query?: string) => send<JoiningLines>('joinings', body, query);

describe('a staff list', () => {
  const phone = '9085552470';

  beforeAll(async () => {
    await removeEveryone(test);
    admin = await makeAdministrator(test);
    const made = await registerTeacher(test, {
      ...{ name: 'Asha Kumari', phone, district: 'Patna', postingBlock: 'Danapur' },
      ...{ desiredDistrict: 'Gaya', desiredBlock: 'Bodh Gaya' },
    });
    const body = { teacherId: 'BRT0012345' };
    const changed = await test.call({ method: 'PUT', url: '/api/auth/profile', token: made.token, body });
    expect(changed.statusCode, changed.body).toBe(200);
  });

  it.each([
    [
      'the state’s own headings',
      'District,Block,Cluster,School,Teacher Code,Teacher Name,Teacher Mobile\nPatna,Danapur,X,MS Rampur,BRT0012345,Asha Kumari,9085552470',
    ],
    [
      'a title and two lines of headings',
      'जिला शिक्षा पदाधिकारी का कार्यालय, पटना,,,\nक्र.सं.,शिक्षक विवरण,,संपर्क\n,शिक्षक का नाम,शिक्षक आईडी,मोबाइल नं.\n1,आशा कुमारी,BRT0012345,९०८५५५२४७०',
    ],
    [
      'semicolons, and empty columns at the end',
      'Sl. No.;NAME OF THE TEACHER;EMP. CODE;MOB. NO.;DISTRICT;;;\n1;ASHA KUMARI;brt 0012345;+91-90855-52470;PATNA;;;',
    ],
    [
      'a Hindi title, short forms and numbers of columns',
      '\uFEFFकार्यालय जिला शिक्षा पदाधिकारी पटना,,,,\n"शिक्षकों की सूची, नवंबर 2026",,,,\nक्र0सं0,शिक्षक का विवरण,,संपर्क,\n,शिक्षक/शिक्षिका का नाम,प्रखण्ड,मो0 नं0,अभ्युक्ति\n1,2,3,4,5\n1,श्रीमती आशा कुमारी,दानापुर,९०८५५५२४७०,\nकुल,1,,,',
    ],
    ['tabs', "S.No\tTeacher's Name\tContact No.\tDistt.\n1\tSmt. Asha Kumari\t'9085552470\tPatna (Bihar)"],
    [
      'a line of totals and numbers of columns',
      'S.No.,Teacher Name,Mobile No.\n1,2,3\n1,Asha Kumari,90855 52470\n,Total,1',
    ],
    [
      'Windows line ends and quotes',
      'SN.,District Name,Eshikshakosh ID,Teacher Name,Mobile No\r\n1,Patna,"\tBRT0012345","Asha Kumari, W/O Ravi",9085552470\r\n',
    ],
    ['a serial number and a float', 'क्रमांक,अध्यापिका का नाम,मोबाइल नम्बर\n1.0,श्रीमती आशा कुमारी,9085552470.0'],
    [
      'headings in two languages',
      'Name / नाम,Mobile No. / मोबाइल नं.,Employee ID (कर्मचारी आईडी)\nAsha Kumari,091 9085552470,BRT 0012345',
    ],
    [
      'headings that repeat on the second page',
      'Teacher Name,Mobile No.\nAsha Kumari,9085552470\nTeacher Name,Mobile No.\nNobody Here,9000000001',
    ],
    [
      'fathers’ names and other people’s numbers beside',
      'Teacher Name,Father/Husband Name,HM Mobile,Teacher Mobile No\nAsha Kumari,Ram Kumar,9111111111,Mob- 9085552470',
    ],
  ])('with %s is read', async (_what, file) => {
    const { matched, contradictions } = await staff(file);
    expect({ matched, contradictions }).toEqual({ matched: 1, contradictions: 0 });
  });

  it('in UTF-16 and in Windows-1252 is read', async () => {
    const list = 'Teacher Name,Mobile No.,Remarks\nAsha Kumari,9085552470,“ok”\n';
    const utf16 = Buffer.from(`\uFEFF${list}`, 'utf16le');
    expect((await staff(utf16)).matched).toBe(1);
    expect((await staff(Buffer.from(utf16).swap16())).matched).toBe(1);
    const old = Buffer.from(list.replace('“', '\u0093').replace('”', '\u0094'), 'latin1');
    expect((await staff(old)).matched).toBe(1);
  });

  it('accounts for every line: totals, numbers of columns and repeated headings are not read as teachers', async () => {
    const list = [
      'S.No.,Teacher Name,Mobile No.',
      '1,2,3',
      '1,Asha Kumari,9085552470',
      'S.No.,Teacher Name,Mobile No.',
      '2,Nobody Here,9000000001',
      ',Total,2',
    ].join('\n');
    const { file, rows, matched, notFound, lines } = await staff(list);
    expect({ rows, matched, notFound }).toEqual({ rows: 2, matched: 1, notFound: 1 });
    expect(file).toMatchObject({ lines: 5, skipped: 3 });
    expect(lines.map(({ line }) => line)).toEqual([5]);
  });
});

it('a staff list may have an id without the zeros that a spreadsheet took from its start', async () => {
  await removeEveryone(test);
  admin = await makeAdministrator(test);
  const { token } = await registerTeacher(test, { name: 'Ravi Ranjan', phone: '9085552471' });
  await test.call({ method: 'PUT', url: '/api/auth/profile', token, body: { teacherId: '00012346' } });
  const list = 'Teacher Name,Employee ID,Mobile\nRavi Ranjan,12346,9085552471\n';
  expect(await staff(list)).toMatchObject({ matched: 1, contradictions: 0 });
  expect(await staff(list.replace('12346', '12347'))).toMatchObject({ matched: 0, contradictions: 1 });
});

describe('orders and joinings', () => {
  /** Numbers of two agreements of three. */
  let one: string;
  let two: string;

  beforeEach(async () => {
    test.clock.now = new Date('2026-11-20T06:30:00.000Z');
    await removeEveryone(test);
    admin = await makeAdministrator(test);
    const numberOf = async (id: string) =>
      (await test.call({ url: `/api/admin/agreements/${id}`, token: admin.token })).json().number;
    one = await numberOf(await agreed(test, await ringOfThree(test, 'Urdu')));
    two = await numberOf(await agreed(test, await ringOfThree(test, 'Hindi')));
    test.clock.now = new Date('2026-11-28T06:30:00.000Z');
    admin = await makeAdministrator(test);
  });

  const look = ({ lines }: OrderLines | JoiningLines) =>
    lines.map(({ line, result, marks }) => [line, result, ...marks]);

  it.each([
    ['28.11.2026', '2026-11-28'],
    ['2026/11/28', '2026-11-28'],
    ['28-Nov-26', '2026-11-28'],
    ['28/11/26', '2026-11-28'],
    ['28 Nov 2026', '2026-11-28'],
    ['28 नवंबर 2026', '2026-11-28'],
    ['28 नव० 2026', '2026-11-28'],
    ['२८-११-२०२६', '2026-11-28'],
    ['46354', '2026-11-28'],
    ['Dated 28.11.2026', '2026-11-28'],
    ['दिनांक 28.11.2026', '2026-11-28'],
    ['28.11.2026 ई0', '2026-11-28'],
  ])('with the day written %j are read', async (typed, day) => {
    const found = await orders(`Group No.,Order No.,Date of Order\n${one},DEO/7,"${typed}"\n`);
    expect(found.lines[0]).toMatchObject({ date: day, result: 'recorded', marks: [] });
    const short = await orders(`Group No.,"Office Order No.\nand Memo",Ord. Dt.\n${one},DEO/7,"${typed}"\n`);
    expect(short.lines[0]).toMatchObject({ date: day, result: 'recorded' });
    const list = `Group No.,Seat,Date of Joining\n${one},1,"${typed}"\n`;
    expect((await joinings(list)).lines[0]).toMatchObject({ date: day, marks: ['no_order'] });
  });

  it('below a title, in Hindi, with totals and merged cells: a row without a group has the one above it, and is looked at', async () => {
    const list = [
      'कार्यालय आदेश,,,,',
      'क्र.,समूह संख्या,सीट,आदेश संख्या,आदेश की तिथि',
      `1,${one},1,प०/१२,20.11.2026`,
      '2,,2,प०/१२,20.11.2026',
      '3,,3,प०/१२,20.11.2026',
      'कुल,,,,3',
    ].join('\n');
    const report = await orders(list);
    expect(look(report)).toEqual([
      [3, 'recorded'],
      [4, 'needs_look', 'group_above'],
      [5, 'needs_look', 'group_above'],
    ]);
    expect(report.file).toMatchObject({ headingLine: 2, lines: 4, skipped: 1 });
    expect((await orders(list, '?accept=4,5')).recorded).toBe(3);
  });

  it('of files with mixed line ends, months first, changed numbers and our own export', async () => {
    const mixed = await orders(
      `agreement,order number,date,remark\r\n${one},M/1,2026-11-20,ok\n${two},M/2,2026-11-20,ok\n`,
    );
    expect(look(mixed)).toEqual([
      [2, 'recorded'],
      [3, 'recorded'],
    ]);
    const monthFirst = await orders(
      `agreement,order number,date\n${one},OFF/1,11/20/2026\n${two},OFF/2,11/5/2026\n`,
    );
    expect(look(monthFirst)).toEqual([
      [2, 'needs_look', 'month_first'],
      [3, 'needs_look', 'month_first', 'before_agreement'],
    ]);
    await orders(`agreement,order number,date\n${one},12/2026,20-11-2026\n${two},-5/2026,2026-11-20\n`, '');
    const changed = await orders(`agreement,order number,date\n${one},Dec-26,20-11-2026\n`);
    expect(look(changed)).toEqual([[2, 'needs_look', 'changed_number', 'other_number']]);
    const own = await orders(`agreement,order number,date\n${two},'-5/2026,2026-11-20\n`);
    expect(look(own)).toEqual([[2, 'already']]);
  });

  it('of joinings name the member by the seat, or by a name that one member has', async () => {
    const found = await test.call({ url: `/api/admin/agreements?search=${one}`, token: admin.token });
    const { agreements } = found.json<OfficeAgreementList>();
    const first = agreements[0]?.members[0]?.teacher?.name ?? '';
    const list = [
      'Group,Teacher Name,Joining Date',
      `${one},SMT. ${first.toUpperCase()},28-11-2026`,
      `${one},Nobody Here,28-11-2026`,
    ];
    const other = await joinings(`Group,Seat,Teacher Name,Joining Date\n${one},2,${first},28-11-2026\n`);
    expect(look(other)).toEqual([[2, 'needs_look', 'other_name', 'no_order']]);
    const report = await joinings(list.join('\n'));
    expect(report.lines.map(({ member, result }) => [member, result])).toEqual([
      [first, 'needs_look'],
      [null, 'no_member'],
    ]);
    const refused = await post('joinings', `Group,Joining Date\n${one},28-11-2026\n`, '?preview=true');
    expect([refused.statusCode, refused.json().fields.file]).toEqual([
      400,
      'The file has no column “seat / सीट” / “employee id / कर्मचारी आईडी” / “teacher name / शिक्षक का नाम”. Its headings are: “Group”, “Joining Date”.',
    ]);
  });

  it('name the group by its number in any writing', async () => {
    const spaced = `${one.slice(0, 4)} ${one.slice(4)}`.toLowerCase();
    for (const name of [one, spaced, `'${one}`, `"=""${one}"""`, `Group ${one}`, `समूह ${one}`])
      expect((await orders(`समूह,आदेश सं०,दिनांक\n${name},A/1,20-11-2026\n`)).lines[0]).toMatchObject({
        group: one,
        result: 'recorded',
      });
  });
});
