import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { JobResult, PgBoss } from 'pg-boss';
import type { Config } from '../../config.ts';
import type { Database } from '../../database/tables.ts';
import type { JobWatch } from '../../job-metrics.ts';
import { readRules } from '../../rules/rules.queries.ts';
import type { ComputedPlan } from '../computation/compute-plan.ts';
import { connectionOf, outcomeOf, startThread } from '../computation/plan-thread.ts';
import type { ThreadOrder } from '../computation/plan-worker.ts';
import { wantsFirstPlan } from '../results/plan-rows.queries.ts';
import { storePlan } from '../results/plan-rows.ts';
import {
  clearProgress,
  completePlanJob,
  PLAN_QUEUE,
  type PlanJob,
  type PlanOrder,
  writeProgress,
} from './plan-queue.ts';

/** Computes the queued plans, each in a worker thread. */
export interface Planner {
  /** Starts to take plans from the queue. A further call makes the planner check the queue at once. */
  readonly work: () => Promise<void>;
  /** Resolves when no plan is running. */
  readonly settled: () => Promise<void>;
  /** Terminates the thread. The plan returns to the queue, from which the next server takes it. */
  readonly stop: () => Promise<void>;
}

/** Dependencies of the planner. `onError` receives the error of a failed plan. */
interface PlannerDependencies extends JobWatch {
  readonly boss: PgBoss;
  readonly config: Pick<Config, 'nightlyPlanSeconds'>;
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  readonly now: () => Date;
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
  // An earlier abort would not terminate the thread.
  ended.throwIfAborted();
  const thread = startThread(new URL('../computation/plan-worker.ts', import.meta.url), order);
  ended.addEventListener('abort', () => void thread.terminate(), { once: true });
  try {
    const computed = await outcomeOf<ComputedPlan>(thread, (progress, best) => {
      writeProgress(db, job.id, progress, best).catch(onError);
    });
    await complete(dependencies, job, order.maxRing, computed);
    metrics?.jobEnded(PLAN_QUEUE, 'done');
    return { id: job.id, status: 'completed' };
  } catch (error) {
    ended.throwIfAborted();
    metrics?.jobEnded(PLAN_QUEUE, 'failed');
    onError(error);
    // Moved to the dead letter queue instead of being retried, since the plan would fail again.
    return { id: job.id, status: 'deadletter', output: { message: String(error) } };
  } finally {
    await thread.terminate();
  }
}

/**
 * Returns the input of the worker thread. The current rules limit the length of rings, even if they changed since the plan was requested.
 * The nightly plan is a deep plan with the reason of each teacher.
 */
async function orderFor(
  { config, db, pool, now }: PlannerDependencies,
  { maxRing, survival, deepMinutes = 0, requestedBy }: PlanOrder,
): Promise<ThreadOrder> {
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
