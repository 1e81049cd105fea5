import { parentPort, workerData } from 'node:worker_threads';
import type { Rules } from '@mutual-transfer/domain/policy-rules';
import pg from 'pg';
import { type ComputedPlan, computePlan, type PlanGoal } from './compute-plan.ts';
import { readOffersToPlan } from './offers-to-plan.ts';

/** What a worker is given. */
export interface PlanOrder extends PlanGoal {
  readonly rules: Rules;
  readonly connection: Pick<pg.ClientConfig, 'connectionString' | 'host' | 'port' | 'user' | 'database'>;
}

/** What a worker says. */
export type PlanNews =
  | { readonly kind: 'progress'; readonly progress: number }
  | ({ readonly kind: 'completed' } & ComputedPlan);

/** This file is a thread of its own: it reads the offers itself, on a connection of its own, and plans. */
const { connection, rules, ...goal } = workerData as PlanOrder;
const REPORTED_STEP = 0.005;

const client = new pg.Client(connection);
await client.connect();
await client.query(`set application_name = 'plan of ${process.pid}'`);
// A stopped thread does not close its connection: PostgreSQL checks for it, where its operating system can.
await client.query("set client_connection_check_interval = '1s'").catch(() => {});
const offers = await readOffersToPlan(client, rules);
await client.end();

let reported = 0;
const allowed = { ...goal, maxRing: Math.min(goal.maxRing, rules.largestGroup) };
const plan = computePlan(offers, allowed, (progress) => {
  if (progress < reported + REPORTED_STEP) return;
  reported = progress;
  say({ kind: 'progress', progress });
});
say({ kind: 'completed', ...plan });

function say(news: PlanNews): void {
  parentPort?.postMessage(news);
}
