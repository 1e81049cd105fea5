import { demoTeachers } from '@mutual-transfer/demo/demo-teachers';
import type { RoomMessage } from '@mutual-transfer/domain/agreements/agreement';
import { textRisks } from '@mutual-transfer/domain/language/text-risks';
import type { Problem } from '@mutual-transfer/domain/problem';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { describe, expect, it } from 'vitest';
import { createLimits } from '../../src/platform/limits.ts';
import { agreed } from '../testing/agreements.ts';
import { registerTeacher, requestOf, type TestTeacher } from '../testing/factories.ts';
import { administratorTest } from '../testing/fixtures.ts';
import { recordQueries } from '../testing/noted-queries.ts';
import { steps, wish } from '../testing/ring-of-three.ts';
import { joinTestApp } from '../testing/test-app.ts';

const { test, administrator } = await administratorTest();

const [toDanapur] = steps;
const back = [toDanapur[1], toDanapur[0]] as const;
const FRAUD = 'Pay Rs. 5000 to 9812345678 and the transfer is done.';

const waiting = async () =>
  (await test.call({ url: '/api/admin/held-texts', token: administrator.token })).json().texts;

async function decide(id: string, decision: 'release' | 'refusal') {
  const answer = await test.call({
    method: 'POST',
    url: `/api/admin/held-texts/${id}/${decision}`,
    ...(decision === 'refusal' ? { body: { reason: 'It asks for money' } } : {}),
    token: administrator.token,
  });
  return answer.statusCode;
}

const alertsOf = async ({ token }: TestTeacher) =>
  (await test.call({ url: '/api/alerts', token })).json().data.alerts;

const listed = async (subject: string) =>
  (await test.call({ url: `/api/requests/public?subject=${subject}` })).json().requests;

