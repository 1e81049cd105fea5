import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { remindAll } from '../src/jobs.ts';
import { answer, proposed } from './testing/agreements.ts';
import { postRequest, registerTeacher, solveCaptcha, type TestTeacher } from './testing/factories.ts';
import { ringOfThree } from './testing/ring-of-three.ts';
import { startTestApp, type TestApp, testLinks } from './testing/test-app.ts';

const START = new Date('2026-06-15T06:30:00.000Z');
const HOUR = 60 * 60 * 1_000;

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(() => {
  test.clock.now = START;
});

const at = (milliseconds: number) => {
  test.clock.now = new Date(START.getTime() + milliseconds);
};
const remindNow = () => remindAll(test.database.db, test.clock.now);

async function notices(teacher: TestTeacher, kind: string) {
  const rows = test.database.db.selectFrom('alerts').selectAll().where('to_user_id', '=', teacher.user._id);
  return rows
    .where('kind', '=', kind as never)
    .orderBy('id')
    .execute();
}

describe('a request about to expire', () => {
  let teacher: TestTeacher;
  let requestId: string;
  let url: string;

  beforeEach(async () => {
    teacher = await registerTeacher(test);
    const { request } = await postRequest(test, teacher, {
      desiredDistrict: 'Saran',
      desiredBlock: 'Amnour',
    });
    requestId = request._id;
    url = `/api/requests/${requestId}`;
  });

  const expiring = () => notices(teacher, 'request_expiring');
  const days = async () => (await expiring()).map(({ details }) => (details as { days: number }).days);
  const request = async () => (await test.call({ url, token: teacher.token })).json<{ expiresAt: string }>();

  it('causes reminders 14 and 3 days before, once each', async () => {
    at(165 * MILLISECONDS_A_DAY);
    await remindNow();
    expect(await days()).toEqual([]);
    at(166.5 * MILLISECONDS_A_DAY);
    await Promise.all([remindNow(), remindNow()]);
    await remindNow();
    expect(await days()).toEqual([14]);
    at(177.5 * MILLISECONDS_A_DAY);
    await remindNow();
    await remindNow();
    expect(await days()).toEqual([14, 3]);
  });

  it('causes new reminders after a renewal, before its new end', async () => {
    at(167 * MILLISECONDS_A_DAY);
    await remindNow();
    const { token } = await signInAgain(teacher);
    expect((await test.call({ method: 'POST', url: `${url}/renewal`, token })).statusCode).toBe(200);
    await remindNow();
    expect(await days()).toEqual([14]);
    at((167 + 166.5) * MILLISECONDS_A_DAY);
    await remindNow();
    expect(await days()).toEqual([14, 14]);
  });

  it('causes no reminder once it is withdrawn', async () => {
    const body = { status: 'withdrawn' };
    await test.call({ method: 'PATCH', url: `${url}/status`, body, token: teacher.token });
    at(177.5 * MILLISECONDS_A_DAY);
    await remindNow();
    expect(await days()).toEqual([]);
  });

  const renewByLink = async (expiresAt: string) => {
    const link = new URL(await testLinks.renewal({ requestId, expiresAt: new Date(expiresAt) }));
    const body = { token: link.searchParams.get('token') };
    return test.call({ method: 'POST', url: '/api/requests/renewals', body });
  };

  it('is renewed by the link in the notice without signing in, and not again by a second tap', async () => {
    const { expiresAt } = await request();
    at(167 * MILLISECONDS_A_DAY);
    expect((await renewByLink(expiresAt)).statusCode).toBe(200);
    const { token } = await signInAgain(teacher);
    teacher = { ...teacher, token };
    const renewed = (await request()).expiresAt;
    expect(Date.parse(renewed) - Date.parse(expiresAt)).toBeGreaterThan(166 * MILLISECONDS_A_DAY);
    at(168 * MILLISECONDS_A_DAY);
    expect((await renewByLink(expiresAt)).statusCode).toBe(200);
    expect((await request()).expiresAt).toBe(renewed);
  });

  it('is not renewed by a forged or expired link, or by one of a withdrawn or deleted request', async () => {
    const { expiresAt } = await request();
    const forged = { token: `${'a'.repeat(40)}.${'b'.repeat(40)}.${'c'.repeat(40)}` };
    const refused = await test.call({ method: 'POST', url: '/api/requests/renewals', body: forged });
    expect(refused.statusCode).toBe(404);
    const body = { status: 'withdrawn' };
    await test.call({ method: 'PATCH', url: `${url}/status`, body, token: teacher.token });
    expect((await renewByLink(expiresAt)).statusCode).toBe(409);
    await test.call({ method: 'DELETE', url, token: teacher.token });
    expect((await renewByLink(expiresAt)).statusCode).toBe(404);
    at(211 * MILLISECONDS_A_DAY);
    expect((await renewByLink(expiresAt)).statusCode).toBe(404);
  });
});

describe('a proposal whose deadline is near', () => {
  it('causes reminders a day and an hour before to those who have not answered, once each', async () => {
    const [first, second, third] = await ringOfThree(test, 'Urdu');
    const id = await proposed(test, [first, second, third]);
    expect((await answer(test, second, id, 'yes')).statusCode).toBe(200);
    const hours = async (member: typeof first) =>
      (await notices(member.teacher, 'deadline_near')).map(
        ({ details }) => (details as { hours: number }).hours,
      );
    await remindNow();
    expect(await hours(third)).toEqual([]);
    at(50 * HOUR);
    await Promise.all([remindNow(), remindNow()]);
    await remindNow();
    expect(await hours(third)).toEqual([24]);
    at(71.5 * HOUR);
    await remindNow();
    await remindNow();
    expect(await hours(third)).toEqual([24, 1]);
    for (const answered of [first, second]) expect(await hours(answered)).toEqual([]);
  });
});

describe('a contact that many teachers viewed within a day', () => {
  it('causes a notice to its owner from ten viewers on, once a week', async () => {
    const seen = await registerTeacher(test);
    const see = async (viewers: number) => {
      for (let index = 0; index < viewers; index += 1) {
        const viewer = await registerTeacher(test);
        await test.database.db
          .insertInto('contact_views')
          .values({
            viewer_id: viewer.user._id,
            seen_id: seen.user._id,
            place: 'list',
            opened_at: test.clock.now,
            seen_at: test.clock.now,
          })
          .execute();
      }
    };
    await see(9);
    await remindNow();
    expect(await notices(seen, 'contact_seen_often')).toEqual([]);
    await see(1);
    await remindNow();
    await remindNow();
    expect((await notices(seen, 'contact_seen_often')).map(({ details }) => details)).toEqual([
      { viewers: 10 },
    ]);
  });
});

/** Signs in again, because sessions end after a week. */
async function signInAgain({ user, password }: TestTeacher): Promise<{ token: string }> {
  const body = { email: user.email, password, ...(await solveCaptcha(test)) };
  return (await test.call({ method: 'POST', url: '/api/auth/login', body })).json();
}
