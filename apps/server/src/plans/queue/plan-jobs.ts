import type { Kysely } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { Database } from '../../database/tables.ts';
import { type JobWatch, workCounted } from '../../job-metrics.ts';
import { readRules } from '../../rules/rules.queries.ts';
import { wantsFirstPlan } from '../results/plan-rows.queries.ts';
import { sendPlan } from './plan-queue.ts';
import type { Planner } from './planner.ts';

interface PlanJobs extends JobWatch {
  readonly db: Kysely<Database>;
  readonly planner: Planner;
  readonly now: () => Date;
}

const NIGHT = 'plan-of-the-night';
const EVERY_NIGHT = '30 2 * * *';

/** Survival probability of the nightly plan: every teacher goes through with the swap. */
const OWN_SURVIVAL = 1;

/**
 * Schedules a plan each night. At the first start queues one at once if there are requests. No plan is queued while another one is queued
 * or running.
 */
export async function startPlanJobs(boss: PgBoss, jobs: PlanJobs): Promise<void> {
  const { db, planner, now } = jobs;
  await boss.createQueue(NIGHT);
  await boss.schedule(NIGHT, EVERY_NIGHT, null, { tz: 'Asia/Kolkata' });
  await boss.work(
    NIGHT,
    workCounted(NIGHT, jobs, () => sendOwnPlan(boss, db, now())),
  );
  if (await wantsFirstPlan(db)) await sendOwnPlan(boss, db, now());
  await planner.work();
}

/** Queues the nightly plan, unless a plan is queued or running. */
export async function sendOwnPlan(boss: PgBoss, db: Kysely<Database>, now: Date): Promise<void> {
  const { largestGroup: maxRing } = await readRules(db, now);
  await sendPlan(boss, db, { maxRing, survival: OWN_SURVIVAL, requestedBy: null });
}
