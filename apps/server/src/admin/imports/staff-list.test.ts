import { createHash } from 'node:crypto';
import type { StaffListReport } from '@mutual-transfer/domain/administration/imports';
import type { Problem } from '@mutual-transfer/domain/problem';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  makeAdministrator,
  postRequest,
  registerTeacher,
  type TestTeacher,
} from '../../../test/testing/factories.ts';
import { administratorTest } from '../../../test/testing/fixtures.ts';
import { withLimits } from '../../../test/testing/limited-app.ts';
import { waitingForLocks } from '../../../test/testing/locks.ts';

const { test, administrator: admin } = await administratorTest();

async function send(text: string, query = '', headers: Record<string, string> = {}) {
  return test.call({
    method: 'POST',
    url: `/api/admin/verifications${query}`,
    token: admin.token,
    body: text,
    headers: { 'content-type': 'text/csv', ...headers },
  });
}

async function report(text: string, query = ''): Promise<StaffListReport> {
  const response = await send(text, query);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<StaffListReport>();
}

it('a body of another type is 415, with a sentence that asks for CSV', async () => {
  const refused = await send('{}', '', { 'content-type': 'application/json' });
  expect([refused.statusCode, refused.json<Problem>().message]).toEqual([
    415,
    'Please send a CSV file, with the content type text/csv.',
  ]);
});

const countsOf = ({ matched, alreadyVerified, contradictions, notFound }: StaffListReport) => ({
  matched,
  alreadyVerified,
  contradictions,
  notFound,
});

async function teacher(name: string, teacherId: string | null, fields: object = {}): Promise<TestTeacher> {
  const registered = await registerTeacher(test, { name, ...fields });
  const body = { teacherId };
  await test.call({ method: 'PUT', url: '/api/auth/profile', token: registered.token, body });
  return registered;
}

async function isVerified({ user }: TestTeacher): Promise<boolean | undefined> {
  const found = await test.call({ url: `/api/admin/users?search=${user.email}`, token: admin.token });
  const [first] = found.json().users;
  return first && 'isVerified' in first ? first.isVerified : undefined;
}

