import type {
  Announcement,
  AnnouncementList,
  AnnouncementPreview,
  OwnAnnouncements,
} from '@mutual-transfer/domain/administration/announcement';
import type { Problem } from '@mutual-transfer/domain/problem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeEveryone } from '../../test/testing/agreements.ts';
import { makeAdministrator, registerTeacher, type TestTeacher } from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { sendAnnouncements } from './announcements.ts';

let test: TestApp;
let admin: TestTeacher;
let inGaya: TestTeacher;
let inPatna: TestTeacher;

beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  await removeEveryone(test);
  await test.database.pool.query('delete from announcements');
  admin = await makeAdministrator(test);
  inGaya = await registerTeacher(test, { district: 'Gaya', postingBlock: 'Bodh Gaya' });
  inPatna = await registerTeacher(test, {
    district: 'Patna',
    postingBlock: 'Danapur',
    desiredDistrict: 'Gaya',
    desiredBlock: 'Bodh Gaya',
  });
});
afterAll(() => test.close());

const english = 'The list closes on Friday.';
const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  test.call({
    method,
    url: `/api/admin/announcements${path}`,
    token: admin.token,
    ...(body ? { body } : {}),
  });

async function announce(body: object): Promise<Announcement> {
  const response = await call('POST', '', body);
  expect(response.statusCode, response.body).toBe(201);
  await test.settled();
  return response.json<Announcement>();
}

async function bannersOf({ token }: TestTeacher, language = 'en') {
  const headers = { 'accept-language': language };
  const response = await test.call({ url: '/api/announcements', token, headers });
  return response.json<OwnAnnouncements>().announcements;
}

async function noticesOf({ token }: TestTeacher): Promise<string[]> {
  const response = await test.call({ url: '/api/alerts', token });
  return response.json().data.alerts.map(({ message }) => message);
}

const send = (now = new Date()) => sendAnnouncements(test.database.db, now);

