// This file is long because all tests share one mail server.

import type { NoticeContent } from '@mutual-transfer/domain/notices/notice-kinds';
import { defaultChoices, type NoticeChoices } from '@mutual-transfer/domain/notices/notice-settings';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  confirmAddress,
  makeAdministrator,
  registerTeacher,
  solveCaptcha,
  type TestTeacher,
} from '../../test/testing/factories.ts';
import { testOperator } from '../../test/testing/operator.ts';
import { type Mailbox, startMailbox } from '../../test/testing/services/mailbox.ts';
import { joinTestApp, startTestApp, type TestApp, testLinks } from '../../test/testing/test-app.ts';
import type { Channel } from './channels/channel.ts';
import { createEmail } from './channels/email.ts';
import { countedMailer } from './channels/mail-rate.ts';
import { createMailer } from './channels/mailer.ts';
import { createDeliveries } from './deliveries.ts';
import { createNotices } from './notices.ts';
import { sendDue, sendNotices } from './send-deliveries.ts';

const NOON = new Date('2026-06-15T06:30:00.000Z');
const ring: NoticeContent = { kind: 'ring', block: 'danapur', length: 4, requests: [] };
const match: NoticeContent = { kind: 'perfect_match', block: 'danapur' };

let mailbox: Mailbox;
let email: Channel;
let test: TestApp;
let reader: TestTeacher;

beforeAll(async () => {
  mailbox = await startMailbox();
  email = createEmail(
    createMailer({ url: `smtp://127.0.0.1:${mailbox.port}`, from: 'notices@product.example' }),
    testOperator,
  );
  test = await startTestApp(() => ({ channels: [email] }));
});
afterAll(async () => {
  await test.close();
  email.close();
  await mailbox.close();
});
beforeEach(async () => {
  test.clock.now = NOON;
  reader = await registerConfirmed();
  mailbox.mails.length = 0;
});
afterEach(() => mailbox.refusals.clear());

async function registerConfirmed(): Promise<TestTeacher> {
  const teacher = await registerTeacher(test);
  await confirmAddress(test, teacher);
  return teacher;
}

const now = () => test.clock.now;

const send = (channels: readonly Channel[] = [email]) =>
  sendNotices({ db: test.database.db, channels, links: testLinks, now });

async function notify(...contents: NoticeContent[]): Promise<void> {
  for (const content of contents) {
    const notice = { recipientId: reader.user._id, content };
    await test.database.db
      .transaction()
      .execute((transaction) => createNotices(transaction, [notice], now()));
  }
}

async function choose(changes: Partial<NoticeChoices>): Promise<void> {
  const body = { ...defaultChoices, ...changes };
  const saved = await test.call({ method: 'PUT', url: '/api/notices/settings', body, token: reader.token });
  expect(saved.statusCode, saved.body).toBe(200);
}

const after = (minutes: number) => {
  test.clock.now = new Date(test.clock.now.getTime() + minutes * 60_000);
};

const states = async () => {
  const deliveries = test.database.db.selectFrom('deliveries').selectAll();
  const rows = await deliveries.where('user_id', '=', reader.user._id).orderBy('id').execute();
  return rows.map(({ state }) => state);
};

