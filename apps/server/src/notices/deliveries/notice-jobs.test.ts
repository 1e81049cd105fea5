import { defaultChoices } from '@mutual-transfer/domain/notices/notice-settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerTeacher } from '../../../test/testing/factories.ts';
import { recordQueries } from '../../../test/testing/noted-queries.ts';
import { type Mailbox, startMailbox } from '../../../test/testing/services/mailbox.ts';
import { joinTestApp, startTestApp, type TestApp, testLinks } from '../../../test/testing/test-app.ts';
import type { Channel, Dispatch } from '../channels/channel.ts';
import { createEmail } from '../channels/email.ts';
import { createMailer } from '../channels/mailer.ts';
import { createNotices } from '../create-notices.ts';
import { sendNotices, startSendingNotices } from './notice-jobs.ts';

let mailbox: Mailbox;
let email: Channel;
let test: TestApp;

beforeAll(async () => {
  mailbox = await startMailbox();
  const url = `smtp://127.0.0.1:${mailbox.port}`;
  email = createEmail(createMailer({ url, from: 'notices@product.example' }));
  test = await startTestApp();
});
afterAll(async () => {
  await test.close();
  email.close();
  await mailbox.close();
});

/** Starts sending with pauses that last until the test ends them. */
function startPaused(channels: readonly Channel[] = [email]) {
  const pauses: { readonly milliseconds: number; readonly end: () => void }[] = [];
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

it('a mail server that does not answer delays no message of another channel', async () => {
  const reader = await registerTeacher(test);
  const channels = { ...defaultChoices.channels, account: ['email' as const, 'sms' as const] };
  const body = { ...defaultChoices, channels, quietHours: null };
  const url = '/api/notices/settings';
  expect((await test.call({ method: 'PUT', url, body, token: reader.token })).statusCode).toBe(200);
  await test.database.db
    .updateTable('users')
    .set({ verified_at: test.clock.now, verified_how: 'phone_code' })
    .where('id', '=', reader.user._id)
    .execute();
  const silence = Promise.withResolvers<void>();
  const texts: Dispatch[] = [];
  const silent: Channel = { name: 'email', send: () => silence.promise, close: () => {} };
  const phones: Channel = { name: 'sms', send: async (text) => void texts.push(text), close: () => {} };
  const sending = startPaused([silent, phones]);
  for (const count of [1, 2, 3]) {
    const notice = { recipientId: reader.user._id, content: { kind: 'password_reset', by: 'sms' } } as const;
    await test.database.db
      .transaction()
      .execute((transaction) => createNotices(transaction, [notice], test.clock.now));
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