describe('an announcement', () => {
  it('reaches the teachers of its districts as a banner and one notice each', async () => {
    const body = { texts: { en: english, hi: 'सूची शुक्रवार को बंद होगी।' }, districts: ['Gaya'] };
    const preview = await call('POST', '/preview', body);
    expect(preview.json<AnnouncementPreview>()).toEqual({ recipients: 1, texts: body.texts });
    const made = await announce(body);
    await send();
    await send();
    expect(await noticesOf(inGaya)).toEqual([english]);
    expect(await noticesOf(inPatna)).toEqual([]);
    expect(await bannersOf(inGaya, 'hi')).toMatchObject([
      { _id: made._id, text: body.texts.hi, language: 'hi' },
    ]);
    expect(await bannersOf(inPatna)).toEqual([]);
    const list = (await call('GET', '')).json<AnnouncementList>();
    expect(list.announcements).toMatchObject([
      {
        _id: made._id,
        districts: ['Gaya'],
        state: 'sent',
        sent: 1,
        createdBy: { name: 'The Administrator' },
      },
    ]);
  });

  it("is shown in the language in which it was written if the reader's language is missing", async () => {
    const texts = { hi: 'सूची शुक्रवार को बंद होगी।' };
    expect((await call('POST', '/preview', { texts })).json()).toMatchObject({ texts: { en: texts.hi } });
    await announce({ texts });
    expect(await bannersOf(inPatna)).toMatchObject([{ text: texts.hi, language: 'hi' }]);
  });

  it('is sent at its start time, and its banner disappears at its end time', async () => {
    const hour = 3_600_000;
    const now = Date.now();
    const startsAt = new Date(now + hour).toISOString();
    const endsAt = new Date(now + 2 * hour).toISOString();
    expect(await announce({ texts: { en: english }, startsAt, endsAt })).toMatchObject({
      state: 'waiting',
      startsAt,
      endsAt,
    });
    await send();
    expect([await noticesOf(inGaya), await bannersOf(inGaya)]).toEqual([[], []]);
    await send(new Date(now + hour));
    expect(await noticesOf(inGaya)).toEqual([english]);
    await test.database.pool.query(
      `update announcements set starts_at = starts_at - interval '3 hours', ends_at = ends_at - interval '3 hours'`,
    );
    expect(await bannersOf(inGaya)).toEqual([]);
  });

  it('shows for a week how many of its messages wait, were sent and failed', async () => {
    const made = await announce({ texts: { en: english } });
    await send();
    const { pool } = test.database;
    const { rows } = await pool.query(
      "select id, to_user_id from alerts where kind = 'announcement' order by id desc limit 2",
    );
    for (const [index, channel, state] of [
      [0, 'email', 'sent'],
      [1, 'email', 'waiting'],
      [1, 'sms', 'dead'],
      [0, 'push', 'dropped'],
    ] as const)
      await pool.query(
        `insert into deliveries (id, alert_id, user_id, channel, state, due_at, announcement_id)
         values (gen_random_uuid(), $1, $2, $3, $4, now(), $5)`,
        [rows[index].id, rows[index].to_user_id, channel, state, made._id],
      );
    const [listed] = (await call('GET', '')).json<AnnouncementList>().announcements;
    expect(listed?.messages).toEqual({ waiting: 1, sent: 1, failed: 1 });
    await pool.query("update announcements set sent_at = sent_at - interval '8 days' where id = $1", [
      made._id,
    ]);
    const [older] = (await call('GET', '')).json<AnnouncementList>().announcements;
    expect(older?.messages).toEqual({ waiting: 0, sent: 0, failed: 0 });
  });

  it('is withdrawn together with its notices, once', async () => {
    const made = await announce({ texts: { en: english } });
    await send();
    const withdrawn = await call('DELETE', `/${made._id}`);
    expect(withdrawn.json<Announcement>().state).toBe('withdrawn');
    expect((await call('DELETE', `/${made._id}`)).statusCode).toBe(200);
    expect(await bannersOf(inGaya)).toEqual([]);
    await send();
    expect(await noticesOf(inGaya)).toEqual([]);
    const { rows } = await test.database.pool.query(
      `select count(*)::int from audit_log where action = 'announcement.withdraw'`,
    );
    expect(rows[0].count).toBe(1);
  });

  it('continues after the last sent notice if its process was killed', async () => {
    const made = await announce({ texts: { en: english } });
    await send();
    const ids = [inGaya.user._id, inPatna.user._id].toSorted();
    // The state that a process killed after the first teacher leaves behind.
    await test.database.pool.query('delete from alerts where to_user_id = $1', ids.slice(1));
    await test.database.pool.query(
      'update announcements set sent_after = $1, sent_count = 1, sent_at = null',
      ids.slice(0, 1),
    );
    await Promise.all([send(), send()]);
    expect([await noticesOf(inGaya), await noticesOf(inPatna)]).toEqual([[english], [english]]);
    const [listed] = (await call('GET', '')).json<AnnouncementList>().announcements;
    expect(listed).toMatchObject({ _id: made._id, sent: 2, state: 'sent' });
  });

  it.each([
    ['no text', { texts: {} }, 'texts'],
    ['an unknown language', { texts: { xx: 'Text' } }, 'texts'],
    ['an empty text', { texts: { en: ' ' } }, 'texts.en'],
    ['no districts', { texts: { en: english }, districts: [] }, 'districts'],
    ['a beginning in the past', { texts: { en: english }, startsAt: '2020-01-01T00:00:00Z' }, 'startsAt'],
    ['an end before the beginning', { texts: { en: english }, endsAt: '2020-01-01T00:00:00Z' }, 'endsAt'],
  ])('is refused with %s, and so is its preview', async (_name, body, field) => {
    for (const path of ['', '/preview']) {
      const refused = await call('POST', path, body);
      expect([path, refused.statusCode]).toEqual([path, 400]);
      expect(Object.keys(refused.json<Problem>().fields ?? {})[0]).toContain(field.split('.')[0]);
    }
  });

  it.each([
    [{ startsAt: '2020-01-01T00:00:00Z' }, { startsAt: expect.stringMatching(/^This time has passed/) }],
    [{ startsAt: '2999-01-01T00:00:00Z' }, { startsAt: expect.stringMatching(/within a year/) }],
    [{ endsAt: '2020-01-01T00:00:00Z' }, { endsAt: expect.stringMatching(/^The banner must end after/) }],
    [{ endsAt: '2999-01-01T00:00:00Z' }, { endsAt: expect.stringMatching(/within a year/) }],
  ])('a wrong time %j is explained at its field', async (times, fields) => {
    const refused = await call('POST', '/preview', { texts: { en: english }, ...times });
    expect([refused.statusCode, refused.json<Problem>().fields]).toEqual([400, fields]);
  });

  it('cannot be created or listed by a teacher', async () => {
    const body = { texts: { en: english } };
    const calls = [
      { method: 'POST' as const, url: '/api/admin/announcements', body },
      { method: 'GET' as const, url: '/api/admin/announcements' },
    ];
    for (const one of calls) expect((await test.call({ ...one, token: inGaya.token })).statusCode).toBe(403);
  });
});