describe('a notice by e-mail', () => {
  it('is sent once, in text and HTML, with its sentence and its link', async () => {
    await notify(ring);
    await send();
    await send();
    expect(mailbox.mails).toHaveLength(1);
    const [mail] = mailbox.mails;
    expect(mail?.recipients).toEqual([reader.user.email]);
    expect(mail?.from?.address).toBe('notices@product.example');
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('https://product.example/?tab=my');
      expect(part).toContain('4');
      expect(part).toContain('Danapur');
    }
    expect(mail?.html).not.toContain('<script');
    expect(await states()).toEqual(['sent']);
  });

  it('is sent in the language of the last sign-in', async () => {
    const hindi = { 'accept-language': 'hi' };
    const captcha = await solveCaptcha(test);
    const body = { email: reader.user.email, password: reader.password, ...captcha };
    await test.call({ method: 'POST', url: '/api/auth/login', body, headers: hindi });
    await notify(ring);
    await send();
    expect(mailbox.mails[0]?.text).toContain('दानापुर');
    expect(mailbox.mails[0]?.html).toContain('lang="hi"');
  });

  it("escapes a teacher's message and does not reveal its sender", async () => {
    const writer = await registerTeacher(test, { name: 'Kumari Sunita' });
    const notice = {
      recipientId: reader.user._id,
      senderId: writer.user._id,
      content: { kind: 'message' as const, message: '<b onclick="x">Swap & go?</b>' },
    };
    await test.database.db
      .transaction()
      .execute((transaction) => createNotices(transaction, [notice], now()));
    await send();
    const [mail] = mailbox.mails;
    expect(mail?.html).toContain('&lt;b onclick=&quot;x&quot;&gt;Swap &amp; go?&lt;/b&gt;');
    expect(mail?.text).toContain('<b onclick="x">Swap & go?</b>');
    for (const secret of ['Sunita', writer.user.email, String(writer.user.phone)]) {
      expect(`${mail?.text}${mail?.html}${mail?.subject}`).not.toContain(secret);
    }
  });

  it('of a kind of a newer version is left to processes of that version, and delays no other notice', async () => {
    await notify(match, ring);
    await test.database.pool.query(
      "update alerts set kind = 'of_a_newer_version' where kind = 'perfect_match'",
    );
    await send();
    expect(mailbox.mails.map(({ text }) => text)).toEqual([expect.stringContaining('4')]);
    const unrouted = test.database.db.selectFrom('alerts').select('kind').where('is_routed', '=', false);
    expect(await unrouted.execute()).toEqual([{ kind: 'of_a_newer_version' }]);
    const { token } = reader;
    const listed = await test.call({ url: '/api/alerts', token });
    expect(listed.json().data).toMatchObject({ alerts: [{ kind: 'ring' }], pagination: { total: 1 } });
    expect((await test.call({ url: '/api/alerts/unread', token })).json()).toEqual({ unread: 1 });
    // The newer process has created the delivery.
    await test.database.pool.query(
      "update alerts set kind = 'perfect_match' where kind = 'of_a_newer_version'",
    );
    await createDeliveries(test.database.db, ['email'], now());
    await test.database.pool.query(
      "update alerts set kind = 'of_a_newer_version' where kind = 'perfect_match'",
    );
    await send();
    expect(mailbox.mails).toHaveLength(1);
    expect(await states()).toEqual(['sent', 'waiting']);
    await test.database.pool.query("delete from alerts where kind = 'of_a_newer_version'");
  });

  it('is dropped if the notice was read or hidden before sending', async () => {
    await notify(ring, match);
    const { data } = (await test.call({ url: '/api/alerts', token: reader.token })).json();
    const [first, second] = data.alerts as { _id: string }[];
    await test.call({ method: 'PATCH', url: `/api/alerts/${first?._id}/read`, token: reader.token });
    const url = `/api/alerts/${second?._id}/hidden`;
    await test.call({ method: 'PATCH', url, body: { hidden: true }, token: reader.token });
    await send();
    expect(mailbox.mails).toEqual([]);
    expect(await states()).toEqual(['dropped', 'dropped']);
  });

  it('is not sent to a deactivated account', async () => {
    await notify(ring);
    await sendNotices({ db: test.database.db, channels: [], links: testLinks, now });
    await test.database.db
      .updateTable('users')
      .set({ is_active: false })
      .where('id', '=', reader.user._id)
      .execute();
    await notify(match);
    await send();
    expect(mailbox.mails).toEqual([]);
  });
});

