import type { NoticeContent } from '@mutual-transfer/domain/notices/notice-kinds';
import { defaultChoices } from '@mutual-transfer/domain/notices/notice-settings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  confirmAddress,
  makeAdministrator,
  postRequest,
  registerTeacher,
  solveCaptcha,
  type TestTeacher,
} from '../../test/testing/factories.ts';
import { testOperator } from '../../test/testing/operator.ts';
import { type Mailbox, startMailbox } from '../../test/testing/services/mailbox.ts';
import { startTestApp, type TestApp, testLinks } from '../../test/testing/test-app.ts';
import { readConfig } from '../platform/config.ts';
import { createLimits } from '../platform/limits.ts';
import { sign as signOf } from '../platform/signatures.ts';
import { type Channel, createTextMessages } from './channels/channel.ts';
import { createEmail } from './channels/email.ts';
import { createMailer, type Mailer } from './channels/mailer.ts';
import { createDeliveries } from './deliveries.ts';
import { createNotices } from './notices.ts';
import { sendNotices } from './send-deliveries.ts';

const bounceSecret = 'Yq7-hT2mZ0wLrP4xKf9sBd6uVe1jNc8aGo3';

let mailbox: Mailbox;
let mailer: Mailer;
let channels: Channel[];
let test: TestApp;
const texts: { phone: string; sms: string; link: string }[] = [];

/** What a former number gets: it cannot open the account, so the link leads to those who can help. */
const told = { sms: 'account', link: testLinks.to('/contact') };

beforeAll(async () => {
  mailbox = await startMailbox();
  mailer = createMailer({ url: `smtp://127.0.0.1:${mailbox.port}`, from: 'notices@product.example' });
  const sms = createTextMessages({
    has: () => true,
    send: async (phone, { sms: kind, link }) => void texts.push({ phone, sms: kind, link }),
  });
  channels = [createEmail(mailer, testOperator), sms];
  test = await startTestApp(({ db }) => ({
    config: readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', MAIL_WEBHOOK_SECRET: bounceSecret }),
    mailer,
    channels,
    limits: createLimits(db, { visitorRowsADay: 3_000 }),
  }));
});
afterAll(async () => {
  await test.close();
  mailer.close();
  await mailbox.close();
});
beforeEach(() => {
  mailbox.mails.length = 0;
  texts.length = 0;
});

async function send(): Promise<void> {
  await test.settled();
  await sendNotices({ db: test.database.db, channels, links: testLinks, now: () => test.clock.now });
}

const mailsTo = (address: string) => mailbox.mails.filter(({ recipients }) => recipients.includes(address));
const subjectsTo = (address: string) => mailsTo(address).map(({ subject }) => subject);

/** Returns the token of the link to a page in the latest mail to an address. */
function tokenOf(address: string, page: string): string {
  const found = mailsTo(address)
    .map(({ text }) => new RegExp(`${page}\\?token=(\\S+)`).exec(text ?? '')?.[1])
    .findLast((token) => token !== undefined);
  return found ?? '';
}

const confirm = (token: string) =>
  test.call({ method: 'POST', url: '/api/notices/email-confirmation', body: { token } });
const askAgain = ({ token }: TestTeacher) =>
  test.call({ method: 'POST', url: '/api/notices/email-link', token });
const stateOf = async ({ token }: TestTeacher) =>
  (await test.call({ url: '/api/notices/settings', token })).json().email;

async function notify({ user }: TestTeacher, content: NoticeContent): Promise<void> {
  const notice = { recipientId: user._id, content };
  await test.database.db
    .transaction()
    .execute((transaction) => createNotices(transaction, [notice], test.clock.now));
}

/** Registers a teacher, and opens the link in the mail that confirms the address. */
async function registerConfirmed(): Promise<TestTeacher> {
  const teacher = await registerTeacher(test);
  await test.settled();
  expect((await confirm(tokenOf(teacher.user.email, '/confirm'))).statusCode).toBe(200);
  mailbox.mails.length = 0;
  return teacher;
}

async function proveNumber({ user }: TestTeacher): Promise<void> {
  await test.database.db
    .updateTable('users')
    .set({ verified_at: test.clock.now, verified_how: 'phone_code' })
    .where('id', '=', user._id)
    .execute();
}

