import type { RuleTrialFigures } from '@mutual-transfer/domain/matching/plan';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { boundForPlan, planOfWorld } from '@mutual-transfer/matching/clearing/plan';
import { worldOf } from '@mutual-transfer/matching/clearing/strata/stratum-graph';
import pg from 'pg';
import { readOffersToPlan } from './compute-plan.ts';
import { answerOrder } from './plan-child.ts';
import type { PlanConnection } from './plan-process.ts';

/** Input of the child process, which plans the same offers under each of these rules. */
export interface TrialOrder {
  connection: PlanConnection;
  rules: readonly Rules[];
}

/** This module runs as a child process. */
answerOrder<TrialOrder, RuleTrialFigures[]>(async ({ connection, rules }) => {
  const client = new pg.Client(connection);
  // A lost connection rejects the next query, whose error is reported.
  client.on('error', () => {});
  await client.connect();
  await client.query(`set application_name = 'trial of ${process.ppid}'`);
  const figures: RuleTrialFigures[] = [];
  for (const each of rules) figures.push(await figuresBy(client, each));
  await client.end();
  return figures;
});

/** Returns the figures of a fast plan under these rules, in which every teacher goes through with the swap. */
async function figuresBy(client: pg.Client, by: Rules): Promise<RuleTrialFigures> {
  const serviceNotStated = by.joinedBy === null ? 0 : await countWithoutService(client);
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
async function countWithoutService(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(distinct user_id)::int as count from offers where request_id is not null and joined_on is null',
  );
  return rows[0]?.count ?? 0;
}
