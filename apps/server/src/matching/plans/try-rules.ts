import type { RuleTrialFigures } from '@mutual-transfer/domain/matching/plan';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import type pg from 'pg';
import { computeApart, connectionOf } from './plan-process.ts';
import type { TrialOrder } from './trial-worker.ts';

/**
 * Plans the active requests under each of the rules, in a child process, which is killed after `limit`
 * milliseconds.
 *
 * @throws as `computeApart` does.
 */
export function planByEach(
  pool: pg.Pool,
  rules: readonly Rules[],
  limit: number,
): Promise<RuleTrialFigures[]> {
  const order: TrialOrder = { connection: connectionOf(pool), rules };
  const signal = AbortSignal.timeout(limit);
  return computeApart(new URL('./trial-worker.ts', import.meta.url), order, { signal });
}