describe('the choices of a teacher', () => {
  it('apply by topic and channel', async () => {
    await choose({ channels: { ...defaultChoices.channels, matches: ['push'] } });
    await notify(ring, { kind: 'readiness_round' });
    await send();
    expect(mailbox.mails).toHaveLength(1);
    expect(mailbox.mails[0]?.text).not.toContain('Danapur');
  });

  it('delay notices in quiet hours (India), which are then sent in one message, in order', async () => {
    await choose({ quietHours: { from: 22, until: 7 } });
    test.clock.now = new Date('2026-06-15T17:30:00.000Z');
    await notify(ring);
    after(60);
    await notify(match);
    await send();
    expect(mailbox.mails).toEqual([]);
    test.clock.now = new Date('2026-06-16T01:30:00.000Z');
    await send();
    expect(mailbox.mails).toHaveLength(1);
    const text = mailbox.mails[0]?.text ?? '';
    expect(text.indexOf('ring')).toBeGreaterThan(-1);
    expect(text.indexOf('ring')).toBeLessThan(text.indexOf('perfect match'));
  });

  it('do not delay an urgent notice', async () => {
    await choose({ quietHours: { from: 22, until: 7 }, isDaily: true });
    test.clock.now = new Date('2026-06-15T20:30:00.000Z');
    await notify({ kind: 'password_reset', by: 'sms' });
    await send();
    expect(mailbox.mails).toHaveLength(1);
  });

  it('do not delay an urgent notice behind an earlier notice that they delay', async () => {
    await choose({ isDaily: true, quietHours: null });
    await notify(ring);
    await send();
    after(1);
    await notify({ kind: 'password_reset', by: 'sms' });
    await send();
    expect(mailbox.mails.map(({ text }) => text)).toEqual([expect.stringContaining('password')]);
    expect(await states()).toEqual(['waiting', 'sent']);
    after(24 * 60);
    await send();
    expect(await states()).toEqual(['sent', 'sent']);
  });

  it('can ask for one message a day', async () => {
    await choose({ isDaily: true, quietHours: null });
    await notify(ring);
    after(120);
    await notify(match);
    await send();
    expect(mailbox.mails).toEqual([]);
    test.clock.now = new Date('2026-06-16T01:30:00.001Z');
    await send();
    expect(mailbox.mails.map(({ subject }) => subject)).toEqual(['2 news about your transfer']);
  });
});

