import type { PgBoss } from 'pg-boss';
import { type JobWatch, workCounted } from '../job-metrics.ts';
import { routeNotices } from './route-notices.ts';
import { type Sending, sendDue } from './send-deliveries.ts';

const SEND = 'send-notices';
const EVERY_MINUTE = '* * * * *';
const POLLING_SECONDS = 1;
const LONGEST_RUN_SECONDS = 15 * 60;

/**
 * Sends notices. What is to be sent stands in rows, written in the transaction of what is told; a job only says to look, so that one that
 * is lost, or comes twice, does no harm. Each minute one comes by itself.
 *
 * @returns how to say that there may be something to send.
 */
export async function startNoticeJobs(
  boss: PgBoss,
  sending: Sending & JobWatch,
): Promise<() => Promise<void>> {
  // `stately`: one such job waits and one is at work, however many servers there are.
  await boss.createQueue(SEND, { policy: 'stately', retryLimit: 0, expireInSeconds: LONGEST_RUN_SECONDS });
  await boss.schedule(SEND, EVERY_MINUTE);
  const send = workCounted(SEND, sending, () => sendNotices(sending));
  await boss.work(SEND, { pollingIntervalSeconds: POLLING_SECONDS }, send);
  return async () => void (await boss.send(SEND));
}

/** Routes what was created, and sends what is due. */
export async function sendNotices(sending: Sending): Promise<void> {
  const names = sending.channels.map(({ name }) => name);
  await routeNotices(sending.db, names, sending.now());
  if (names.length > 0) await sendDue(sending);
}