async function noticesOf({ token }: TestTeacher): Promise<string[]> {
  const { data } = (await test.call({ url: '/api/alerts', token })).json();
  return data.alerts.map(({ message }: { message: string }) => message);
}

const change = ({ token, password }: TestTeacher, body: object) =>
  test.call({ method: 'PUT', url: '/api/auth/profile', token, body: { ...body, currentPassword: password } });

describe('a mailbox that has not confirmed itself', () => {
  it('gets one mail, its confirmation, while eight accounts write and propose', async () => {
    const victim = await registerTeacher(test, {
      district: 'Patna',
      postingBlock: 'Danapur',
      desiredDistrict: 'Gaya',
      desiredBlock: 'Bodh Gaya',
    });
    const settings = { ...defaultChoices, quietHours: null };
    await test.call({ method: 'PUT', url: '/api/notices/settings', body: settings, token: victim.token });
    const { request } = await postRequest(test, victim, {
      desiredDistrict: 'Gaya',
      desiredBlock: 'Bodh Gaya',
    });
    const bots: TestTeacher[] = [];
    for (let number = 0; number < 8; number += 1) bots.push(await registerTeacher(test));
    for (const bot of bots) {
      const own = await postRequest(test, bot);
      for (let times = 0; times < 3; times += 1) {
        const url = `/api/alerts/${victim.user._id}`;
        await test.call({ method: 'POST', url, body: { message: `Shall we? ${times}` }, token: bot.token });
        const requests = [own.request._id, request._id];
        await test.call({ method: 'POST', url: '/api/agreements', body: { requests }, token: bot.token });
        await send();
        const { data } = (await test.call({ url: '/api/alerts', token: victim.token })).json();
        for (const { _id } of data.alerts)
          await test.call({ method: 'PATCH', url: `/api/alerts/${_id}/read`, token: victim.token });
      }
    }
    expect((await noticesOf(victim)).length).toBeGreaterThan(16);
    expect(subjectsTo(victim.user.email)).toEqual(['Confirm your email address']);
    expect(mailsTo(victim.user.email)[0]?.header('list-unsubscribe')).toBeUndefined();
  });

  it('is confirmed by the link, which works for seven days and for no other address', async () => {
    const teacher = await registerTeacher(test);
    await test.settled();
    const token = tokenOf(teacher.user.email, '/confirm');
    expect(await stateOf(teacher)).toBe('unconfirmed');
    expect((await confirm(`${token.slice(0, -3)}abc`)).statusCode).toBe(404);
    const begun = test.clock.now;
    test.clock.now = new Date(begun.getTime() + 8 * 86_400_000);
    expect((await confirm(token)).statusCode).toBe(404);
    test.clock.now = begun;
    expect((await change(teacher, { email: `other-${teacher.user.email}` })).statusCode).toBe(200);
    expect((await confirm(token)).statusCode).toBe(404);
    await test.settled();
    expect((await confirm(tokenOf(`other-${teacher.user.email}`, '/confirm'))).statusCode).toBe(200);
    expect(await stateOf(teacher)).toBe('confirmed');
  });

  it('is confirmed by a link for a new password', async () => {
    const teacher = await registerTeacher(test);
    const url = '/api/auth/password-links';
    const body = { email: teacher.user.email, ...(await solveCaptcha(test)) };
    await test.call({ method: 'POST', url, body });
    await test.settled();
    const token = tokenOf(teacher.user.email, '/reset');
    await test.call({ method: 'PUT', url, body: { token, newPassword: 'another quiet orchard' } });
    const row = test.database.db.selectFrom('users').select('email_confirmed_at');
    expect(await row.where('id', '=', teacher.user._id).executeTakeFirst()).toEqual({
      email_confirmed_at: expect.any(Date),
    });
  });

  it('gets the link again from the account, at most five times a day', async () => {
    const teacher = await registerTeacher(test);
    const statuses: number[] = [];
    for (let times = 0; times < 5; times += 1) statuses.push((await askAgain(teacher)).statusCode);
    await test.settled();
    expect(statuses).toEqual([202, 202, 202, 202, 429]);
    expect(mailsTo(teacher.user.email)).toHaveLength(5);
  });

  it('gets five links a day, whatever tag and dots the accounts write', async () => {
    const variants = ['v.ictim+1', 'vic.tim+2', 'victim', 'vict.im', 'victim+3', 'victim+4', 'v.i.c.t.i.m'];
    for (const name of variants) await registerTeacher(test, { email: `${name}@gmail.com` });
    await test.settled();
    expect(mailbox.mails).toHaveLength(5);
  });

  it('is one of at most five a day to which an account sends a link', async () => {
    const teacher = await registerTeacher(test);
    const email = (number: number) => `${number}-${teacher.user.email}`;
    for (let number = 0; number < 5; number += 1)
      expect((await change(teacher, { email: email(number) })).statusCode).toBe(200);
    await test.settled();
    expect([3, 4].map((number) => mailsTo(email(number)).length)).toEqual([1, 0]);
    expect(mailbox.mails).toHaveLength(5);
  });
});

