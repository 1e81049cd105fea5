import type { Alert } from '@mutual-transfer/domain/notices/alert';
import type { Problem } from '@mutual-transfer/domain/problem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  makeAdministrator,
  PASSWORD,
  registerTeacher,
  type TestTeacher,
} from '../../test/testing/factories.ts';
import { ringOfThree, steps, type Wisher, wish } from '../../test/testing/ring-of-three.ts';
import { joinTestApp, startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { readConfig } from '../platform/config.ts';
import { announceDue } from './announce-matches.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const [toDanapur, toAmnour, toBodhGaya] = steps;
const back = [toDanapur[1], toDanapur[0]] as const;

async function alertsOf({ token }: TestTeacher, language = 'en'): Promise<Alert[]> {
  await test.settled();
  const response = await test.call({ url: '/api/alerts', token, headers: { 'accept-language': language } });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data.alerts;
}

const kindsOf = async (teacher: TestTeacher) => (await alertsOf(teacher)).map(({ kind }) => kind);

const setStatus = ({ teacher, requestId }: Wisher, status: string) =>
  test.call({
    method: 'PATCH',
    url: `/api/requests/${requestId}/status`,
    body: { status },
    token: teacher.token,
  });

const send = (from: TestTeacher, to: TestTeacher) =>
  test.call({
    method: 'POST',
    url: `/api/alerts/${to.user._id}`,
    body: { message: 'Shall we?' },
    token: from.token,
  });

describe('an offer with a waiting time of five minutes', () => {
  const due = () =>
    announceDue({
      db: test.database.db,
      graph: test.graph,
      config: { announceAfterMinutes: 5 },
      now: () => test.clock.now,
    });
  const wait = async (minutes: number) => {
    test.clock.now = new Date(test.clock.now.getTime() + minutes * 60_000);
    await due();
  };
  /** Withdraws a request and activates it again. */
  async function takeBack(wisher: Wisher) {
    const url = `/api/requests/${wisher.requestId}/status`;
    for (const status of ['withdrawn', 'active']) {
      await late.call({ method: 'PATCH', url, body: { status }, token: wisher.teacher.token });
    }
    await late.settled();
  }
  let late: TestApp;

  beforeAll(async () => {
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' });
    late = await joinTestApp(test, { config });
    await due();
  });
  afterAll(() => late.close());

  async function partners(subject: string) {
    const first = await wish(late, toDanapur, { registration: { subject } });
    await wait(0);
    await wait(6);
    const second = await wish(late, back, { registration: { subject } });
    await late.settled();
    await wait(0);
    return { first, second };
  }

  it('is announced once, after the waiting time', async () => {
    const { first } = await partners('Philosophy');
    await wait(4);
    expect(await kindsOf(first.teacher)).toEqual([]);
    await wait(2);
    expect(await kindsOf(first.teacher)).toEqual(['perfect_match']);
    await wait(60);
    expect(await kindsOf(first.teacher)).toEqual(['perfect_match']);
  });

  it('is not announced if its request was deleted during the waiting time', async () => {
    const { first, second } = await partners('Psychology');
    await wait(4);
    const url = `/api/requests/${second.requestId}`;
    await late.call({ method: 'DELETE', url, token: second.teacher.token });
    await wait(10);
    expect(await kindsOf(first.teacher)).toEqual([]);
  });

  it('starts the waiting time again with each change', async () => {
    const { first, second } = await partners('Fine Arts');
    await wait(4);
    await takeBack(second);
    await wait(2);
    await wait(4);
    expect(await kindsOf(first.teacher)).toEqual([]);
    await wait(2);
    expect(await kindsOf(first.teacher)).toEqual(['perfect_match']);
  });

  it('is announced in time after the clock of a server was two days ahead', async () => {
    const twoDays = 2 * 1_440;
    const registration = { subject: 'Music' };
    const first = await wish(late, toDanapur, { registration });
    await wish(late, back, { registration });
    await late.settled();
    await wait(twoDays);
    await wait(-twoDays);
    await wait(6);
    expect(await kindsOf(first.teacher)).toEqual(['perfect_match']);
  });
});

describe('a new perfect match', () => {
  it('is announced to the other teacher in that teacher’s language, and also to a teacher without a request', async () => {
    const registration = { subject: 'Urdu' };
    const first = await wish(test, toDanapur, { registration });
    await test.settled();
    const unposted = await registerTeacher(test, registration);
    const poster = await wish(test, back, { registration });
    const [alert] = await alertsOf(first.teacher);
    expect(alert).toMatchObject({
      fromUser: { name: 'Mutual Transfer' },
      isCurrent: true,
      kind: 'perfect_match',
      requestId: first.requestId,
      isRead: false,
      message: 'You have a new perfect match: a teacher in Danapur, Patna wants your place.',
    });
    expect((await alertsOf(first.teacher, 'hi'))[0]?.message).toContain('दानापुर');
    const sender = ['name', 'schoolName', 'district', 'postingBlock', 'desiredDistrict', 'desiredBlock'];
    expect(Object.keys(alert?.fromUser ?? {})).toEqual(
      expect.arrayContaining([...sender, 'subject', 'classRange']),
    );
    expect(await kindsOf(unposted)).toEqual(['perfect_match']);
    expect((await alertsOf(unposted))[0]).not.toHaveProperty('requestId');
    expect(await kindsOf(poster.teacher)).toEqual([]);
  });

  it('is announced once, however often its request is withdrawn and activated', async () => {
    const registration = { subject: 'Sanskrit' };
    const first = await wish(test, toDanapur, { registration });
    const poster = await wish(test, back, { registration });
    const [alert] = await alertsOf(first.teacher);
    await test.call({ method: 'PATCH', url: `/api/alerts/${alert?._id}/read`, token: first.teacher.token });
    await setStatus(poster, 'withdrawn');
    await setStatus(poster, 'active');
    expect(await kindsOf(first.teacher)).toEqual(['perfect_match']);
  });

  it('is not announced again while the previous alert about the same teacher is unread', async () => {
    const registration = { subject: 'Physics' };
    const first = await wish(test, toDanapur, { registration });
    const poster = await wish(test, back, { registration });
    const url = `/api/requests/${poster.requestId}`;
    await test.call({ method: 'DELETE', url, token: poster.teacher.token });
    const again = {
      desiredDistrict: 'Gaya',
      desiredBlock: 'Bodh Gaya',
      subject: 'Physics',
      classRange: '6-8',
    };
    const body = { ...again, reason: 'Again.', additionalInfo: 'Again.' };
    await test.call({ method: 'POST', url: '/api/requests', body, token: poster.teacher.token });
    expect(await kindsOf(first.teacher)).toEqual(['perfect_match']);
  });

  it('is announced by the scheduled job if no call announced it, such as a change of the posting', async () => {
    const administrator = await makeAdministrator(test);
    const registration = { subject: 'Chemistry' };
    const first = await wish(test, toDanapur, { registration });
    const poster = await wish(test, [{ district: 'Patna', block: 'Bihta' }, back[1]], { registration });
    await test.settled();
    const moved = await test.call({
      method: 'PUT',
      url: '/api/auth/profile',
      body: { postingBlock: 'Danapur' },
      token: poster.teacher.token,
    });
    expect(moved.statusCode, moved.body).toBe(200);
    expect(await kindsOf(first.teacher)).toEqual([]);
    const { db } = test.database;
    await announceDue({
      db,
      graph: test.graph,
      config: { announceAfterMinutes: 0 },
      now: () => test.clock.now,
    });
    expect(await kindsOf(first.teacher)).toEqual(['perfect_match']);
    expect(await db.selectFrom('offers_to_announce').selectAll().execute()).toEqual([]);
    expect(await kindsOf(administrator)).toEqual([]);
  });
});

describe('a ring that closes', () => {
  it('is announced to its other members, each with the place to which they would move', async () => {
    const [first, second, third] = await ringOfThree(test, 'History');
    expect(await alertsOf(first.teacher)).toMatchObject([
      {
        fromUser: { name: 'Mutual Transfer' },
        isCurrent: true,
        kind: 'ring',
        requestId: first.requestId,
        message: expect.stringMatching(/^A ring of 3 is complete: you can move to Danapur, Patna,/),
      },
    ]);
    expect((await alertsOf(second.teacher))[0]?.message).toMatch(/Amnour, Saran/);
    expect((await alertsOf(second.teacher, 'hi'))[0]?.message).toMatch(/3 शिक्षकों/);
    expect(await kindsOf(third.teacher)).toEqual([]);
    await setStatus(second, 'withdrawn');
    expect((await alertsOf(first.teacher))[0]).toMatchObject({ kind: 'ring', isCurrent: false });
  });

  it('has no current alert once a member has erased the account', async () => {
    const [first, second] = await ringOfThree(test, 'Drawing');
    expect((await alertsOf(first.teacher))[0]).toMatchObject({ kind: 'ring', isCurrent: true });
    const body = { password: PASSWORD };
    await test.call({ method: 'DELETE', url: '/api/auth/account', body, token: second.teacher.token });
    const notices = (await alertsOf(first.teacher)).map(({ kind, isCurrent }) => [kind, isCurrent]);
    expect(notices).not.toContainEqual(['ring', true]);
  });

  it('is announced to a member only once the previous such alert was read', async () => {
    const [first, , third] = await ringOfThree(test, 'Geography');
    await wish(test, toBodhGaya, { registration: { subject: 'Geography' } });
    expect(await kindsOf(first.teacher)).toEqual(['ring']);
    const [alert] = await alertsOf(first.teacher);
    await test.call({ method: 'PATCH', url: `/api/alerts/${alert?._id}/read`, token: first.teacher.token });
    await wish(test, toBodhGaya, { registration: { subject: 'Geography' } });
    expect(await kindsOf(first.teacher)).toEqual(['ring', 'ring']);
    expect(await kindsOf(third.teacher)).toEqual([]);
  });
});

describe('an alert to another member of a ring', () => {
  it('is allowed without a match, and refused once the ring no longer exists, unless it is a reply', async () => {
    const far = [{ district: 'Araria', block: 'Forbesganj' }] as const;
    const registration = { subject: 'Economics' };
    const first = await wish(test, toDanapur, { registration });
    const second = await wish(test, toAmnour, { registration });
    const third = await wish(test, [toAmnour[1], far[0]], { registration });
    await test.graph.caughtUp();
    const refused = await send(first.teacher, third.teacher);
    expect([refused.statusCode, refused.json<Problem>().code]).toEqual([403, 'not_a_match']);
    const fourth = await wish(test, [far[0], toDanapur[0]], { registration });
    await test.graph.caughtUp();
    expect((await send(fourth.teacher, second.teacher)).statusCode).toBe(201);
    await setStatus(fourth, 'withdrawn');
    expect((await send(third.teacher, first.teacher)).statusCode).toBe(403);
    // A reply to an earlier message is still allowed.
    expect((await send(second.teacher, fourth.teacher)).statusCode).toBe(201);
  });
});
