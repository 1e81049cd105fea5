import type { Kysely } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { Database } from '../database/schema.ts';
import { type JobWatch, workCounted } from '../job-metrics.ts';
import { readRules } from '../rules/read-rules.ts';
import { sendPlan } from './plan-queue.ts';
import { wantsFirstPlan } from './plan-rows.ts';
import type { Planner } from './planner.ts';

interface PlanJobs extends JobWatch {
  readonly db: Kysely<Database>;
  readonly planner: Planner;
  readonly now: () => Date;
}

const NIGHT = 'plan-of-the-night';
const EVERY_NIGHT = '30 2 * * *';

/** The plan that the product starts by itself counts every teacher as going through. */
const OWN_SURVIVAL = 1;

/** Plans each night, and at the first start when there is something to plan. A plan under way makes neither necessary. */
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

/** Queues the plan of the night, unless another waits or is computed. */
export async function sendOwnPlan(boss: PgBoss, db: Kysely<Database>, now: Date): Promise<void> {
  const { largestGroup: maxRing } = await readRules(db, now);
  await sendPlan(boss, db, { maxRing, survival: OWN_SURVIVAL, requestedBy: null });
}