describe('stopping a channel', () => {
  const linkOf = (index = 0) =>
    /<(.*)>/.exec(mailbox.mails[index]?.header('list-unsubscribe') ?? '')?.[1] ?? '';

  it('needs one click in the mail program and no sign-in (RFC 8058)', async () => {
    await notify(ring);
    await send();
    expect(mailbox.mails[0]?.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const { pathname, search, origin } = new URL(linkOf());
    expect(origin).toBe('https://product.example');
    const stopped = await test.app.inject({
      method: 'POST',
      url: `${pathname}${search}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(stopped.statusCode, stopped.body).toBe(200);
    const settings = await test.call({ url: '/api/notices/settings', token: reader.token });
    expect(settings.json()).toMatchObject({ email: 'stopped', choices: defaultChoices });
    await notify(match);
    await send();
    expect(mailbox.mails).toHaveLength(1);
  });

  it('accepts the form as multipart/form-data too, which RFC 8058 prefers', async () => {
    await notify(ring);
    await send();
    const { pathname, search } = new URL(linkOf());
    const stopped = await test.app.inject({
      method: 'POST',
      url: `${pathname}${search}`,
      headers: { 'content-type': 'multipart/form-data; boundary=end' },
      payload:
        '--end\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--end--\r\n',
    });
    expect(stopped.statusCode, stopped.body).toBe(200);
    const settings = await test.call({ url: '/api/notices/settings', token: reader.token });
    expect(settings.json()).toMatchObject({ email: 'stopped' });
  });

  it('affects no other teacher or channel, and a forged link has no effect', async () => {
    await notify(ring);
    await send();
    const { pathname, search } = new URL(linkOf());
    const forged = await test.call({ method: 'POST', url: `${pathname}${search.slice(0, -3)}abc` });
    expect(forged.statusCode).toBe(404);
    const other = await registerTeacher(test);
    await test.call({ method: 'POST', url: `${pathname}${search}` });
    const settings = await test.call({ url: '/api/notices/settings', token: other.token });
    expect(settings.json()).toMatchObject({ email: 'unconfirmed', choices: defaultChoices });
  });

  it('is not done by opening the link, which redirects to the page with the button', async () => {
    await notify(ring);
    await send();
    const { pathname, search } = new URL(linkOf());
    const opened = await test.call({ url: `${pathname}${search}` });
    expect([opened.statusCode, opened.headers.location]).toEqual([303, `/stop${search}`]);
    const settings = await test.call({ url: '/api/notices/settings', token: reader.token });
    expect(settings.json()).toMatchObject({ email: 'confirmed', choices: defaultChoices });
  });
});

describe('a delivery that fails', () => {
  it('is retried later in the same order and delays no other recipient', async () => {
    const other = await registerConfirmed();
    mailbox.refusals.set(reader.user.email, { code: 451, message: 'Try later' });
    await notify(ring);
    const notice = { recipientId: other.user._id, content: ring };
    await test.database.db
      .transaction()
      .execute((transaction) => createNotices(transaction, [notice], now()));
    await send();
    expect(mailbox.mails.map(({ recipients }) => recipients[0])).toEqual([other.user.email]);
    after(0.5);
    await notify(match);
    await send();
    expect(mailbox.mails).toHaveLength(1);
    mailbox.refusals.clear();
    after(2);
    await send();
    const [, second] = mailbox.mails;
    // The message lists the notices in the order in which they were created.
    expect(second?.text).toMatch(/ring.*perfect match/s);
    expect(await states()).toEqual(['sent', 'sent']);
  });

  it('is not retried after a permanent refusal, which an administrator sees and can retry', async () => {
    mailbox.refusals.set(reader.user.email, { code: 550, message: 'No such mailbox' });
    await notify(ring);
    await send();
    expect(await states()).toEqual(['dead']);
    const { token } = await makeAdministrator(test);
    const list = (await test.call({ url: '/api/admin/undelivered', token })).json();
    expect(list.deliveries[0]).toMatchObject({
      kind: 'ring',
      channel: 'email',
      recipient: { _id: reader.user._id },
      attempts: 1,
      error: expect.stringContaining('No such mailbox'),
    });
    const file = (await test.call({ url: '/api/admin/undelivered.csv', token })).body.split('\r\n');
    expect(file[1]).toMatch(new RegExp(`,ring,email,${reader.user._id},.*,1,.*No such mailbox`));
    mailbox.refusals.clear();
    const url = `/api/admin/undelivered/${list.deliveries[0]._id}/retry`;
    expect((await test.call({ method: 'POST', url, token })).statusCode).toBe(200);
    await send();
    expect(await states()).toEqual(['sent']);
    expect((await test.call({ method: 'POST', url, token })).statusCode).toBe(404);
  });

  it('is sent again with the same Message-ID if it could not be marked as sent', async () => {
    await notify(ring);
    const { pool } = test.database;
    await pool.query(
      `create function refuse_sent() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refuse_sent before update on deliveries for each row when (new.state = 'sent') execute function refuse_sent()`,
    );
    await expect(send()).rejects.toThrow('refused');
    await pool.query('drop trigger refuse_sent on deliveries; drop function refuse_sent');
    const [delivery] = await test.database.db
      .selectFrom('deliveries')
      .select(['state', 'attempts', 'error'])
      .where('user_id', '=', reader.user._id)
      .execute();
    expect(delivery).toEqual({ state: 'waiting', attempts: 1, error: null });
    const [first] = mailbox.mails;
    after(4);
    await send();
    expect(await states()).toEqual(['sent']);
    expect(mailbox.mails.map(({ messageId }) => messageId)).toEqual([first?.messageId, first?.messageId]);
  });

  it('is given up after two days of attempts', async () => {
    mailbox.refusals.set(reader.user.email, { code: 451, message: 'Try later' });
    await notify(ring);
    const begun = test.clock.now.getTime();
    do {
      await send();
      after(30);
    } while ((await states())[0] === 'waiting');
    expect(await states()).toEqual(['dead']);
    const hours = (test.clock.now.getTime() - begun) / 3_600_000;
    expect(hours).toBeGreaterThan(40);
    expect(hours).toBeLessThan(56);
    const { token } = await makeAdministrator(test);
    const list = (await test.call({ url: '/api/admin/undelivered', token })).json();
    expect(list.deliveries).toContainEqual(
      expect.objectContaining({
        recipient: expect.objectContaining({ _id: reader.user._id }),
        attempts: 9,
        error: expect.stringContaining('Try later'),
      }),
    );
  });

  it('is retried by another process if the sending process was killed', async () => {
    await notify(ring);
    const dying: Channel = { name: 'email', send: () => new Promise(() => {}), close: () => {} };
    void send([dying]).catch(() => {});
    await expect
      .poll(async () => {
        const { rows } = await test.database.pool.query(
          "select 1 from deliveries where user_id = $1 and attempts = 1 and state = 'waiting'",
          [reader.user._id],
        );
        return rows.length;
      })
      .toBe(1);
    await send();
    expect(mailbox.mails).toEqual([]);
    after(4);
    await send();
    expect(mailbox.mails).toHaveLength(1);
  });
});

it('a new notice is sent before the rest of a backlog', async () => {
  const readers = await Promise.all(Array.from({ length: 20 }, registerConfirmed));
  const notices = readers.map(({ user }) => ({ recipientId: user._id, content: ring }));
  await test.database.db.transaction().execute((transaction) => createNotices(transaction, notices, now()));
  const recipients: string[] = [];
  const createAnother = async () => {
    after(1);
    await notify({ kind: 'password_reset', by: 'sms' });
  };
  const slow: Channel = {
    name: 'email',
    send: async ({ recipient }) => {
      if (recipients.push(recipient.userId) === 1) await createAnother();
    },
    close: () => {},
  };
  await send([slow]);
  expect(recipients).toHaveLength(21);
  // Each batch has eight recipients: the new notice is in the second one.
  expect(recipients.indexOf(reader.user._id)).toBeLessThan(16);
});

it('the oldest notice of a backlog is in the first batch although newer notices were created', async () => {
  const recipients: string[] = [];
  const channel: Channel = {
    name: 'email',
    send: async ({ recipient }) => void recipients.push(recipient.userId),
    close: () => {},
  };
  const oldest = reader.user._id;
  await notify(match);
  await createDeliveries(test.database.db, ['email'], now());
  for (let number = 0; number < 20; number++) {
    after(1);
    reader = await registerConfirmed();
    await notify(match);
    await createDeliveries(test.database.db, ['email'], now());
  }
  await sendDue({ db: test.database.db, channels: [channel], links: testLinks, now });
  expect(recipients).toHaveLength(8);
  expect(recipients).toContain(oldest);
  expect(recipients).toContain(reader.user._id);
});

describe('what cannot wait', () => {
  const channelTo = (recipients: string[]): Channel => ({
    name: 'email',
    send: async ({ recipient }) => void recipients.push(recipient.userId),
    close: () => {},
  });
  const announcement = '01970000-0000-7000-8000-00000000aaaa';

  /** Stores notices of an announcement to people who are told nothing, since they confirmed no address. */
  async function announceTo(people: number, noticesOfEach: number, isRouted: boolean): Promise<void> {
    await test.database.pool.query(
      `with told as (
         insert into users (id, role, email, password_hash, name, created_at)
         select gen_random_uuid(), 'admin', gen_random_uuid() || '@a.example', '', 'Told', $1
         from generate_series(1, $2) returning id
       ), notices as (
         insert into alerts (id, to_user_id, kind, details, created_at, is_routed)
         select gen_random_uuid(), id, 'announcement', jsonb_build_object('announcementId', $5::uuid::text, 'texts', '{}'::jsonb), $1, $4
         from told, generate_series(1, $3) returning id, to_user_id
       )
       insert into deliveries (id, alert_id, user_id, channel, priority, announcement_id, due_at)
       select id, id, to_user_id, 'email', 2, $5::uuid, $1 from notices where $4`,
      [now(), people, noticesOfEach, isRouted, announcement],
    );
  }

  it('is in the first batch although more than a batch of messages of an announcement have waited longer', async () => {
    await announceTo(60, 20, true);
    after(1);
    await notify({ kind: 'password_reset', by: 'sms' });
    await createDeliveries(test.database.db, ['email'], now());
    const recipients: string[] = [];
    const channels = [channelTo(recipients)];
    await sendDue({ db: test.database.db, channels, links: testLinks, now });
    expect(recipients).toEqual([reader.user._id]);
    await test.database.pool.query('delete from alerts where details->>$1 = $2', [
      'announcementId',
      announcement,
    ]);
  });

  it('is routed before the notices of an announcement that was created earlier', async () => {
    await announceTo(600, 1, false);
    await notify({ kind: 'password_reset', by: 'sms' });
    expect(await createDeliveries(test.database.db, ['email'], now())).toBe(true);
    expect(await states()).toEqual(['waiting']);
    await test.database.pool.query('delete from alerts where details->>$1 = $2', [
      'announcementId',
      announcement,
    ]);
    await send();
  });

  it('MAIL_PER_SECOND bounds the notices of all processes; links do not wait, and take half of it at most', async () => {
    const readers = await Promise.all(Array.from({ length: 5 }, registerConfirmed));
    const { db, pool } = test.database;
    for (const each of readers) {
      after(1);
      reader = each;
      await notify(match);
      await createDeliveries(db, ['email'], now());
    }
    const recipients: string[] = [];
    const sending = { db, channels: [channelTo(recipients)], links: testLinks, mailsPerSecond: 3, now };
    /** Lets the present second last an hour, or ends it. */
    const stretch = (length: string) =>
      pool.query(
        `update rate_limits set expires_at = clock_timestamp() + $1::interval where key in ('mails:notices', 'mails:links')`,
        [length],
      );
    const links: string[] = [];
    const mailer = countedMailer({ send: async ({ to }) => void links.push(to), close: () => {} }, db);
    const link = { id: '1', to: 'a@school.example', subject: '', text: '', html: '' };
    for (let sent = 0; sent < 4; sent++) await mailer.send(link);
    await stretch('1 hour');
    expect(await sendDue(sending)).toBe(0);
    expect(recipients).toHaveLength(2);
    await stretch('1 hour');
    expect(await sendDue(sending)).toBeGreaterThan(0);
    expect(recipients).toHaveLength(2);
    await mailer.send(link);
    expect(links).toHaveLength(5);
    await stretch('-1 second');
    expect(await sendDue(sending)).toBe(0);
    expect(new Set(recipients).size).toBe(5);
  });
});

it('three concurrent runs send each notice once', async () => {
  const second = await joinTestApp(test);
  const readers = await Promise.all(Array.from({ length: 12 }, registerConfirmed));
  const notices = readers.map(({ user }) => ({ recipientId: user._id, content: ring }));
  await test.database.db.transaction().execute((transaction) => createNotices(transaction, notices, now()));
  await Promise.all([send(), send(), send()]);
  const received = mailbox.mails.flatMap(({ recipients }) => recipients);
  expect(received.toSorted()).toEqual(readers.map(({ user }) => user.email).toSorted());
  await second.close();
});
