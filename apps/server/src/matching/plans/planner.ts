import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { JobResult, PgBoss } from 'pg-boss';
import { type JobWatch, workCounted } from '../../job-metrics.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database/tables.ts';
import { readRules } from '../../platform/rules.ts';
import type { ComputedPlan } from './compute-plan.ts';
import { wantsFirstPlan } from './latest-plan.ts';
import { computeApart, connectionOf, PlanProcessEnded } from './plan-process.ts';
import {
  clearProgress,
  completePlanJob,
  PLAN_QUEUE,
  type PlanJob,
  type PlanOrder,
  sendPlan,
  writeProgress,
} from './plan-queue.ts';
import type { PlanWorkerInput } from './plan-worker.ts';
import { storePlan } from './store-plan.ts';

/** Computes the queued plans, each in a child process. */
export interface Planner {
  /** Starts to take plans from the queue. A further call makes the planner check the queue at once. */
  work: () => Promise<void>;
  /** Resolves when no plan is running. */
  settled: () => Promise<void>;
  /** Kills the child process. The plan returns to the queue, from which the next server takes it. */
  stop: () => Promise<void>;
}

/** Dependencies of the planner. `onError` receives the error of a failed plan. */
interface PlannerDependencies extends JobWatch {
  boss: PgBoss;
  config: Pick<Config, 'nightlyPlanSeconds'>;
  db: Kysely<Database>;
  pool: pg.Pool;
  now: () => Date;
}

const POLLING_SECONDS = 1;
/** Interval of heartbeats in seconds, within which a cancelled plan stops. */
const HEARTBEAT_SECONDS = 1;

const workOptions = {
  pollingIntervalSeconds: POLLING_SECONDS,
  heartbeatRefreshSeconds: HEARTBEAT_SECONDS,
  includeMetadata: true,
  perJobResults: true,
} as const;

export function createPlanner(dependencies: PlannerDependencies): Planner {
  const { boss } = dependencies;
  const stopping = new AbortController();
  let worker: Promise<string> | undefined;
  let running: Promise<unknown> = Promise.resolve();

  const handle = ([job]: PlanJob[]): Promise<JobResult[]> => {
    const results = job === undefined ? [] : [compute(dependencies, job, stopping.signal)];
    const all = Promise.all(results);
    running = all.catch(() => {});
    return all;
  };

  return {
    work: async () => {
      worker ??= boss.work<PlanOrder, JobResult[], typeof workOptions>(PLAN_QUEUE, workOptions, handle);
      boss.notifyWorker(await worker);
    },
    settled: async () => void (await running),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/**
 * Computes the plan of a job.
 *
 * @throws if this process stops or lost the job. pg-boss then retries the job, unless it was cancelled.
 */
async function compute(
  dependencies: PlannerDependencies,
  job: PlanJob,
  stopping: AbortSignal,
): Promise<JobResult> {
  const { db, onError, metrics } = dependencies;
  const ended = AbortSignal.any([job.signal, stopping]);
  await clearProgress(db);
  const order = await orderFor(dependencies, job.data);
  try {
    const computed = await computeApart<ComputedPlan>(new URL('./plan-worker.ts', import.meta.url), order, {
      signal: ended,
      onProgress: (progress, best) => void writeProgress(db, job.id, progress, best).catch(onError),
    });
    await complete(dependencies, job, order.maxRing, computed);
    metrics?.jobEnded(PLAN_QUEUE, 'done');
    return { id: job.id, status: 'completed' };
  } catch (error) {
    ended.throwIfAborted();
    // The service manager sends its signal to all processes, and this one may still wait for the load balancer.
    if (error instanceof PlanProcessEnded && error.isStopped) throw error;
    metrics?.jobEnded(PLAN_QUEUE, 'failed');
    onError(error);
    // Moved to the dead letter queue instead of being retried, since the plan would fail again.
    return { id: job.id, status: 'deadletter', output: { message: String(error) } };
  }
}

/**
 * Returns the input of the child process. The current rules limit the length of rings, even if they changed since the plan was requested.
 * The nightly plan is a deep plan with the reason of each teacher.
 */
async function orderFor(
  { config, db, pool, now }: PlannerDependencies,
  { maxRing, survival, deepMinutes = 0, requestedBy }: PlanOrder,
): Promise<PlanWorkerInput> {
  const isNightly = requestedBy === null;
  const rules = await readRules(db, now());
  return {
    connection: connectionOf(pool),
    rules,
    maxRing: isNightly ? rules.largestGroup : Math.min(maxRing, rules.largestGroup),
    survival,
    deepSeconds: isNightly ? await nightlySeconds(config, db) : 60 * deepMinutes,
    explain: isNightly,
  };
}

/** Returns the time limit of the nightly deep plan. It is 0 for the first plan, because teachers are waiting for its result. */
async function nightlySeconds(
  { nightlyPlanSeconds }: PlannerDependencies['config'],
  db: Kysely<Database>,
): Promise<number> {
  return (await wantsFirstPlan(db)) ? 0 : nightlyPlanSeconds;
}

/** Stores the plan and completes its job in one transaction, unless the plan was cancelled in the meantime. */
async function complete(
  { boss, db, now }: PlannerDependencies,
  job: PlanJob,
  maxRing: number,
  computed: ComputedPlan,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await completePlanJob(boss, transaction, job))) return;
    await storePlan(
      transaction,
      { ...job.data, maxRing, id: job.id, createdAt: job.createdOn },
      computed,
      now(),
    );
    await clearProgress(transaction);
  });
}

interface PlanJobs extends JobWatch {
  db: Kysely<Database>;
  planner: Planner;
  now: () => Date;
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
