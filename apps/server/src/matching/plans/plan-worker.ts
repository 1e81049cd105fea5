import { parentPort, workerData } from 'node:worker_threads';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import pg from 'pg';
import {
  type BestSoFar,
  type ComputedPlan,
  computePlan,
  type PlanGoal,
  readOffersToPlan,
} from './compute-plan.ts';
import { readRingsOfTheNight } from './plan-results.ts';

import type { ThreadConnection, ThreadNews } from './plan-thread.ts';

export interface PlanWorkerInput extends PlanGoal {
  rules: Rules;
  connection: ThreadConnection;
}

/** This module runs as a worker thread. It reads the offers on its own connection and computes the plan. */
const { connection, rules, ...goal } = workerData as PlanWorkerInput;
const REPORTED_STEP = 0.005;

const client = new pg.Client(connection);
await client.connect();
await client.query(`set application_name = 'plan of ${process.pid}'`);
// A terminated thread does not close its connection. With this setting PostgreSQL detects it, if the operating system supports that.
await client.query("set client_connection_check_interval = '1s'").catch(() => {});
const offers = await readOffersToPlan(client, rules);
const previous = goal.explain === true ? await readRingsOfTheNight(client) : [];
await client.end();

let reported = 0;
let latestBest: BestSoFar | undefined;
const plan = computePlan(offers, { ...goal, previous }, (progress, best) => {
  if (progress < reported + REPORTED_STEP && (best === undefined || latestBest !== undefined)) return;
  reported = progress;
  latestBest = best;
  say({ progress, best });
});
say({ outcome: plan });

function say(news: ThreadNews<ComputedPlan>): void {
  parentPort?.postMessage(news);
}
