import type { Alert, SentAlertList } from '@mutual-transfer/domain/notices/alert';
import type { Problem } from '@mutual-transfer/domain/problem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agreed } from '../../test/testing/agreements.ts';
import { postRequest, registerTeacher, type TestTeacher } from '../../test/testing/factories.ts';
import { wish } from '../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;
let recipient: TestTeacher;

beforeAll(async () => {
  test = await startTestApp();
  recipient = await registerTeacher(test, {
    district: 'Patna',
    postingBlock: 'Danapur',
    desiredDistrict: 'Gaya',
    desiredBlock: 'Bodh Gaya',
  });
});
afterAll(() => test.close());

const everything = { hideName: true, hidePhone: true, hideEmail: true, hideSchoolName: true };

const send = (from: TestTeacher, to: TestTeacher, message: unknown = 'Shall we swap?') =>
  test.call({ method: 'POST', url: `/api/alerts/${to.user._id}`, body: { message }, token: from.token });

const patch = (id: string, what: string, teacher: TestTeacher, body?: object) =>
  test.call({
    method: 'PATCH',
    url: `/api/alerts/${id}/${what}`,
    token: teacher.token,
    ...(body ? { body } : {}),
  });

async function alertsOf(teacher: TestTeacher, query = ''): Promise<Alert[]> {
  const response = await test.call({ url: `/api/alerts${query}`, token: teacher.token });
  expect(response.statusCode).toBe(200);
  return response.json<{ data: { alerts: Alert[] } }>().data.alerts;
}

