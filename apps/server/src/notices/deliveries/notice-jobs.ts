import type { NoticeChannel } from '@mutual-transfer/domain/notices/notice-settings';
import type { JobWatch } from '../../job-metrics.ts';
import { type Pause, repeatWork } from '../../repeat-work.ts';
import type { Channel } from '../channels/channel.ts';
import { createDeliveries } from './create-deliveries.ts';
import { hasDueWork } from './due-work.queries.ts';
import { type Sending, sendDue } from './send-deliveries.ts';

/** Pause between two queries for new notices. A notice waits at most for this pause and the time of sending. */
const PAUSE_MS = 1_000;

interface SendingJob extends Sending, JobWatch {
  readonly pause?: Pause;
}

/**
 * Sends notices until it is stopped. Every process queries committed rows each second. A notice is therefore sent promptly whichever
 * process created it, even if that process was killed right after the commit, and no code that creates notices has to signal the sender.
 * Each channel has its own repetition, so that a server that does not answer delays only its own channel.
 *
 * @returns a function that stops sending and resolves after the current messages.
 */
export function startSendingNotices({
  pause,
  onError,
  metrics,
  ...sending
}: SendingJob): () => Promise<void> {
  const stops = separately(sending.channels).map((through) => {
    const work = (stopping: AbortSignal) => sendNotices({ ...sending, stopping }, through);
    const job = ['send-notices', ...namesOf(through)].join('-');
    return repeatWork({ job, pauseMs: PAUSE_MS, work, pause, onError, metrics });
  });
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

/** Returns each channel by itself; without channels a single empty list, because new notices are routed nevertheless. */
function separately(channels: readonly Channel[]): (readonly Channel[])[] {
  return channels.length === 0 ? [[]] : channels.map((channel) => [channel]);
}

/**
 * Sends due notices through some of the channels until none is left. Queries new notices before each batch, so that they do not wait behind
 * a backlog.
 */
export async function sendNotices(
  sending: Sending,
  through: readonly Channel[] = sending.channels,
): Promise<void> {
  if (!(await hasDueWork(sending.db, namesOf(through), sending.now()))) return;
  let isSending: boolean;
  do {
    await createDeliveries(sending.db, namesOf(sending.channels), sending.now());
    isSending = through.length > 0 && (await sendDue({ ...sending, channels: through }));
  } while (isSending && !sending.stopping?.aborted);
}

function namesOf(channels: readonly Channel[]): NoticeChannel[] {
  return channels.map(({ name }) => name);
}
