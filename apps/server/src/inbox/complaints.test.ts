import type { Acknowledgement } from '@mutual-transfer/domain/administration/complaint';
import type { OpenWorkCounts } from '@mutual-transfer/domain/administration/open-work';
import type { ReportList } from '@mutual-transfer/domain/administration/report';
import { MILLISECONDS_AN_HOUR } from '@mutual-transfer/domain/constants';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  makeAdministrator,
  registerTeacher,
  solveCaptcha,
  type TestTeacher,
} from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { createLimits } from '../platform/limits.ts';

let test: TestApp;
let administrator: TestTeacher;

beforeAll(async () => {
  test = await startTestApp(({ db }) => ({ limits: createLimits(db, { visitorRowsADay: 3_000 }) }));
});
beforeEach(async () => {
  await test.settled();
  await test.database.db.deleteFrom('users').execute();
  await test.database.db.deleteFrom('reports').execute();
  await test.database.db.deleteFrom('rate_limits').execute();
  administrator = await makeAdministrator(test);
});
afterAll(() => test.close());

const fromVisitor = async (body: object = {}, address = '198.51.100.7') =>
  test.call({
    method: 'POST',
    url: '/api/complaints',
    address,
    body: {
      topic: 'content',
      words: '<b>My photo</b> is shown without my consent.',
      name: 'Asha Devi',
      contact: ' Asha@Example.com ',
      ...(await solveCaptcha(test)),
      ...body,
    },
  });
const fromMember = (member: TestTeacher, body: object = {}, key = 'one') =>
  test.call({
    method: 'POST',
    url: '/api/complaints/own',
    body: { topic: 'service', words: 'The page of rings stays empty.', ...body },
    token: member.token,
    headers: { 'idempotency-key': key },
  });
const read = async <Body>(url: string) =>
  (await test.call({ url: `/api/admin/${url}`, token: administrator.token })).json<Body>();
const complaints = async (filters = '') =>
  (await read<ReportList>(`reports?kind=complaint${filters}`)).reports;
const answer = (id: string, words: string) =>
  test.call({
    method: 'POST',
    url: `/api/admin/reports/${id}/decision`,
    body: { decision: 'upheld', words },
    token: administrator.token,
  });

describe('a complaint of a visitor', () => {
  it('gets a number and a deadline of 36 hours for content, and waits for the state as it was written', async () => {
    const sent = await fromVisitor();
    expect(sent.statusCode, sent.body).toBe(201);
    const { number, dueAt } = sent.json<Acknowledgement>();
    expect(number).toMatch(/^\d{10}$/);
    const [complaint] = await complaints();
    const created = new Date(complaint?.createdAt ?? 0).getTime();
    expect(new Date(dueAt).getTime() - created).toBe(36 * MILLISECONDS_AN_HOUR);
    expect(complaint).toMatchObject({
      reported: null,
      reporter: null,
      reason: 'content',
      words: '<b>My photo</b> is shown without my consent.',
      complaint: { number, name: 'Asha Devi', contact: 'asha@example.com', dueAt },
    });
    const waiting = await read<OpenWorkCounts>('waiting');
    expect([waiting.complaints?.count, waiting.reports.count]).toEqual([1, 0]);
  });

  it('is answered outside the product, recorded, and stays in the register, with cells that no spreadsheet computes', async () => {
    const { number } = (await fromVisitor({ name: '=1+1', topic: 'privacy' })).json<Acknowledgement>();
    const [complaint] = await complaints();
    expect(
      (await answer(complaint?._id ?? '', 'Your number is removed.\nPlease look again.')).statusCode,
    ).toBe(200);
    expect(await complaints()).toEqual([]);
    expect(await complaints('&state=all')).toMatchObject([
      { decision: 'upheld', decisionWords: 'Your number is removed.\nPlease look again.' },
    ]);
    const file = await test.call({
      url: '/api/admin/reports.csv?kind=complaint&state=all',
      token: administrator.token,
    });
    for (const cell of [number, "'=1+1", 'asha@example.com', 'Your number is removed.'])
      expect(file.body).toContain(cell);
    const { db } = test.database;
    expect(await db.selectFrom('alerts').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('deliveries').select('id').execute()).toEqual([]);
    const entry = db.selectFrom('audit_log').select('details').where('action', '=', 'report.decide');
    expect((await entry.orderBy('id', 'desc').executeTakeFirstOrThrow()).details).toMatchObject({ number });
  });

  it('needs a right answer to the security question, words, a name and a contact that can be reached', async () => {
    for (const body of [
      { captchaAnswer: '99' },
      { words: ' ' },
      { words: 'x'.repeat(2_001) },
      { name: 'A' },
      { contact: 'call me' },
      { topic: 'money' },
    ])
      expect((await fromVisitor(body)).statusCode, JSON.stringify(body).slice(0, 40)).toBe(400);
    expect(await complaints()).toEqual([]);
  });

  it('needs a proof of work after ten of one address on a day', async () => {
    for (let sent = 0; sent < 10; sent++) expect((await fromVisitor()).statusCode).toBe(201);
    expect((await fromVisitor()).json().code).toBe('proof_needed');
    expect((await fromVisitor({}, '198.51.100.8')).statusCode).toBe(201);
  });
});

describe('a complaint of a member', () => {
  it('is stored once for one key, and its answer comes as a notice with the number', async () => {
    const member = await registerTeacher(test);
    const first = (await fromMember(member)).json<Acknowledgement>();
    expect((await fromMember(member)).json()).toEqual(first);
    const open = await complaints();
    expect(open).toMatchObject([
      { reporter: { _id: member.user._id }, complaint: { number: first.number, name: null, contact: null } },
    ]);
    await answer(open[0]?._id ?? '', 'It is repaired.');
    const alerts = (await test.call({ url: '/api/alerts', token: member.token })).json();
    expect(alerts.data.alerts).toMatchObject([
      { kind: 'complaint_answered', message: expect.stringContaining(`${first.number}`) },
    ]);
    expect(alerts.data.alerts[0].message).toContain('It is repaired.');
  });

  it('is refused beyond ten a day', async () => {
    const member = await registerTeacher(test);
    for (let sent = 0; sent < 10; sent++)
      expect((await fromMember(member, {}, `key-${sent}`)).statusCode).toBe(201);
    expect((await fromMember(member, {}, 'another')).json().code).toBe('report_limit');
  });

  it('loses its words, and not its number, with the account', async () => {
    const member = await registerTeacher(test);
    const { number } = (await fromMember(member)).json<Acknowledgement>();
    await test.database.db.deleteFrom('users').where('id', '=', member.user._id).execute();
    expect(await complaints()).toMatchObject([{ reporter: null, words: null, complaint: { number } }]);
  });
});