describe('alerts', () => {
  it('can be sent to a match, and are marked as read by their recipient only', async () => {
    const sender = await registerTeacher(test);
    expect((await send(sender, recipient)).json()).toEqual({ message: 'Alert sent successfully' });
    const [alert] = await alertsOf(recipient);
    expect(alert).toMatchObject({
      message: 'Shall we swap?',
      isRead: false,
      isHiddenForRecipient: false,
      fromUser: { name: sender.user.name, district: 'Gaya', desiredBlock: 'Danapur' },
    });
    const again = await send(sender, recipient);
    expect([again.statusCode, again.json<Problem>().code]).toEqual([409, 'alert_unread']);
    expect((await patch(alert?._id ?? '', 'read', sender)).statusCode).toBe(404);
    expect((await patch(alert?._id ?? '', 'read', recipient)).statusCode).toBe(200);
    expect((await alertsOf(recipient))[0]?.isRead).toBe(true);
    expect((await send(sender, recipient)).statusCode).toBe(201);
  });

  it("mask the sender by the sender's current privacy settings", async () => {
    const sender = await registerTeacher(test, { name: 'Shy Sender' });
    await send(sender, recipient);
    expect((await alertsOf(recipient))[0]?.fromUser.name).toBe('Shy Sender');
    await postRequest(test, sender, { privacySettings: { hideName: true, hidePhone: true } });
    const message = (await alertsOf(recipient)).find(({ kind }) => kind === 'message');
    expect(message?.fromUser).toMatchObject({
      name: 'Hidden',
      phone: 'Hidden',
      email: sender.user.email,
    });
  });

  it('are left out if the recipient hid them or the sender is deactivated', async () => {
    const sender = await registerTeacher(test);
    await send(sender, recipient);
    const [alert] = await alertsOf(recipient);
    const id = alert?._id ?? '';
    const isListed = async (query?: string) =>
      (await alertsOf(recipient, query)).some(({ _id }) => _id === id);
    await patch(id, 'hidden', recipient, { hidden: true });
    expect([await isListed(), await isListed('?includeHidden=true')]).toEqual([false, true]);
    await patch(id, 'hidden', recipient, { hidden: false });
    expect(await isListed()).toBe(true);
    await test.database.db
      .updateTable('users')
      .set({ is_active: false })
      .where('id', '=', sender.user._id)
      .execute();
    expect(await isListed()).toBe(false);
    const all = await alertsOf(recipient, '?includeHidden=true');
    expect(all.find(({ _id }) => _id === id)?.isHiddenForRecipient).toBe(true);
  });

  it('cannot be sent to oneself, to a teacher who is no match, to an unknown id, or with an invalid text', async () => {
    const sender = await registerTeacher(test);
    const stranger = await registerTeacher(test, { subject: 'Music' });
    expect((await send(sender, sender)).statusCode).toBe(404);
    const unmatched = await send(sender, stranger);
    expect([unmatched.statusCode, unmatched.json<Problem>().code]).toEqual([403, 'not_a_match']);
    const unknown = { ...stranger, user: { ...stranger.user, _id: '01900000-0000-7000-8000-000000000000' } };
    expect((await send(sender, unknown)).statusCode).toBe(404);
    for (const message of ['', ' ', null, ['x'], 'x'.repeat(501), 'a\u0000b']) {
      expect((await send(sender, recipient, message)).statusCode, JSON.stringify(message)).toBe(400);
    }
  });

  it('can be answered even if the sender hides everything or no longer matches', async () => {
    const sender = await registerTeacher(test, { subject: 'Sociology', privacySettings: everything });
    const answerer = await registerTeacher(test, {
      subject: 'Sociology',
      district: 'Patna',
      postingBlock: 'Danapur',
      desiredDistrict: 'Gaya',
      desiredBlock: 'Bodh Gaya',
      privacySettings: everything,
    });
    await send(sender, answerer);
    const { request } = await postRequest(test, sender, { subject: 'Sociology' });
    await test.call({ method: 'DELETE', url: `/api/requests/${request._id}`, token: sender.token });
    const alert = (await alertsOf(answerer)).find(({ kind }) => kind === 'message');
    expect(alert?.fromUser).toMatchObject({ _id: sender.user._id, name: 'Hidden', phone: 'Hidden' });
    expect((await send(answerer, sender, 'Yes, gladly.')).statusCode).toBe(201);
    expect((await alertsOf(sender)).map(({ message }) => message)).toContain('Yes, gladly.');
    const stranger = await registerTeacher(test, {
      subject: 'Sociology',
      district: 'Araria',
      postingBlock: 'Araria',
    });
    expect((await send(stranger, sender)).statusCode).toBe(403);
  });

  it("are listed for their sender in pages, without the recipient's contact", async () => {
    const sender = await registerTeacher(test);
    for (const message of ['The first', 'The second', 'The third']) {
      expect((await send(sender, recipient, message)).statusCode).toBe(201);
      if (message === 'The third') continue;
      await test.database.db.updateTable('alerts').set({ read_at: test.clock.now }).execute();
    }
    const sent = async (query: string) => {
      const response = await test.call({ url: `/api/alerts/sent${query}`, token: sender.token });
      expect(response.statusCode, response.body).toBe(200);
      return response.json<SentAlertList>().data;
    };
    const first = await sent('?limit=2');
    expect(first.alerts.map(({ message, isRead }) => [message, isRead])).toEqual([
      ['The third', false],
      ['The second', true],
    ]);
    expect(first.pagination).toMatchObject({ total: 3, pages: 2 });
    expect((await sent('?limit=2&page=2')).alerts.map(({ message }) => message)).toEqual(['The first']);
    expect(first.alerts[0]?.toUser).toMatchObject({ name: recipient.user.name, district: 'Patna' });
    expect(first.alerts[0]?.toUser).not.toHaveProperty('phone');
    expect(first.alerts[0]?.toUser).not.toHaveProperty('email');
    await postRequest(test, recipient, {
      desiredDistrict: 'Gaya',
      desiredBlock: 'Bodh Gaya',
      privacySettings: { hideName: true },
    });
    expect((await sent('')).alerts[0]?.toUser.name).toBe('Hidden');
    expect((await alertsOf(recipient)).length).toBeGreaterThan(2);
  });

  it('count as unread until they are read or hidden', async () => {
    const reader = await registerTeacher(test, {
      subject: 'Philosophy',
      district: 'Patna',
      postingBlock: 'Danapur',
      desiredDistrict: 'Gaya',
      desiredBlock: 'Bodh Gaya',
    });
    for (let sender = 0; sender < 3; sender++) {
      await send(await registerTeacher(test, { subject: 'Philosophy' }), reader);
    }
    const unread = async () => (await test.call({ url: '/api/alerts/unread', token: reader.token })).json();
    const [newest, older] = (await alertsOf(reader)).filter(({ kind }) => kind === 'message');
    const { unread: before } = await unread();
    expect(before).toBe((await alertsOf(reader)).length);
    await patch(newest?._id ?? '', 'read', reader);
    await patch(older?._id ?? '', 'hidden', reader, { hidden: true });
    expect(await unread()).toEqual({ unread: before - 2 });
  });

  it('are limited to twenty in 24 hours, and a refusal states when the next one can be sent', async () => {
    const sender = await registerTeacher(test);
    const first = test.clock.now;
    for (let sent = 0; sent < 20; sent += 1) {
      expect((await send(sender, recipient)).statusCode).toBe(201);
      await test.database.db.updateTable('alerts').set({ read_at: test.clock.now }).execute();
    }
    const refused = await send(sender, recipient);
    expect([refused.statusCode, refused.json<Problem>().code]).toEqual([429, 'alert_limit']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000);
    expect(refused.json<Problem>().message).toMatch(/20 alerts a day.*2026/);
    test.clock.now = new Date(first.getTime() + 86_400_000 + 1_000);
    expect((await send(sender, recipient)).statusCode).toBe(201);
  });

  it('sent twenty times in parallel are stored once', async () => {
    const sender = await registerTeacher(test);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(sender, recipient)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([
      201,
      ...Array.from({ length: 19 }, () => 409),
    ]);
  });
});

