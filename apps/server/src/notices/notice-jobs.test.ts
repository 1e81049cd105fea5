import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import type { NoticeContent } from '@mutual-transfer/domain/notices/notice-kinds';
import { defaultChoices, type NoticeChoices } from '@mutual-transfer/domain/notices/notice-settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { confirmAddress, registerTeacher, type TestTeacher } from '../../test/testing/factories.ts';
import { recordQueries } from '../../test/testing/noted-queries.ts';
import { noticeSamples } from '../../test/testing/notice-samples.ts';
import { testOperator } from '../../test/testing/operator.ts';
import { type Mailbox, startMailbox } from '../../test/testing/services/mailbox.ts';
import { joinTestApp, startTestApp, type TestApp, testLinks } from '../../test/testing/test-app.ts';
import { type Channel, createTextMessages, type Dispatch } from './channels/channel.ts';
import { createEmail } from './channels/email.ts';
import { createMailer } from './channels/mailer.ts';
import { createNotices } from './notices.ts';
import { sendNotices, startSendingNotices } from './send-deliveries.ts';

let mailbox: Mailbox;
let email: Channel;
let test: TestApp;

beforeAll(async () => {
  mailbox = await startMailbox();
  const url = `smtp://127.0.0.1:${mailbox.port}`;
  email = createEmail(createMailer({ url, from: 'notices@product.example' }), testOperator);
  test = await startTestApp();
});
afterAll(async () => {
  await test.close();
  email.close();
  await mailbox.close();
});

/** Starts sending with pauses that last until the test ends them. */
function startPaused(channels: readonly Channel[] = [email]) {
  const pauses: { milliseconds: number; end: () => void }[] = [];
  const stop = startSendingNotices({
    db: test.database.db,
    channels,
    links: testLinks,
    now: () => test.clock.now,
    onError: (error) => {
      throw error;
    },
    pause: (milliseconds, stopping) =>
      new Promise((resolve) => {
        stopping.addEventListener('abort', () => resolve());
        pauses.push({ milliseconds, end: resolve });
      }),
  });
  const paused = (times: number) => expect.poll(() => pauses.length).toBe(times);
  return { pauses, paused, stop };
}

it('a notice that another process committed is sent after one pause of a second, without a scheduled job', async () => {
  const other = await joinTestApp(test);
  const reader = await registerTeacher(test, {
    district: 'Patna',
    postingBlock: 'Danapur',
    desiredDistrict: 'Gaya',
    desiredBlock: 'Bodh Gaya',
  });
  await confirmAddress(test, reader);
  const writer = await registerTeacher(test);
  const sending = startPaused();
  await sending.paused(1);
  const url = `/api/alerts/${reader.user._id}`;
  const body = { message: 'Shall we swap?' };
  expect((await other.call({ method: 'POST', url, body, token: writer.token })).statusCode).toBe(201);
  expect(mailbox.mails).toEqual([]);
  sending.pauses[0]?.end();
  await sending.paused(2);
  expect(mailbox.mails.map(({ recipients }) => recipients)).toEqual([[reader.user.email]]);
  expect(sending.pauses.map(({ milliseconds }) => milliseconds)).toEqual([1_000, 1_000]);
  await sending.stop();
  await other.close();
});

/** Registers a teacher with a verified phone who gets notices about the account by e-mail and SMS. */
async function readerOfTexts(choices: Partial<NoticeChoices>): Promise<TestTeacher> {
  const reader = await registerTeacher(test);
  await confirmAddress(test, reader);
  const channels = { ...defaultChoices.channels, account: ['email' as const, 'sms' as const] };
  const body = { ...defaultChoices, channels, ...choices };
  const url = '/api/notices/settings';
  expect((await test.call({ method: 'PUT', url, body, token: reader.token })).statusCode).toBe(200);
  await test.database.db
    .updateTable('users')
    .set({ verified_at: test.clock.now, verified_how: 'phone_code' })
    .where('id', '=', reader.user._id)
    .execute();
  return reader;
}

async function notify({ user }: TestTeacher, content: NoticeContent): Promise<void> {
  const notice = { recipientId: user._id, content };
  await test.database.db
    .transaction()
    .execute((transaction) => createNotices(transaction, [notice], test.clock.now));
}

it('a mail server that does not answer delays no message of another channel', async () => {
  const reader = await readerOfTexts({ quietHours: null });
  const silence = Promise.withResolvers<void>();
  const texts: Dispatch[] = [];
  const silent: Channel = { name: 'email', send: () => silence.promise, close: () => {} };
  const phones: Channel = { name: 'sms', send: async (text) => void texts.push(text), close: () => {} };
  const sending = startPaused([silent, phones]);
  for (const count of [1, 2, 3]) {
    await notify(reader, { kind: 'password_reset', by: 'sms' });
    await expect
      .poll(() => {
        for (const pause of sending.pauses) pause.end();
        return texts.flatMap(({ notices }) => notices).length;
      })
      .toBe(count);
  }
  silence.resolve();
  await sending.stop();
});

it('a text message is dropped if the phone number was changed since its notice', async () => {
  const reader = await readerOfTexts({ isDaily: true });
  const texts: Dispatch[] = [];
  const phones: Channel = { name: 'sms', send: async (text) => void texts.push(text), close: () => {} };
  const send = (now: Date) =>
    sendNotices({ db: test.database.db, channels: [phones], links: testLinks, now: () => now });
  await notify(reader, noticeSamples.agreed);
  await send(test.clock.now);
  const { db } = test.database;
  const { _id: id } = reader.user;
  await db.updateTable('users').set({ phone: '9876544444' }).where('id', '=', id).execute();
  await send(new Date(test.clock.now.getTime() + MILLISECONDS_A_DAY));
  const deliveries = db.selectFrom('deliveries').select('state').where('user_id', '=', id);
  expect([texts, await deliveries.execute()]).toEqual([[], [{ state: 'dropped' }]]);
});

it('sending executes one statement if no notice is due', async () => {
  const queries: string[] = [];
  const { db, pool } = recordQueries(test, queries);
  const sending = { db, channels: [email], links: testLinks, now: () => test.clock.now };
  await sendNotices(sending);
  queries.length = 0;
  await sendNotices(sending);
  expect(queries).toHaveLength(1);
  await pool.end();
});

it('stopping ends the pause and takes no further notices', async () => {
  const sending = startPaused();
  await sending.paused(1);
  await sending.stop();
  expect(sending.pauses).toHaveLength(1);
});

it('a phone gets only the kinds whose text is registered in its language, three of them without being asked', async () => {
  const reader = await registerTeacher(test);
  const { db } = test.database;
  await db
    .updateTable('users')
    .set({ verified_at: test.clock.now, verified_how: 'phone_code', language: 'hi' })
    .where('id', '=', reader.user._id)
    .execute();
  const sent: unknown[] = [];
  const phones = createTextMessages({
    has: (sms, language) => sms !== 'agreed' && language === 'hi',
    send: async (_phone, { sms, language }) => void sent.push([sms, language]),
  });
  const noon = new Date('2026-11-20T06:30:00Z');
  for (const kind of ['proposal', 'agreed', 'proposal_yes', 'perfect_match'] as const) {
    await notify(reader, noticeSamples[kind]);
    await sendNotices({ db, channels: [phones], links: testLinks, now: () => noon });
  }
  expect(sent).toEqual([['asked', 'hi']]);
  const states = db.selectFrom('deliveries').select('state').where('user_id', '=', reader.user._id);
  expect((await states.orderBy('id').execute()).map(({ state }) => state).toSorted()).toEqual([
    'dropped',
    'sent',
  ]);
});