describe('a staff list', () => {
  it('verifies no teacher whose name is changed while the list is compared', async () => {
    const changing = await teacher('Rekha Sinha', 'br-150');
    const client = await test.database.pool.connect();
    await client.query('begin');
    await client.query("update users set name = 'Another Name' where id = $1", [changing.user._id]);
    const sent = report('Employee ID,Name\nBR-150,Rekha Sinha');
    await expect.poll(() => waitingForLocks(test.database)).toBe(1);
    await client.query('commit');
    client.release();
    expect(countsOf(await sent)).toMatchObject({ matched: 0, contradictions: 1 });
    expect(await isVerified(changing)).toBe(false);
  });

  it.each(['en', 'hi'])('can be the list of teachers that the product exports in %s', async (language) => {
    const registered = await teacher('Nutan Kumari', `br-17${language}`);
    const headers = { 'accept-language': language };
    const url = `/api/admin/users.csv?search=${registered.user.email}`;
    const { body } = await test.call({ url, token: admin.token, headers });
    expect(countsOf(await report(body, '?preview=true'))).toMatchObject({ matched: 1, contradictions: 0 });
  });

  it('is previewed, then verifies the teachers in it, and has no effect when sent again', async () => {
    const byId = await teacher('Asha Kumari', 'br-100');
    const byPhone = await registerTeacher(test, { name: 'Ravi Ranjan' });
    const { request } = await postRequest(test, byId, {});
    const list = [
      'Sl,Employee ID,Name,Mobile,School,District',
      '1,BR-100,कुमारी आशा,,Any School,गया',
      `2,,Ravi Ranjan,+91 ${byPhone.user.phone},,`,
      '3,BR-999,Nobody Here,9000000001,,Patna',
    ].join('\n');

    const preview = await report(list, '?preview=true');
    expect(preview).toMatchObject({
      preview: true,
      rows: 3,
      fileHash: createHash('sha256').update(list).digest('hex'),
      lines: [{ line: 4, outcome: 'notFound', name: 'Nobody Here', user: null, differs: [] }],
    });
    expect(countsOf(preview)).toEqual({ matched: 2, alreadyVerified: 0, contradictions: 0, notFound: 1 });
    expect([await isVerified(byId), await isVerified(byPhone)]).toEqual([false, false]);

    const source = `?source=${encodeURIComponent('DEO Gaya, 1 June')}`;
    expect(countsOf(await report(list, source))).toEqual(countsOf(preview));
    expect([await isVerified(byId), await isVerified(byPhone)]).toEqual([true, true]);
    const listed = await test.database.db
      .selectFrom('requests')
      .select('owner_verified')
      .where('id', '=', request._id)
      .executeTakeFirstOrThrow();
    expect(listed.owner_verified).toBe('yes');

    expect(countsOf(await report(list, '?preview=true'))).toEqual({
      matched: 0,
      alreadyVerified: 2,
      contradictions: 0,
      notFound: 1,
    });
    await report(list, source);
    const audit = await test.call({ url: '/api/admin/audit?action=verification.list', token: admin.token });
    const [, first] = audit.json().entries;
    expect(first?.details).toMatchObject({ source: 'DEO Gaya, 1 June', verified: 2, rows: 3 });
    const page = await test.call({ url: `/api/admin/users/${byId.user._id}`, token: admin.token });
    expect(page.json().verification).toMatchObject({
      how: 'administrator',
      note: `DEO Gaya, 1 June (${preview.fileHash.slice(0, 12)})`,
    });
  });

  it('is reported with the reason for which a row cannot be searched', async () => {
    const list = [
      'employee id,name,phone',
      ',Kiran Gupta,8.92E+09',
      'B-1,Kiran Gupta,12345',
      ',Kiran Gupta,',
      'B-1,Kiran Gupta,',
    ].join('\n');
    const { lines } = await report(list, '?preview=true');
    expect(lines.map(({ differs }) => differs)).toEqual([
      ...[['unreadablePhone'], ['unreadablePhone'], ['noKey'], []],
    ]);
  });

  it('is reported with the facts that contradict accounts, and does not verify those accounts', async () => {
    const stranger = await teacher('False Name', 'C-1');
    const moved = await teacher('Meena Devi', 'C-2', { district: 'Gaya', postingBlock: 'Bodh Gaya' });
    const twice = await teacher('Same Name', 'C-3');
    const again = await teacher('Same Name', 'c-3');
    const list = [
      'employee_id;name;phone;district',
      'C-1;True Name;9000000002;',
      'C-2;Meena Devi;;Patna',
      'C-3;Same Name;;',
      `;Meena Devi;${moved.user.phone};Gaya`,
      `C-2;Meena Devi;${moved.user.phone};Gaya`,
    ].join('\r\n');
    const { lines, ...counts } = await report(list);
    expect(counts).toMatchObject({ matched: 1, contradictions: 4 });
    expect(lines.map(({ line, differs }) => [line, differs])).toEqual([
      [2, ['name', 'phone']],
      [3, ['district']],
      [4, ['several']],
      [6, ['repeated']],
    ]);
    const verified = [stranger, moved, twice, again].map(isVerified);
    expect(await Promise.all(verified)).toEqual([false, true, false, false]);
  });

  it('verifies none of the teachers to whom it gives one employee id, and marks their rows', async () => {
    const first = await registerTeacher(test, { name: 'Asha Sinha' });
    const second = await registerTeacher(test, { name: 'Ravi Sinha' });
    const list = [
      'employee id,name,phone',
      `E-1,Asha Sinha,${first.user.phone}`,
      `e-1,Ravi Sinha,${second.user.phone}`,
    ].join('\n');
    const { lines, ...counts } = await report(list);
    expect(counts).toMatchObject({ matched: 0, contradictions: 2 });
    expect(lines.map(({ line, differs }) => [line, differs])).toEqual([
      [2, ['sharedId']],
      [3, ['sharedId']],
    ]);
    expect(await Promise.all([first, second].map(isVerified))).toEqual([false, false]);
  });

  it('is read by the headings of the state’s own files; titles are no part of a name, and another name can be accepted', async () => {
    const [first, second] = [await teacher('Rukmini Devi', 'z-1'), await teacher('Mohammad Salim', 'z-2')];
    const third = await teacher('Nirmala Sinha', 'z-3');
    const list = [
      'Sl No,Teacher Code*,Name Of Teacher,Teacher Mobile,Remarks',
      `1,Z-1,SMT. RUKMINI DEVI,${first.user.phone}.0,\uFFFD`,
      '2,Z-2,Md. Salim,9.08E+09,',
      '3,Z-3,Nirmala Kumari,,',
      '4,Z-9,UMS "Balika",,',
    ].join('\r\n');
    const { lines, file, ...counts } = await report(list, '?preview=true');
    expect(counts).toMatchObject({ matched: 2, contradictions: 1, unreadable: 1 });
    expect(file.notRead).toEqual(['Sl No', 'Remarks']);
    expect(lines.map(({ line, differs, canAccept }) => [line, differs, canAccept])).toEqual([
      [4, ['name'], true],
      [5, ['wrong_quote'], false],
    ]);
    expect(countsOf(await report(list, '?accept=4'))).toMatchObject({ matched: 3, contradictions: 0 });
    expect(await Promise.all([first, second, third].map(isVerified))).toEqual([true, true, true]);
  });

  it('does not match inactive accounts', async () => {
    const inactive = await teacher('Old Account', 'D-1');
    await test.call({
      method: 'PUT',
      url: `/api/admin/users/${inactive.user._id}/toggle-status`,
      token: admin.token,
      body: {},
    });
    const list = `employee id,name,phone\nD-1,Old Account,${inactive.user.phone}\n`;
    expect(countsOf(await report(list))).toMatchObject({ matched: 0, notFound: 1 });
  });

  it('is refused without rows or names, with an unknown parameter, as JSON, and if too large', async () => {
    const bad = [await send('name'), await send('phone\n9000000003'), await send('name\nA', '?dry=true')];
    expect(bad.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400]);
    expect(bad[0]?.json<Problem>().fields).toEqual({ file: 'The file has no rows below its head.' });
    const json = await send('{}', '', { 'content-type': 'application/json' });
    expect(json.statusCode).toBe(415);
    expect((await send('x'.repeat(4 * 1024 ** 2 + 1))).statusCode).toBe(413);
  });

  it(
    'costs as much of the read budget as thirty reads',
    withLimits(async (limited) => {
      const { token } = await makeAdministrator(limited);
      const previewed = await limited.call({
        method: 'POST',
        url: '/api/admin/verifications?preview=true',
        token,
        body: 'name,phone\nA,9000000003',
        headers: { 'content-type': 'text/csv' },
      });
      expect(previewed.headers.ratelimit).toMatch(/^"account";r=1470;/);
    }),
  );

  it('is refused with a cell that takes long to normalise, in a sentence that names its line', async () => {
    const marks = `a${'\u0301\u0323'.repeat(50_000)}`;
    const list = 'name,employee id\nAsha Kumari,D-2\n';
    const long = (line: number) => `Line ${line} has a cell of more than 500 characters. Please shorten it.`;
    for (const [file, sentence] of [
      [`${list}${marks},D-3`, long(3)],
      [`${list}Ravi Ranjan,${marks}`, long(3)],
      [`${marks},${list}`, long(1)],
      [
        `${list}${marks.slice(0, 100)},D-3`,
        'Line 3 has a cell with too many accents or vowel signs in a row.',
      ],
    ] as const) {
      const refused = await send(file, '?preview=true');
      expect(refused.statusCode).toBe(400);
      expect(refused.json<Problem>().fields?.file).toContain(sentence);
    }
  });
});

