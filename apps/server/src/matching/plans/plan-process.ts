import { fork } from 'node:child_process';
import { once } from 'node:events';
import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { BestSoFar } from './compute-plan.ts';

/** Connection settings that can be passed to another process. */
export type PlanConnection = Pick<
  pg.ClientConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'database'
>;

/** First message to a child process. */
export interface PlanMessage<Order> {
  order: Order;
  /** Id of the process that ordered it. */
  parent: number;
}

/** Message of a child process: its progress from 0 to 1, with the best result so far of a deep plan; finally the outcome or its error. */
export type PlanNews<Outcome> =
  | { progress: number; best?: BestSoFar | undefined }
  | { outcome: Outcome }
  | { error: unknown };

/** A child process ended without an outcome. */
export class PlanProcessEnded extends Error {
  override readonly name = 'PlanProcessEnded';
  /** True if a signal asked the process to stop, such as the one that stops all processes of the service. */
  readonly isStopped: boolean;

  constructor(code: number | null, signal: NodeJS.Signals | null) {
    super(`The process that plans ended with ${signal ?? code}.`);
    this.isStopped = signal !== null && STOPS.includes(signal);
  }
}

/** Signals that ask a process to stop. The parent decides when its children end. */
export const STOPS: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/** Minimum heap limit of a child process in megabytes; 600,000 offers need half of it. */
const LEAST_MEGABYTES = 1_024;
/** Heap limit as a share of the machine's memory, where that exceeds the minimum: 1,800,000 offers need more than the minimum. */
const SHARE_OF_MACHINE = 1 / 4;
const MEGABYTE = 2 ** 20;

interface RunOptions {
  /** Kills the process. */
  signal?: AbortSignal;
  onProgress?: (progress: number, best?: BestSoFar) => void;
}

/**
 * Computes an order in a child process, which can be killed at any moment: a thread that is terminated in an unfortunate one takes the
 * whole server with it. The process has ended when the promise settles.
 *
 * @param file module that calls `answerOrder`.
 * @throws the reason of the signal, the error of the computation, or `PlanProcessEnded`.
 */
export async function computeApart<Outcome>(
  file: URL,
  order: object,
  { signal, onProgress = () => {} }: RunOptions = {},
): Promise<Outcome> {
  signal?.throwIfAborted();
  const child = fork(fileURLToPath(file), {
    execArgv: [`--max-old-space-size=${memoryMegabytes()}`],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  // A process that could not be started does not exit.
  const ended = Promise.race([once(child, 'exit'), once(child, 'error')]);
  const kill = () => void child.kill('SIGKILL');
  signal?.addEventListener('abort', kill, { once: true });
  try {
    return await new Promise<Outcome>((resolve, reject) => {
      child.on('message', (news: PlanNews<Outcome>) => {
        if ('outcome' in news) resolve(news.outcome);
        else if ('error' in news) reject(news.error);
        else onProgress(news.progress, news.best);
      });
      child.on('error', reject);
      child.once('exit', (code, by) => reject(signal?.reason ?? new PlanProcessEnded(code, by)));
      // An error of the pipe is followed by the exit of the child.
      child.send({ order, parent: process.pid } satisfies PlanMessage<object>, () => {});
    });
  } finally {
    signal?.removeEventListener('abort', kill);
    // It waits for this, so that no message is lost.
    kill();
    await ended.catch(() => {});
  }
}

function memoryMegabytes(): number {
  // `constrainedMemory()` returns 0, or more than the machine's memory, if the memory of the process is not limited.
  const memory = Math.min(process.constrainedMemory() || Infinity, totalmem());
  return Math.max(LEAST_MEGABYTES, Math.floor((memory * SHARE_OF_MACHINE) / MEGABYTE));
}

/** Returns the connection settings of the pool in a form that can be passed to another process. */
export function connectionOf({ options }: pg.Pool): PlanConnection {
  const { connectionString, host, port, user, database } = options;
  return connectionString === undefined ? { host, port, user, database } : { connectionString };
}