describe('mails that the mailbox stopped', () => {
  it('are started again by no setting, password or address of the account, only by a link to the mailbox', async () => {
    const teacher = await registerConfirmed();
    await notify(teacher, { kind: 'readiness_round' });
    await send();
    const stop = `/api/notices/stop?token=${tokenOf(teacher.user.email, '/stop')}`;
    expect((await test.call({ method: 'POST', url: stop })).statusCode).toBe(200);
    mailbox.mails.length = 0;
    const { token } = teacher;
    const body = { ...defaultChoices, quietHours: null };
    expect((await test.call({ method: 'PUT', url: '/api/notices/settings', body, token })).statusCode).toBe(
      200,
    );
    await change(teacher, { email: `elsewhere-${teacher.user.email}` });
    await change(teacher, { email: teacher.user.email });
    await notify(teacher, { kind: 'password_reset', by: 'sms' });
    await send();
    expect(await stateOf(teacher)).toBe('unconfirmed');
    expect(subjectsTo(teacher.user.email)).toEqual(['Confirm your email address']);
    expect((await confirm(tokenOf(teacher.user.email, '/confirm'))).statusCode).toBe(200);
    mailbox.mails.length = 0;
    await notify(teacher, { kind: 'password_reset', by: 'email' });
    await send();
    expect(mailsTo(teacher.user.email)).toHaveLength(1);
    // The link of a former mailbox stops nothing.
    await change(teacher, { email: `later-${teacher.user.email}` });
    await confirmAddress(test, teacher);
    expect((await test.call({ method: 'POST', url: stop })).statusCode).toBe(200);
    expect(await stateOf(teacher)).toBe('confirmed');
  });
});

describe('an address whose mail comes back', () => {
  const report = (reports: object[], sign = bounceSecret) => {
    const bounces = reports.map((each) => ({ at: test.clock.now.toISOString(), ...each }));
    const body = JSON.stringify({ bounces });
    const headers = { 'content-type': 'application/json', 'x-webhook-signature': signOf(sign, body) };
    return test.call({ method: 'POST', url: '/api/mail/bounces', body, headers });
  };

  it('gets no more notices and links, and the account and its page say so, until it is corrected', async () => {
    const teacher = await registerConfirmed();
    const { email, _id } = teacher.user;
    const hard = { email: ` ${email.toUpperCase()}`, type: 'hard' };
    expect((await report([{ ...hard, type: 'soft' }])).statusCode).toBe(200);
    expect((await report([hard], `${bounceSecret} `)).statusCode).toBe(403);
    expect(await stateOf(teacher)).toBe('confirmed');
    for (const _again of [1, 2])
      expect((await report([hard, { email: 'x', type: 'hard' }])).statusCode).toBe(200);
    expect(await stateOf(teacher)).toBe('bounced');
    const { token } = await makeAdministrator(test);
    const pageOf = async () => (await test.call({ url: `/api/admin/users/${_id}`, token })).json();
    expect((await pageOf()).mailBouncedAt).toEqual(expect.any(String));
    await notify(teacher, { kind: 'password_reset', by: 'sms' });
    const link = { email, ...(await solveCaptcha(test)) };
    await test.call({ method: 'POST', url: '/api/auth/password-links', body: link });
    await send();
    expect(mailsTo(email)).toEqual([]);
    const corrected = `corrected.${email}`;
    expect((await change(teacher, { email: corrected })).statusCode).toBe(200);
    await test.settled();
    expect(await stateOf(teacher)).toBe('unconfirmed');
    expect((await confirm(tokenOf(corrected, '/confirm'))).statusCode).toBe(200);
    expect([await stateOf(teacher), (await pageOf()).mailBouncedAt]).toEqual(['confirmed', null]);
  });

  it('gets a link when its account asks, which starts the mails again, also if the report is sent again', async () => {
    const teacher = await registerConfirmed();
    const { email } = teacher.user;
    const hard = { email, type: 'hard', at: test.clock.now.toISOString() };
    await report([hard]);
    test.clock.now = new Date(test.clock.now.getTime() + 60_000);
    expect((await askAgain(teacher)).statusCode).toBe(202);
    await test.settled();
    expect((await confirm(tokenOf(email, '/confirm'))).statusCode).toBe(200);
    expect((await report([hard])).statusCode).toBe(200);
    expect(await stateOf(teacher)).toBe('confirmed');
    await report([{ email, type: 'hard', at: new Date(test.clock.now.getTime() + 1).toISOString() }]);
    expect(await stateOf(teacher)).toBe('bounced');
    const tomorrow = new Date(test.clock.now.getTime() + 86_400_000).toISOString();
    expect((await report([{ email, type: 'hard', at: tomorrow }])).statusCode).toBe(400);
  });
});

