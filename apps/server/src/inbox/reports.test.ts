import type { ReportList } from '@mutual-transfer/domain/administration/report';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  makeAdministrator,
  postRequest,
  registerTeacher,
  type TestTeacher,
} from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;
let reporter: TestTeacher;
let reported: TestTeacher;
let administrator: TestTeacher;

beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  await test.settled();
  await test.database.db.deleteFrom('users').execute();
  administrator = await makeAdministrator(test);
  reporter = await registerTeacher(test);
  reported = await registerTeacher(test);
});
afterAll(() => test.close());

const report = (body: object, by = reporter) =>
  test.call({
    method: 'POST',
    url: '/api/reports',
    body: { user: reported.user._id, reason: 'money', ...body },
    token: by.token,
  });
const reports = async (state = 'open') =>
  (
    await test.call({ url: `/api/admin/reports?state=${state}`, token: administrator.token })
  ).json<ReportList>();
const decide = (id: string, body: object) =>
  test.call({ method: 'POST', url: `/api/admin/reports/${id}/decision`, body, token: administrator.token });
const alertsOf = async ({ token }: TestTeacher, language = 'en') => {
  const answer = await test.call({ url: '/api/alerts', token, headers: { 'accept-language': language } });
  return answer.json().data.alerts.map(({ kind, message }) => [kind, message]);
};

describe('a report', () => {
  it('is listed for administrators with its details, and cannot be read by teachers', async () => {
    const { request } = await postRequest(test, reported, { reason: 'Send me 5000 first' });
    const sent = await report({ words: 'Wanted 5000 on the phone.', requestId: request._id });
    expect([sent.statusCode, sent.json().message]).toEqual([201, expect.stringContaining('administrator')]);
    const { reports: open, pagination } = await reports();
    expect(pagination.total).toBe(1);
    expect(open[0]).toMatchObject({
      reporter: { _id: reporter.user._id, phone: reporter.user.phone },
      reported: { _id: reported.user._id, name: reported.user.name },
      reason: 'money',
      words: 'Wanted 5000 on the phone.',
      requestId: request._id,
      requestText: expect.stringContaining('Send me 5000 first'),
      reportsOfTeacher: 1,
      decision: null,
    });
    expect(await alertsOf(reported)).toEqual([]);
    expect((await test.call({ url: '/api/admin/reports', token: reported.token })).statusCode).toBe(403);
  });

  it('can only name another teacher, and a request or alert of that teacher', async () => {
    const unknown = '019a0000-0000-7000-8000-000000000000';
    const { request } = await postRequest(test, reporter);
    for (const body of [
      { user: unknown },
      { user: reporter.user._id },
      { user: administrator.user._id },
      { requestId: request._id },
      { alertId: unknown },
    ]) {
      expect((await report(body)).statusCode, JSON.stringify(body)).toBe(404);
    }
    expect((await report({ reason: 'boring' })).statusCode).toBe(400);
    expect((await report({ words: 'x'.repeat(501) })).statusCode).toBe(400);
    expect((await reports()).pagination.total).toBe(0);
  });

  it('can be open once per reported teacher, and can be sent ten times a day', async () => {
    expect((await report({})).statusCode).toBe(201);
    expect((await report({ reason: 'spam' })).json().code).toBe('report_open');
    for (let more = 1; more < 10; more++) {
      const other = await registerTeacher(test);
      expect((await report({ user: other.user._id })).statusCode).toBe(201);
    }
    const beyond = await report({ user: (await registerTeacher(test)).user._id });
    expect([beyond.statusCode, beyond.json().code]).toEqual([429, 'report_limit']);
    expect((await report({}, await registerTeacher(test))).statusCode).toBe(201);
  });

  it('sent eight times concurrently is stored once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => report({})));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      201,
      ...Array.from({ length: 7 }, () => 409),
    ]);
  });

  it.each([
    ['upheld', 'has acted on it', 'found it right', 'सही पाई'],
    ['dismissed', 'nothing to act on', 'found nothing wrong', 'कुछ ग़लत नहीं'],
  ])(
    'is %s once, and both teachers are notified of the decision',
    async (decision, toReporter, toReported, inHindi) => {
      await report({ words: 'Only between us.' });
      const [open] = (await reports()).reports;
      const id = open?._id ?? '';
      expect((await decide(id, { decision })).statusCode).toBe(400);
      const decided = await decide(id, { decision, words: 'Read what both wrote.' });
      expect(decided.json()).toMatchObject({ decision, decisionWords: 'Read what both wrote.' });
      expect((await decide(id, { decision, words: 'Again.' })).json().code).toBe('report_decided');
      expect(await alertsOf(reporter)).toEqual([['report_decided', expect.stringContaining(toReporter)]]);
      const [[kind, message] = []] = await alertsOf(reported);
      expect([kind, message]).toEqual(['reported', expect.stringContaining(toReported)]);
      expect(message).toContain('Read what both wrote.');
      expect(message).toContain('Asks for money');
      expect(message).not.toContain(reporter.user.name);
      expect(message).not.toContain('Only between us.');
      expect((await alertsOf(reported, 'hi'))[0]?.[1]).toContain(inHindi);
      expect((await reports()).reports).toEqual([]);
      expect((await reports('decided')).reports.map(({ _id }) => _id)).toEqual([id]);
      const audit = await test.call({
        url: '/api/admin/audit?action=report.decide',
        token: administrator.token,
      });
      expect(audit.json().entries[0]).toMatchObject({ subject: reported.user.name, details: { decision } });
      expect((await report({})).statusCode).toBe(201);
    },
  );

  it("remains after the reporter's account is erased, without name and words, and can be decided", async () => {
    await report({ words: 'Only between us.' });
    const erasing = { password: reporter.password };
    const erased = await test.call({
      method: 'DELETE',
      url: '/api/auth/account',
      body: erasing,
      token: reporter.token,
    });
    expect(erased.statusCode).toBe(200);
    const [open] = (await reports()).reports;
    expect(open).toMatchObject({ reporter: null, reason: 'money', words: null, reportsOfTeacher: 1 });
    expect(open?.reported?._id).toBe(reported.user._id);
    const decided = await decide(open?._id ?? '', { decision: 'upheld', words: 'Read what both wrote.' });
    expect(decided.json()).toMatchObject({ decision: 'upheld', reporter: null });
    expect((await alertsOf(reported))[0]?.[0]).toBe('reported');
  });

  it("is in both data exports, without the reporter's words and id in the export of the reported teacher", async () => {
    await report({ words: 'Only between us.' });
    const copy = async ({ token }: TestTeacher) =>
      (await test.call({ url: '/api/auth/export', token })).json();
    expect((await copy(reporter)).reportsMade).toMatchObject([
      { reported_id: reported.user._id, words: 'Only between us.' },
    ]);
    const theirs = await copy(reported);
    expect(theirs.reportsOfMe).toMatchObject([{ reason: 'money', decision: null }]);
    expect(JSON.stringify(theirs)).not.toContain('Only between us.');
    expect(JSON.stringify(theirs)).not.toContain(reporter.user._id);
  });

  it('writes an audit entry when an administrator views it', async () => {
    await report({});
    await reports();
    const audit = await test.call({ url: '/api/admin/audit', token: administrator.token });
    const looks = audit.json().entries.filter(({ action }: { action: string }) => action === 'look.people');
    expect(looks[0]?.details).toMatchObject({ route: 'GET /api/admin/reports' });
    expect(looks[0]?.details.people).toEqual(expect.arrayContaining([reporter.user._id, reported.user._id]));
  });
});