it('a row states the employee id of a teacher who has stated none, and a row to correct is repeated as the list has it', async () => {
  const one = await teacher('Meera Devi Paswan', null);
  const other = await teacher('Suman Lata Singh', 'BR777');
  const list = [
    'employee id,name,phone,district',
    `br 1204,Meera Devi Paswan,${one.user.phone},`,
    `BR 778,Suman Lata Singh,+91 ${other.user.phone},Gaya`,
  ].join('\n');
  const preview = await report(list, '?preview=true');
  expect(preview.lines).toMatchObject([
    {
      ...{ line: 3, outcome: 'contradiction', differs: ['employeeId'], name: 'Suman Lata Singh' },
      listed: { employeeId: 'BR 778', number: `+91 ${other.user.phone}`, district: 'Gaya' },
    },
  ]);
  const idOf = async ({ user }: TestTeacher) =>
    (await test.call({ url: `/api/admin/users/${user._id}`, token: admin.token })).json().user.teacherId;
  expect(await idOf(one)).toBeNull();
  await report(list);
  expect([await idOf(one), await idOf(other)]).toEqual(['BR1204', 'BR777']);
  await report(list);
  const stated = await test.database.db
    .selectFrom('audit_log')
    .select(['subject_id', sql<string[]>`details -> 'changed'`.as('changed')])
    .where('action', '=', 'user.correct')
    .where('subject_id', 'in', [one.user._id, other.user._id])
    .execute();
  expect(stated).toEqual([{ subject_id: one.user._id, changed: ['teacherId'] }]);
  const again = await report(`employee id,name\nBR1204,Meera Devi Paswan\n`);
  expect(countsOf(again)).toMatchObject({ alreadyVerified: 1, notFound: 0 });
});