describe('a mailbox', () => {
  it('gets ten mails an hour: six with notices, two more with links of strangers and two with those of its owner', async () => {
    const teacher = await registerConfirmed();
    const { email } = teacher.user;
    const login = { email, password: teacher.password, ...(await solveCaptcha(test)) };
    const signedIn = await test.call({ method: 'POST', url: '/api/auth/login', body: login });
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
    const ask = async (address: string, times: number, headers = {}) => {
      for (let time = 0; time < times; time += 1) {
        const body = { email, ...(await solveCaptcha(test)) };
        const call = { method: 'POST', url: '/api/auth/password-links', body, address, headers } as const;
        expect((await test.call(call)).statusCode).toBe(202);
        await test.settled();
      }
    };
    await ask('203.0.113.5', 3);
    for (let times = 0; times < 12; times += 1) {
      await notify(teacher, { kind: 'password_reset', by: 'sms' });
      await send();
    }
    // With the confirmation, six.
    expect(mailsTo(email)).toHaveLength(5);
    await ask('203.0.113.6', 4);
    expect(mailsTo(email)).toHaveLength(7);
    await ask('203.0.113.7', 4, { cookie });
    expect(mailsTo(email)).toHaveLength(9);
    test.clock.now = new Date(test.clock.now.getTime() + 62 * 60_000);
    await test.database.pool.query("delete from rate_limits where key like 'mails-to:%'");
    await send();
    expect(subjectsTo(email).at(-1)).toBe('10 news about your transfer');
    expect(mailsTo(email)).toHaveLength(10);
  });
});

