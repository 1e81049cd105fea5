import { totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import type { BestSoFar } from './compute-plan.ts';

/** How a thread connects to the database. */
export type ThreadConnection = Pick<
  pg.ClientConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'database'
>;

/** What a thread says: how far it is, from 0 to 1, with the best so far of a deep plan, and at the end what came out. */
export type ThreadNews<Outcome> =
  | { readonly progress: number; readonly best?: BestSoFar | undefined }
  | { readonly progress?: never; readonly outcome: Outcome };

/** Of the thread's own heap at least; 600,000 offers need half of it. */
const LEAST_MEGABYTES = 1_024;
/** So much of the memory of a large machine: 1,800,000 offers need more than the least. */
const SHARE_OF_MACHINE = 1 / 4;
const MEGABYTE = 2 ** 20;

/** Starts a thread that plans. */
export function startThread(file: URL, order: object): Worker {
  return new Worker(file, {
    workerData: order,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes() },
  });
}

function memoryMegabytes(): number {
  // 0 or more than there is where no limit is set for the process.
  const memory = Math.min(process.constrainedMemory() || Infinity, totalmem());
  return Math.max(LEAST_MEGABYTES, Math.floor((memory * SHARE_OF_MACHINE) / MEGABYTE));
}

/** How to reach the database of a pool: what can be handed to a thread. */
export function connectionOf({ options }: pg.Pool): ThreadConnection {
  const { connectionString, host, port, user, database } = options;
  return connectionString === undefined ? { host, port, user, database } : { connectionString };
}

/** @throws whatever ended the thread before it was done. */
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