describe('a request whose text asks for money', () => {
  const send = (teacher: TestTeacher, overrides: object) =>
    test.call({
      method: 'POST',
      url: '/api/requests',
      body: requestOf({ subject: 'Music', reason: FRAUD, ...overrides }),
      token: teacher.token,
    });
  const edit = (teacher: TestTeacher, id: string, body: object) =>
    test.call({ method: 'PATCH', url: `/api/requests/${id}`, body, token: teacher.token });
  const held = async (teacher: TestTeacher) =>
    (await send(teacher, { sendForReview: true })).json<{ data: { request: TransferRequest } }>().data
      .request;

  it('is refused with a sentence at the field, and nothing is stored', async () => {
    const teacher = await registerTeacher(test);
    const answer = await send(teacher, {});
    expect(answer.statusCode).toBe(400);
    expect(answer.json<Problem>()).toMatchObject({
      code: 'text_needs_review',
      fields: { reason: 'Please write this without a phone number.' },
    });
    const other = await send(teacher, {
      reason: 'Near home.',
      additionalInfo: 'See www.agent.in',
      sendForReview: false,
    });
    expect(Object.keys(other.json<Problem>().fields ?? {})).toEqual(['additionalInfo']);
    expect(await listed('Music')).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  it('is checked before a transaction is opened', async () => {
    const teacher = await registerTeacher(test);
    const queries: string[] = [];
    const other = recordQueries(test, queries);
    const server = await joinTestApp(test, other);
    const body = requestOf({ reason: FRAUD });
    const answer = await server.call({ method: 'POST', url: '/api/requests', body, token: teacher.token });
    expect(answer.statusCode).toBe(400);
    expect(queries.filter((text) => /^begin/i.test(text))).toEqual([]);
    await server.close();
    await other.pool.end();
  });

  it('is held if its owner insists: no other teacher sees it, nor is matched with it', async () => {
    const partner = await wish(test, back, { registration: { subject: 'Music' } });
    const teacher = await registerTeacher(test, { subject: 'Music' });
    const request = await held(teacher);
    expect(request).toMatchObject({ status: 'held', can: { changeStatusTo: [], renew: false, edit: true } });
    await test.settled();
    expect((await listed('Music')).map(({ _id }) => _id)).toEqual([partner.requestId]);
    const other = await test.call({ url: `/api/requests/${request._id}`, token: partner.teacher.token });
    expect(other.statusCode).toBe(404);
    const matches = await test.call({
      url: `/api/requests/${partner.requestId}/matches`,
      token: partner.teacher.token,
    });
    expect(matches.json().total).toBe(0);
    for (const status of ['active', 'withdrawn']) {
      const url = `/api/requests/${request._id}/status`;
      const step = await test.call({ method: 'PATCH', url, body: { status }, token: teacher.token });
      expect(step.statusCode).toBe(409);
    }
    expect(await waiting()).toMatchObject([
      { _id: request._id, kind: 'request', writer: { name: teacher.user.name }, risks: ['phone', 'money'] },
    ]);
    expect(await decide(request._id, 'release')).toBe(200);
    expect((await listed('Music')).map(({ _id }) => _id)).toContain(request._id);
    expect(await waiting()).toEqual([]);
    // The match that the release made possible may be announced by now.
    expect(await alertsOf(teacher)).toContainEqual(expect.objectContaining({ kind: 'request_released' }));
    expect(await decide(request._id, 'release')).toBe(404);
    expect((await edit(teacher, request._id, { urgency: 'high' })).statusCode).toBe(200);
  });

  it('is no longer held once its owner changes the text; an active one is held once it is changed to such a text', async () => {
    const teacher = await registerTeacher(test);
    const { _id } = await held(teacher);
    expect((await edit(teacher, _id, { urgency: 'high' })).json<Problem>().code).toBe('text_needs_review');
    const mended = await edit(teacher, _id, { reason: 'My parents live there.' });
    expect(mended.json<{ data: { request: TransferRequest } }>().data.request.status).toBe('active');
    expect((await edit(teacher, _id, { reason: FRAUD })).statusCode).toBe(400);
    const waits = await edit(teacher, _id, { reason: FRAUD, sendForReview: true });
    expect(waits.json<{ data: { request: TransferRequest } }>().data.request.status).toBe('held');
    expect((await listed('Music')).map((request) => request._id)).not.toContain(_id);
    expect(await decide(_id, 'refusal')).toBe(200);
    expect((await alertsOf(teacher))[0]).toMatchObject({ kind: 'request_text_refused' });
    expect(
      (await test.call({ url: '/api/requests/my', token: teacher.token })).json().requests,
    ).toMatchObject([{ _id, status: 'active', reason: 'My parents live there.' }]);
  });

  it('is removed once its first text is refused', async () => {
    const teacher = await registerTeacher(test);
    const { _id } = await held(teacher);
    expect(await decide(_id, 'refusal')).toBe(200);
    expect((await alertsOf(teacher))[0]).toMatchObject({ kind: 'request_removed' });
    expect((await test.call({ url: '/api/requests/my', token: teacher.token })).json().requests).toEqual([]);
  });
});

it('refused texts of one teacher are counted over alerts and agreements together; sent texts are not counted', async () => {
  const limited = await joinTestApp(test, {
    limits: createLimits(test.database.db, { visitorRowsADay: 3_000 }),
  });
  const ring = [
    await wish(test, toDanapur, { registration: { subject: 'Urdu' } }),
    await wish(test, back, { registration: { subject: 'Urdu' } }),
  ] as const;
  await test.settled();
  const [writer, reader] = ring;
  const send = (url: string, message: string) =>
    limited.call({ method: 'POST', url, body: { message }, token: writer.teacher.token });
  const refuseTen = async (url: string) => {
    for (let times = 0; times < 10; times++)
      expect((await send(url, FRAUD)).json<Problem>().code).toBe('text_needs_review');
  };
  await refuseTen(`/api/alerts/${reader.teacher.user._id}`);
  const room = `/api/agreements/${await agreed(test, ring)}/messages`;
  expect((await send(room, 'Namaste')).statusCode).toBe(201);
  await refuseTen(room);
  const refused = await send(room, FRAUD);
  expect([refused.statusCode, refused.json<Problem>().code]).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000);
  await limited.close();
});

describe('an alert', () => {
  async function pair(subject: string) {
    const from = await wish(test, toDanapur, { registration: { subject } });
    const to = await wish(test, back, { registration: { subject } });
    await test.settled();
    const send = (message: string, more: object = {}) =>
      test.call({
        method: 'POST',
        url: `/api/alerts/${to.teacher.user._id}`,
        body: { message, ...more },
        token: from.teacher.token,
      });
    const received = async () =>
      (await alertsOf(to.teacher)).filter(({ kind }) => kind === 'message').map(({ message }) => message);
    return { from: from.teacher, to: to.teacher, send, received };
  }

  it('may contain the phone number and email address of its sender', async () => {
    const { from, send, received } = await pair('Physics');
    const text = `Please call me: +91 ${from.user.phone}, or write to ${from.user.email}`;
    expect((await send(text)).statusCode).toBe(201);
    expect(await received()).toEqual([text]);
  });

  it('with another phone number is refused, held if its sender insists, and delivered when released', async () => {
    const { from, to, send, received } = await pair('Chemistry');
    expect((await send(FRAUD)).json<Problem>()).toMatchObject({ code: 'text_needs_review' });
    expect((await send(FRAUD, { sendForReview: true })).statusCode).toBe(202);
    expect(await received()).toEqual([]);
    // No other alert to the same teacher is accepted in the meantime.
    expect((await send('Hello')).json<Problem>().code).toBe('alert_unread');
    const [text] = await waiting();
    expect(text).toMatchObject({
      kind: 'alert',
      writer: { name: from.user.name },
      recipient: { name: to.user.name },
    });
    expect(await decide(String(text?._id), 'release')).toBe(200);
    expect(await received()).toEqual([FRAUD]);
  });

  it('is never delivered once it is rejected; its sender receives the reason', async () => {
    const { from, send, received } = await pair('Biology');
    await send(FRAUD, { sendForReview: true });
    const [text] = await waiting();
    expect(await decide(String(text?._id), 'refusal')).toBe(200);
    expect(await received()).toEqual([]);
    expect((await alertsOf(from)).map(({ kind }) => kind)).toContain('message_removed');
    expect((await send('Shall we swap?')).statusCode).toBe(201);
  });

  it('is not delivered to a teacher who blocked its sender while it was held', async () => {
    const { from, to, send, received } = await pair('Economics');
    await send(FRAUD, { sendForReview: true });
    await test.call({ method: 'PUT', url: `/api/blocks/${from.user._id}`, token: to.token });
    const [text] = await waiting();
    expect(await decide(String(text?._id), 'release')).toBe(200);
    expect(await received()).toEqual([]);
  });
});

it('a message in an agreement is held too, and the other members read it once it is released', async () => {
  const members = [
    await wish(test, toDanapur, { registration: { subject: 'Sanskrit' } }),
    await wish(test, back, { registration: { subject: 'Sanskrit' } }),
  ] as const;
  const id = await agreed(test, members);
  const url = `/api/agreements/${id}/messages`;
  const [writer, reader] = members;
  const send = (body: object) => test.call({ method: 'POST', url, body, token: writer.teacher.token });
  const read = async () =>
    (await test.call({ url, token: reader.teacher.token }))
      .json<{ messages: RoomMessage[] }>()
      .messages.map(({ message }) => message);
  expect((await send({ message: `My number is ${writer.teacher.user.phone}.` })).statusCode).toBe(201);
  expect((await send({ message: FRAUD })).json<Problem>().code).toBe('text_needs_review');
  expect((await send({ message: FRAUD, sendForReview: true })).statusCode).toBe(202);
  expect(await read()).toHaveLength(1);
  const [text] = await waiting();
  expect(text).toMatchObject({ kind: 'room_message', texts: [FRAUD] });
  const exported = await test.call({ url: '/api/auth/export', token: writer.teacher.token });
  expect(exported.json()).toMatchObject({ messagesHeld: [{ message: FRAUD }] });
  expect(await decide(String(text?._id), 'release')).toBe(200);
  expect((await read()).at(-1)).toBe(FRAUD);
});

it('no text of a demo teacher would be held', () => {
  for (const { requests, schoolName } of demoTeachers({ seed: 7, teachers: 400, now: test.clock.now })) {
    const texts = requests.flatMap(({ reason, additionalInfo }) => [reason, additionalInfo]);
    for (const text of [schoolName, ...texts]) expect(textRisks(text), text).toEqual([]);
  }
});

it('the name of a school may not contain a phone number', async () => {
  const teacher = await registerTeacher(test);
  const body = { schoolName: 'Call 98123 45678, 5000 rupees' };
  const answer = await test.call({ method: 'PUT', url: '/api/auth/profile', body, token: teacher.token });
  expect(answer.json<Problem>().fields).toHaveProperty('schoolName');
});

it('each view and decision is in the audit log', async () => {
  const { rows } = await test.database.pool.query<{ action: string }>(
    'select distinct action from audit_log',
  );
  const actions = rows.map(({ action }) => action);
  for (const action of ['text.release', 'text.refuse', 'request.remove']) expect(actions).toContain(action);
});
