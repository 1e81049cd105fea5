import { totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import type { BestSoFar } from './compute-plan.ts';

/** Connection settings that can be passed to a thread. */
export type ThreadConnection = Pick<
  pg.ClientConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'database'
>;

/** Message of a worker thread: its progress from 0 to 1, with the best result so far of a deep plan; finally the outcome. */
export type ThreadNews<Outcome> =
  | { progress: number; best?: BestSoFar | undefined }
  | { progress?: never; outcome: Outcome };

/** Minimum heap limit of a worker thread in megabytes; 600,000 offers need half of it. */
const LEAST_MEGABYTES = 1_024;
/** Heap limit as a share of the machine's memory, where that exceeds the minimum: 1,800,000 offers need more than the minimum. */
const SHARE_OF_MACHINE = 1 / 4;
const MEGABYTE = 2 ** 20;

/** Starts a worker thread that computes a plan. */
export function startThread(file: URL, order: object): Worker {
  return new Worker(file, {
    workerData: order,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes() },
  });
}

function memoryMegabytes(): number {
  // `constrainedMemory()` returns 0, or more than the machine's memory, if the memory of the process is not limited.
  const memory = Math.min(process.constrainedMemory() || Infinity, totalmem());
  return Math.max(LEAST_MEGABYTES, Math.floor((memory * SHARE_OF_MACHINE) / MEGABYTE));
}

/** Returns the connection settings of the pool in a form that can be passed to a thread. */
export function connectionOf({ options }: pg.Pool): ThreadConnection {
  const { connectionString, host, port, user, database } = options;
  return connectionString === undefined ? { host, port, user, database } : { connectionString };
}

/**
 * Resolves with the outcome of the thread.
 *
 * @throws the error that ended the thread before it sent an outcome.
 */
export function outcomeOf<Outcome>(
  thread: Worker,
  onProgress: (progress: number, best?: BestSoFar) => void = () => {},
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    thread.on('message', (news: ThreadNews<Outcome>) => {
      if (news.progress === undefined) resolve(news.outcome);
      else onProgress(news.progress, news.best);
    });
    thread.on('error', reject);
    thread.on('exit', (code) => reject(new Error(`The thread that plans ended with ${code}.`)));
  });
}
