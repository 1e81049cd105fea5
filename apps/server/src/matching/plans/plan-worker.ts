import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import pg from 'pg';
import {
  type BestSoFar,
  type ComputedPlan,
  computePlan,
  type PlanGoal,
  readOffersToPlan,
} from './compute-plan.ts';
import { answerOrder } from './plan-child.ts';
import type { PlanConnection } from './plan-process.ts';
import { readRingsOfTheNight } from './stored-rings.ts';

export interface PlanWorkerInput extends PlanGoal {
  rules: Rules;
  connection: PlanConnection;
}

const REPORTED_STEP = 0.005;

/** This module runs as a child process. It reads the offers on its own connection and computes the plan. */
answerOrder<PlanWorkerInput, ComputedPlan>(async ({ connection, rules, ...goal }, report) => {
  const { offers, previous } = await read();
  let reported = 0;
  let latestBest: BestSoFar | undefined;
  return computePlan(offers, { ...goal, previous }, (progress, best) => {
    if (progress < reported + REPORTED_STEP && (best === undefined || latestBest !== undefined)) return;
    reported = progress;
    latestBest = best;
    report(progress, best);
  });

  async function read() {
    const client = new pg.Client(connection);
    // A lost connection rejects the next query, whose error is reported.
    client.on('error', () => {});
    await client.connect();
    await client.query(`set application_name = 'plan of ${process.ppid}'`);
    // A killed process does not say goodbye. With this setting PostgreSQL detects it, if the operating system supports that.
    await client.query("set client_connection_check_interval = '1s'").catch(() => {});
    const offers = await readOffersToPlan(client, rules);
    const previous = goal.explain === true ? await readRingsOfTheNight(client) : [];
    await client.end();
    return { offers, previous };
  }
});
