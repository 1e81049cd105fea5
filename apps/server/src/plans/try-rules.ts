import { Worker } from 'node:worker_threads';
import type { Rules } from '@mutual-transfer/domain/policy-rules';
import type { RuleTrialFigures } from '@mutual-transfer/domain/rule-trial';
import type pg from 'pg';
import type { TrialOrder } from './trial-worker.ts';

/** Of the thread's own heap, as for a plan. */
const MEMORY_MEGABYTES = 1_024;

/**
 * Plans the active requests by each of the rules in a thread of its own.
 *
 * @throws whatever ended the thread before it was done, and when it takes longer than the limit.
 */
export async function planByEach(
  pool: pg.Pool,
  rules: readonly Rules[],
  limit: number,
): Promise<RuleTrialFigures[]> {
  const { connectionString, host, port, user, database } = pool.options;
  const connection = connectionString === undefined ? { host, port, user, database } : { connectionString };
  const workerData: TrialOrder = { connection, rules };
  const thread = new Worker(new URL('./trial-worker.ts', import.meta.url), {
    workerData,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MEGABYTES },
  });
  const timer = setTimeout(() => void thread.terminate(), limit);
  try {
    return await new Promise<RuleTrialFigures[]>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', reject);
      thread.once('exit', (code) => reject(new Error(`The thread of the trial ended with ${code}.`)));
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
