import { parentPort, workerData } from 'node:worker_threads';
import type { RuleTrialFigures } from '@mutual-transfer/domain/matching/plan';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { boundForPlan, planOfWorld } from '@mutual-transfer/matching/clearing/plan';
import { worldOf } from '@mutual-transfer/matching/clearing/strata/stratum-graph';
import pg from 'pg';
import { readOffersToPlan } from './compute-plan.ts';
import type { ThreadConnection, ThreadNews } from './plan-thread.ts';

/** Input of the worker thread, which plans the same offers under each of these rules. */
export interface TrialOrder {
  connection: ThreadConnection;
  rules: readonly Rules[];
}

/** This module runs as a worker thread. */
const { connection, rules } = workerData as TrialOrder;
const client = new pg.Client(connection);
await client.connect();
await client.query(`set application_name = 'trial of ${process.pid}'`);
const figures: RuleTrialFigures[] = [];
for (const each of rules) figures.push(await figuresBy(each));
await client.end();
parentPort?.postMessage({ outcome: figures } satisfies ThreadNews<RuleTrialFigures[]>);

/** Returns the figures of a fast plan under these rules, in which every teacher goes through with the swap. */
async function figuresBy(by: Rules): Promise<RuleTrialFigures> {
  const serviceNotStated = by.joinedBy === null ? 0 : await countWithoutService();
  const world = worldOf((await readOffersToPlan(client, by)).table);
  const plan = planOfWorld(world, boundForPlan(world, {}), { maxRing: by.largestGroup });
  const { teachers, moved, pairsOnly, bound } = plan;
  return {
    teachers,
    serviceNotStated,
    moved,
    movedInPairs: pairsOnly,
    bound,
    share: teachers === 0 ? 0 : moved / teachers,
  };
}

/** Counts the teachers with an active request who did not state when they joined their school. */
async function countWithoutService(): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(distinct user_id)::int as count from offers where request_id is not null and joined_on is null',
  );
  return rows[0]?.count ?? 0;
}
