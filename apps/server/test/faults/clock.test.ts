import type { Problem } from '@mutual-transfer/domain/problem';
import type { RequestList } from '@mutual-transfer/domain/requests/transfer-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endRetention } from '../../src/jobs.ts';
import { expireRequests, resetFutureRequests } from '../../src/people/requests-by-clock.ts';
import { postRequest, registerTeacher, solveCaptcha, type TestTeacher } from '../testing/factories.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

function moveClock(milliseconds: number): void {
  test.clock.now = new Date(test.clock.now.getTime() + milliseconds);
}

function statusOf(teacher: TestTeacher): Promise<number> {
  return test.call({ url: '/api/requests/my', token: teacher.token }).then(({ statusCode }) => statusCode);
}

async function login({ user, password }: TestTeacher): Promise<TestTeacher> {
  const body = { email: user.email, password, ...(await solveCaptcha(test)) };
  const answer = await test.call({ method: 'POST', url: '/api/auth/login', body });
  expect(answer.statusCode, answer.body).toBe(200);
  return { user, password, token: answer.json().token };
}

async function isListed(id: string): Promise<boolean> {
  return (await test.call({ url: '/api/requests/public?limit=20' })).body.includes(id);
}

describe('the clock', () => {
  it('set back by an hour ends no session and stops no job', async () => {
    const teacher = await registerTeacher(test);
    const captcha = await solveCaptcha(test);
    moveClock(-HOUR);
    expect(await statusOf(teacher)).toBe(200);
    const { request } = await postRequest(test, teacher);
    const body = { email: teacher.user.email, password: teacher.password, ...captcha };
    expect((await test.call({ method: 'POST', url: '/api/auth/login', body })).statusCode).toBe(200);
    await expireRequests(test.database.db, test.clock.now);
    await endRetention(test.database.db, test.clock.now);
    expect([await statusOf(teacher), await isListed(request._id)]).toEqual([200, true]);
    moveClock(HOUR);
    expect(await statusOf(teacher)).toBe(200);
  });

  it('set two days ahead and back leaves no request newer than now, nor one that lasts longer', async () => {
    const teacher = await registerTeacher(test);
    moveClock(2 * DAY);
    const { request } = await postRequest(test, teacher);
    moveClock(-2 * DAY);
    await resetFutureRequests(test.database.db, test.clock.now);
    const { requests } = (
      await test.call({ url: '/api/requests/my', token: teacher.token })
    ).json<RequestList>();
    const [posted] = requests;
    expect(posted?._id).toBe(request._id);
    const created = Date.parse(posted?.createdAt ?? '');
    expect(created).toBeLessThanOrEqual(test.clock.now.getTime());
    expect(Date.parse(posted?.expiresAt ?? '') - created).toBe(180 * DAY);
    const { offered_at } = await test.database.db
      .selectFrom('offers')
      .select('offered_at')
      .where('request_id', '=', request._id)
      .executeTakeFirstOrThrow();
    expect(offered_at).toEqual(new Date(created));
  });

  it('expires a request after 180 days and not before, and renewal reactivates it', async () => {
    const teacher = await registerTeacher(test);
    const { request } = await postRequest(test, teacher);
    moveClock(180 * DAY - HOUR);
    await expireRequests(test.database.db, test.clock.now);
    expect(await isListed(request._id)).toBe(true);
    moveClock(HOUR);
    await expireRequests(test.database.db, test.clock.now);
    expect(await isListed(request._id)).toBe(false);
    const { token } = await login(teacher);
    const url = `/api/requests/${request._id}/renewal`;
    expect((await test.call({ method: 'POST', url, token })).statusCode).toBe(200);
    moveClock(179 * DAY);
    await expireRequests(test.database.db, test.clock.now);
    expect(await isListed(request._id)).toBe(true);
  });

  it('ends sessions and security checks, and only what is kept no longer is deleted', async () => {
    const teacher = await registerTeacher(test);
    const captcha = await solveCaptcha(test);
    moveClock(5 * 60_000 - 1_000);
    await endRetention(test.database.db, test.clock.now);
    const body = { email: teacher.user.email, password: teacher.password, ...captcha };
    expect((await test.call({ method: 'POST', url: '/api/auth/login', body })).statusCode).toBe(200);
    moveClock(7 * DAY - 6 * 60_000);
    await endRetention(test.database.db, test.clock.now);
    expect(await statusOf(teacher)).toBe(200);
    moveClock(7 * 60_000);
    expect(await statusOf(teacher)).toBe(401);
    moveClock(24 * DAY);
    await endRetention(test.database.db, test.clock.now);
    const { rows } = await test.database.pool.query('select from sessions where user_id = $1', [
      teacher.user._id,
    ]);
    expect(rows).toHaveLength(0);
  });

  it.each([
    // 18:30 UTC is midnight in India.
    ['2027-03-10T18:29:00.000Z', /11 Mar 2027, 11:59/],
    ['2027-03-20T18:31:00.000Z', /22 Mar 2027, 12:01/],
  ])('determines by the day in India when alerts may be sent again (%s)', async (moment, sentence) => {
    test.clock.now = new Date(moment);
    const sender = await registerTeacher(test);
    const there = {
      district: 'Patna',
      postingBlock: 'Danapur',
      desiredDistrict: 'Gaya',
      desiredBlock: 'Bodh Gaya',
    };
    const recipient = await registerTeacher(test, there);
    test.clock.now = new Date(moment);
    const send = () =>
      test.call({
        method: 'POST',
        url: `/api/alerts/${recipient.user._id}`,
        body: { message: 'Shall we swap?' },
        token: sender.token,
      });
    for (let sent = 0; sent < 20; sent += 1) {
      expect((await send()).statusCode).toBe(201);
      await test.database.db.updateTable('alerts').set({ read_at: test.clock.now }).execute();
    }
    moveClock(DAY - HOUR);
    const refused = await send();
    expect([refused.statusCode, refused.json<Problem>().message]).toEqual([
      429,
      expect.stringMatching(sentence),
    ]);
    moveClock(HOUR + 1_000);
    expect((await send()).statusCode).toBe(201);
  });
});
