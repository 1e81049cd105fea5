import { MOST_DEEP_MINUTES, type Plan } from '@mutual-transfer/domain/matching/plan';
import type { Kysely } from 'kysely';
import { fromKysely, type JobWithMetadata, type PgBoss } from 'pg-boss';
import type { Database } from '../../platform/database/tables.ts';
import type { BestSoFar, PlanGoal } from './compute-plan.ts';

/** Data of a plan's job in the queue. */
export interface PlanOrder extends Pick<PlanGoal, 'maxRing' | 'survival'> {
  /** Minutes of the deep plan that an administrator requested; undefined for the nightly plan. */
  deepMinutes?: number;
  /** Id of the administrator who requested the plan; null for the nightly plan. */
  requestedBy: string | null;
}

export type PlanJob = JobWithMetadata<PlanOrder>;

export const PLAN_QUEUE = 'plans';

/** Seconds without a heartbeat after which a process is treated as dead, and its plan returns to the queue. */
const HEARTBEAT_TIMEOUT_SECONDS = 30;
/** Maximum run time in seconds, far above that of the longest deep plan including the fast plan before it. */
const LONGEST_RUN_SECONDS = 2 * 60 * MOST_DEEP_MINUTES;
/** Maximum number of restarts of a plan whose process stopped or died. */
const MOST_RETRIES = 10;

const statusOf = {
  created: 'queued',
  retry: 'queued',
  active: 'running',
  // A job is completed in the transaction that stores its plan, so every completed job has a stored plan.
  completed: 'completed',
  cancelled: 'cancelled',
  failed: 'failed',
} as const satisfies Record<JobWithMetadata['state'], Plan['status']>;

/** Creates the queue. At most one plan is queued or running. */
export async function createPlanQueue(boss: PgBoss): Promise<void> {
  await boss.createQueue(PLAN_QUEUE, {
    policy: 'exclusive',
    heartbeatSeconds: HEARTBEAT_TIMEOUT_SECONDS,
    expireInSeconds: LONGEST_RUN_SECONDS,
    retryLimit: MOST_RETRIES,
    retryDelay: 0,
  });
}

/**
 * Queues a plan.
 *
 * @returns the plan's id; null if another plan is queued or running.
 */
export function sendPlan(boss: PgBoss, db: Kysely<Database>, order: PlanOrder): Promise<string | null> {
  return boss.send(PLAN_QUEUE, order, { db: fromKysely(db) });
}

/** Cancels a plan. Has no effect on a plan that has ended. */
export async function cancelPlanJob(boss: PgBoss, db: Kysely<Database>, id: string): Promise<void> {
  await boss.cancel(PLAN_QUEUE, id, { db: fromKysely(db) });
}

/**
 * Completes the job of a plan.
 *
 * @returns false if the plan was cancelled, or was restarted in another process.
 */
export async function completePlanJob(boss: PgBoss, db: Kysely<Database>, job: PlanJob): Promise<boolean> {
  await boss.complete(PLAN_QUEUE, job, null, { db: fromKysely(db) });
  const [completed] = await boss.findJobs(PLAN_QUEUE, { id: job.id, db: fromKysely(db) });
  return completed?.state === 'completed';
}

/** Returns the plans that are queued, running, or ended without a result, latest first. With an id, only the plan with that id. */
export async function findPlanJobs(boss: PgBoss, db: Kysely<Database>, id?: string): Promise<Plan[]> {
  const jobs = await boss.findJobs<PlanOrder>(PLAN_QUEUE, { ...(id && { id }), db: fromKysely(db) });
  const unkept = jobs.filter(({ state }) => state !== 'completed');
  const requesters = await namesOf(db, unkept.map(({ data }) => data.requestedBy).filter(isPresent));
  const progress = await db.selectFrom('plan_progress').selectAll().executeTakeFirst();
  return unkept
    .map((job) => presentJob(job, requesters, progress))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** Writes the progress of the running plan. */
export async function writeProgress(
  db: Kysely<Database>,
  id: string,
  progress: number,
  found?: BestSoFar,
): Promise<void> {
  const values = { progress, best: found?.moves ?? null, bound: found?.bound ?? null };
  await db
    .insertInto('plan_progress')
    .values({ plan_id: id, ...values })
    .onConflict((conflict) => conflict.column('plan_id').doUpdateSet(values))
    .execute();
}

/** Deletes the progress of all plans. Called when a plan starts or ends; at most one plan runs at a time. */
export async function clearProgress(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('plan_progress').execute();
}

function isPresent(id: string | null): id is string {
  return id !== null;
}

async function namesOf(db: Kysely<Database>, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function presentJob(
  { id, state, data, createdOn, completedOn }: PlanJob,
  requesters: ReadonlyMap<string, string>,
  under: { progress: number; best: number | null; bound: number | null } | undefined,
): Plan {
  const status = statusOf[state];
  return {
    _id: id,
    status,
    maxRing: data.maxRing,
    survival: data.survival,
    progress: status === 'running' ? (under?.progress ?? 0) : 0,
    best:
      status === 'running' && under?.best != null && under.bound != null
        ? { moves: under.best, bound: under.bound }
        : null,
    requestedBy: requesters.get(data.requestedBy ?? '') ?? null,
    isNightly: data.requestedBy === null,
    createdAt: createdOn.toISOString(),
    finishedAt: completedOn?.toISOString() ?? null,
    figures: null,
  };
}
