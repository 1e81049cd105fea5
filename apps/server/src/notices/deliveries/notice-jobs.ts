import type { JobWatch } from '../../job-metrics.ts';
import { type Pause, repeatWork } from '../../repeat-work.ts';
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
 *
 * @returns a function that stops sending and resolves after the current message.
 */
export function startSendingNotices({
  pause,
  onError,
  metrics,
  ...sending
}: SendingJob): () => Promise<void> {
  const work = (stopping: AbortSignal) => sendNotices({ ...sending, stopping });
  return repeatWork({ job: 'send-notices', pauseMs: PAUSE_MS, work, pause, onError, metrics });
}

/** Sends due notices until none is left. Queries new notices before each batch, so that they do not wait behind a backlog. */
export async function sendNotices(sending: Sending): Promise<void> {
  if (!(await hasDueWork(sending.db, sending.now()))) return;
  const names = sending.channels.map(({ name }) => name);
  let isSending: boolean;
  do {
    await createDeliveries(sending.db, names, sending.now());
    isSending = names.length > 0 && (await sendDue(sending));
  } while (isSending && !sending.stopping?.aborted);
}
