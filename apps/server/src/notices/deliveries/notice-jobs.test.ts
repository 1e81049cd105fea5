import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerTeacher } from '../../../test/testing/factories.ts';
import { recordQueries } from '../../../test/testing/noted-queries.ts';
import { type Mailbox, startMailbox } from '../../../test/testing/services/mailbox.ts';
import { joinTestApp, startTestApp, type TestApp, testLinks } from '../../../test/testing/test-app.ts';
import type { Channel } from '../channels/channel.ts';
import { createEmail } from '../channels/email.ts';
import { createMailer } from '../channels/mailer.ts';
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
function startPaused() {
  const pauses: { readonly milliseconds: number; readonly end: () => void }[] = [];
  const stop = startSendingNotices({
    db: test.database.db,
    channels: [email],
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
