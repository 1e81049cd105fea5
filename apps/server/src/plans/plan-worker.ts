import { parentPort, workerData } from 'node:worker_threads';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import pg from 'pg';
import { type BestSoFar, type ComputedPlan, computePlan, type PlanGoal } from './compute-plan.ts';
import { readOffersToPlan } from './offers-to-plan.ts';
import type { ThreadConnection, ThreadNews } from './plan-thread.ts';
import { readRingsOfTheNight } from './rings-of-the-night.ts';

/** What a worker is given. */
export interface ThreadOrder extends PlanGoal {
  readonly rules: Rules;
  readonly connection: ThreadConnection;
}

/** This file is a thread of its own: it reads the offers itself, on a connection of its own, and plans. */
const { connection, rules, ...goal } = workerData as ThreadOrder;
const REPORTED_STEP = 0.005;

const client = new pg.Client(connection);
await client.connect();
await client.query(`set application_name = 'plan of ${process.pid}'`);
// A stopped thread does not close its connection: PostgreSQL checks for it, where its operating system can.
await client.query("set client_connection_check_interval = '1s'").catch(() => {});
const offers = await readOffersToPlan(client, rules);
const previous = goal.explain === true ? await readRingsOfTheNight(client) : [];
await client.end();

let reported = 0;
let told: BestSoFar | undefined;
const plan = computePlan(offers, { ...goal, previous }, (progress, best) => {
  if (progress < reported + REPORTED_STEP && (best === undefined || told !== undefined)) return;
  reported = progress;
  told = best;
  say({ progress, best });
});
say({ outcome: plan });

function say(news: ThreadNews<ComputedPlan>): void {
  parentPort?.postMessage(news);
}