describe('an alert about requests', () => {
  const subject = 'Home Science';
  const counterpart = {
    subject,
    district: 'Patna',
    postingBlock: 'Barh',
    desiredDistrict: 'Saran',
    desiredBlock: 'Amnour',
  };

  it("shows the sender's wish of the matching request", async () => {
    const sender = await registerTeacher(test, { subject });
    const to = await registerTeacher(test, {
      ...counterpart,
      desiredDistrict: 'Gaya',
      desiredBlock: 'Bodh Gaya',
    });
    await postRequest(test, sender, { subject, desiredDistrict: 'Araria', desiredBlock: 'Any block' });
    await postRequest(test, sender, { subject, desiredBlock: 'Barh' });
    expect((await send(sender, to)).statusCode).toBe(201);
    expect((await alertsOf(to)).find(({ kind }) => kind === 'message')?.fromUser).toMatchObject({
      desiredDistrict: 'Patna',
      desiredBlock: 'Barh',
    });
  });

  it('is not current once the match is gone', async () => {
    const first = await registerTeacher(test, { subject, district: 'Saran', postingBlock: 'Amnour' });
    const second = await registerTeacher(test, counterpart);
    await postRequest(test, first, { subject, desiredBlock: 'Barh' });
    const { request } = await postRequest(test, second, {
      subject,
      desiredDistrict: 'Saran',
      desiredBlock: 'Amnour',
    });
    await test.settled();
    const perfectMatch = async () => (await alertsOf(first)).find(({ kind }) => kind === 'perfect_match');
    expect(await perfectMatch()).toMatchObject({ isCurrent: true, fromUser: { name: 'Mutual Transfer' } });
    await test.call({
      method: 'PATCH',
      url: `/api/requests/${request._id}/status`,
      body: { status: 'withdrawn' },
      token: second.token,
    });
    expect(await perfectMatch()).toMatchObject({ isCurrent: false });
  });

  it('does not report whether the match is current once the two have agreed', async () => {
    const places = [
      { district: 'Saran', block: 'Amnour' },
      { district: 'Patna', block: 'Barh' },
    ] as const;
    const registration = { subject: 'Music' };
    const first = await wish(test, places, { registration });
    const second = await wish(test, [places[1], places[0]], { registration });
    await test.settled();
    await agreed(test, [first, second]);
    const notice = (await alertsOf(first.teacher)).find(({ kind }) => kind === 'perfect_match');
    expect(notice).toMatchObject({ kind: 'perfect_match' });
    expect(notice).not.toHaveProperty('isCurrent');
  });
});
