import type { Kysely } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { Database } from '../database/schema.ts';
import { readRules } from '../rules/read-rules.ts';
import { queueOwnPlan, wantsFirstPlan } from './plan-rows.ts';
import type { Planner } from './planner.ts';

interface PlanJobs {
  readonly db: Kysely<Database>;
  readonly planner: Planner;
  readonly now: () => Date;
}

const RUN = 'run-plans';
const NIGHT = 'plan-of-the-night';
const EVERY_MINUTE = '* * * * *';
const EVERY_NIGHT = '30 2 * * *';
const POLLING_SECONDS = 1;
/** Far more than a plan of all teachers of the state takes. */
const LONGEST_RUN_SECONDS = 3_600;

/** The plan that the product starts by itself counts every teacher as going through. */
const OWN_SURVIVAL = 1;

/**
 * Plans wait in their table; a job only says that one may be there, so that a job that is lost, or comes twice, does no
 * harm. Each minute one comes by itself.
 *
 * @returns how to say that a plan waits.
 */
export async function startPlanJobs(
  boss: PgBoss,
  { db, planner, now }: PlanJobs,
): Promise<() => Promise<void>> {
  const planQueued = async () => void (await boss.send(RUN));
  const planByOneself = async () => {
    const { largestGroup: maxRing } = await readRules(db, now());
    await queueOwnPlan(db, { maxRing, survival: OWN_SURVIVAL }, now());
    await planQueued();
  };
  // `short`: one such job waits at most, however many there are at work.
  await boss.createQueue(RUN, { policy: 'short', retryLimit: 0, expireInSeconds: LONGEST_RUN_SECONDS });
  await boss.schedule(RUN, EVERY_MINUTE);
  await boss.work(RUN, { pollingIntervalSeconds: POLLING_SECONDS }, planner.runWaiting);
  await boss.createQueue(NIGHT);
  await boss.schedule(NIGHT, EVERY_NIGHT, null, { tz: 'Asia/Kolkata' });
  await boss.work(NIGHT, planByOneself);
  if (await wantsFirstPlan(db)) await planByOneself();
  else await planQueued();
  return planQueued;
}