describe('the former contact is told', () => {
  it('of a change by the account, whatever the choices, and also if the notice was read', async () => {
    const teacher = await registerConfirmed();
    await proveNumber(teacher);
    const { token, user } = teacher;
    const none = { matches: [], messages: [], agreements: [], rounds: [], requests: [], account: [] };
    const body = { channels: none, quietHours: { from: 0, until: 23 }, isDaily: true };
    await test.call({ method: 'PUT', url: '/api/notices/settings', body, token });
    expect((await change(teacher, { email: `mine-${user.email}` })).statusCode).toBe(200);
    const { data } = (await test.call({ url: '/api/alerts', token })).json();
    await test.call({ method: 'PATCH', url: `/api/alerts/${data.alerts[0]._id}/read`, token });
    await send();
    expect(mailsTo(user.email).map(({ text }) => text)).toEqual([
      expect.stringContaining('The email address of your account was changed.'),
    ]);
    expect(mailsTo(user.email)[0]?.header('list-unsubscribe')).toBeUndefined();
    expect(texts).toEqual([{ phone: user.phone, ...told }]);
    texts.length = 0;
    const phone = String(Number(user.phone) + 400_000_000);
    expect((await change(teacher, { phone })).statusCode).toBe(200);
    await send();
    // The new address is not confirmed.
    expect(subjectsTo(`mine-${user.email}`)).toEqual(['Confirm your email address']);
    expect(texts).toEqual([{ phone: user.phone, ...told }]);
    expect(await noticesOf(teacher)).toHaveLength(2);
    const left = test.database.db.selectFrom('alerts').select('id').where('former_contact', 'is not', null);
    expect(await left.execute()).toEqual([]);
  });

  it('of a new password, by the account or an office', async () => {
    const teacher = await registerConfirmed();
    const { token, user, password } = teacher;
    const body = { currentPassword: password, newPassword: 'another quiet orchard' };
    expect((await test.call({ method: 'PUT', url: '/api/auth/password', body, token })).statusCode).toBe(200);
    await send();
    const admin = await makeAdministrator(test);
    const url = `/api/admin/users/${user._id}/password`;
    const set = { newPassword: 'a third quiet orchard' };
    expect((await test.call({ method: 'PUT', url, body: set, token: admin.token })).statusCode).toBe(200);
    await send();
    expect(mailsTo(user.email).map(({ text }) => text)).toEqual([
      expect.stringContaining('The password of your account was changed'),
      expect.stringContaining('An office chose a new password'),
    ]);
  });

  it('of a correction by an office, after which only a code verifies the number', async () => {
    const teacher = await registerConfirmed();
    await proveNumber(teacher);
    const admin = await makeAdministrator(test);
    const url = `/api/admin/users/${teacher.user._id}`;
    const phone = String(Number(teacher.user.phone) + 300_000_000);
    const body = { phone, reason: 'By letter' };
    expect((await test.call({ method: 'PUT', url, body, token: admin.token })).statusCode).toBe(200);
    await send();
    expect(mailsTo(teacher.user.email)[0]?.text).toContain(
      'The phone number of your account was corrected by an office.',
    );
    expect(texts).toEqual([{ phone: teacher.user.phone, ...told }]);
    const verify = () =>
      test.call({
        method: 'PUT',
        url: `${url}/verification`,
        body: { note: 'Service book seen' },
        token: admin.token,
      });
    const refused = await verify();
    expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('code')]);
    const codes = '/api/auth/phone-verification';
    const sent = await test.call({ method: 'POST', url: codes, token: teacher.token });
    const code = { phoneCode: sent.json().sandboxCode };
    expect(
      (await test.call({ method: 'PUT', url: codes, body: code, token: teacher.token })).statusCode,
    ).toBe(200);
    expect((await verify()).statusCode).toBe(200);
  });

  it('although the new mailbox stops its mails, and although the former one had its mails of the hour', async () => {
    const teacher = await registerConfirmed();
    const { email } = teacher.user;
    for (let times = 0; times < 12; times += 1) {
      await notify(teacher, { kind: 'password_reset', by: 'sms' });
      await send();
    }
    mailbox.mails.length = 0;
    const taken = `taken-${email}`;
    expect((await change(teacher, { email: taken })).statusCode).toBe(200);
    // The delivery waits for its next attempt.
    const { db } = test.database;
    await createDeliveries(db, ['email'], test.clock.now);
    await confirmAddress(test, { ...teacher, user: { ...teacher.user, email: taken } });
    const { address } = await testLinks.stop({ userId: teacher.user._id, email: taken });
    const stop = address.slice(address.indexOf('/api/'));
    expect((await test.call({ method: 'POST', url: stop })).statusCode).toBe(200);
    expect(await stateOf(teacher)).toBe('stopped');
    await send();
    expect(mailsTo(email).map(({ text }) => text)).toEqual([
      expect.stringContaining('The email address of your account was changed.'),
    ]);
  });

  it('by a notice in the account if neither contact was proven', async () => {
    const teacher = await registerTeacher(test);
    expect((await change(teacher, { email: `next-${teacher.user.email}` })).statusCode).toBe(200);
    await send();
    expect(await noticesOf(teacher)).toEqual([expect.stringContaining('The email address of your account')]);
    expect(subjectsTo(teacher.user.email)).toEqual(['Confirm your email address']);
    expect(texts).toEqual([]);
  });
});
