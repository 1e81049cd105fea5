import { setTimeout } from 'node:timers/promises';
import { type JobWatch, workCounted } from '../job-metrics.ts';
import { createDeliveries } from './create-deliveries.ts';
import { hasDueWork } from './due-work.ts';
import { type Sending, sendDue } from './send-deliveries.ts';

const SEND = 'send-notices';
/** Pause between two queries for new notices. A notice waits at most this long, plus the time of sending. */
const PAUSE_MS = 1_000;

interface SendingJob extends Sending, JobWatch {
  /** Resolves after the time, or when the signal aborts. */
  readonly pause?: (milliseconds: number, stopping: AbortSignal) => Promise<void>;
}

/**
 * Sends notices until it is stopped. Every process queries committed rows each second: a notice leaves at once whichever process created
 * it, even if that process was killed right after the commit, and no producer has to signal the sender.
 * @returns Function that stops sending and resolves after the current message.
 */
export function startSendingNotices(job: SendingJob): () => Promise<void> {
  const stopping = new AbortController();
  const stopped = sendUntil(stopping.signal, job);
  return () => {
    stopping.abort();
    return stopped;
  };
}

async function sendUntil(stopping: AbortSignal, { pause = pauseFor, ...job }: SendingJob): Promise<void> {
  const send = workCounted(SEND, job, () => sendNotices({ ...job, stopping }));
  while (!stopping.aborted) {
    // The failure is logged; the next run tries again.
    await send().catch(() => {});
    if (!stopping.aborted) await pause(PAUSE_MS, stopping);
  }
}

async function pauseFor(milliseconds: number, stopping: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal: stopping }).catch(() => {});
}

/** Sends due notices until there are none. Queries new notices before each batch, so that they do not wait behind a backlog. */
export async function sendNotices(sending: Sending): Promise<void> {
  if (!(await hasDueWork(sending.db, sending.now()))) return;
  const names = sending.channels.map(({ name }) => name);
  let isSending: boolean;
  do {
    await createDeliveries(sending.db, names, sending.now());
    isSending = names.length > 0 && (await sendDue(sending));
  } while (isSending && !sending.stopping?.aborted);
}
