import type { RuleTrialFigures } from '@mutual-transfer/domain/matching/plan';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import type pg from 'pg';
import { connectionOf, outcomeOf, startThread } from './plan-thread.ts';
import type { TrialOrder } from './trial-worker.ts';

/**
 * Plans the active requests under each of the rules, in a worker thread.
 *
 * @throws the error that ended the thread before it sent an outcome, or an error after `limit` milliseconds.
 */
export async function planByEach(
  pool: pg.Pool,
  rules: readonly Rules[],
  limit: number,
): Promise<RuleTrialFigures[]> {
  const order: TrialOrder = { connection: connectionOf(pool), rules };
  const thread = startThread(new URL('./trial-worker.ts', import.meta.url), order);
  const timer = setTimeout(() => void thread.terminate(), limit);
  try {
    return await outcomeOf(thread);
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
