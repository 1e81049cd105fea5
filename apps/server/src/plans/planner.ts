import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Database, PlanRow } from '../database/schema.ts';
import { readRules } from '../rules/read-rules.ts';
import type { ComputedPlan } from './compute-plan.ts';
import {
  beat,
  claimPlan,
  completePlan,
  failAbandoned,
  failPlan,
  requeuePlan,
  wantsFirstPlan,
} from './plan-rows.ts';
import type { PlanNews, PlanOrder } from './plan-worker.ts';

/** Works on plans in a thread of its own. */
export interface Planner {
  /** Works on the plan that waits, if one does, to its end. */
  readonly runWaiting: () => Promise<void>;
  /** Puts the plan that is worked on back in the line, for the next server. */
  readonly stop: () => Promise<void>;
}

interface PlannerDependencies {
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  /** Seconds that the deep plan of the night may take; 0 for the fast plan alone. */
  readonly nightlyPlanSeconds: number;
  readonly now: () => Date;
  /** Told why a plan failed. */
  readonly onError: (error: unknown) => void;
}

/** How often the progress is written, and how soon a cancelled plan is stopped. */
const BEAT_INTERVAL = 1_000;
/** Of the thread's own heap; 600,000 offers need half of it. */
const MEMORY_MEGABYTES = 1_024;

export function createPlanner({ db, pool, nightlyPlanSeconds, now, onError }: PlannerDependencies): Planner {
  let isStopping = false;
  let worker: Worker | undefined;
  let running: Promise<void> = Promise.resolve();

  async function runWaiting(): Promise<void> {
    await failAbandoned(db, now());
    const plan = isStopping ? undefined : await claimPlan(db, now());
    if (plan !== undefined) await run(plan);
  }

  /** The product's own plan is a deep one, but for the first, which teachers wait for. */
  async function deepFor({ is_nightly }: PlanRow): Promise<number> {
    return is_nightly && !(await wantsFirstPlan(db)) ? nightlyPlanSeconds : 0;
  }

  async function run(plan: PlanRow): Promise<void> {
    const { id, max_ring, survival } = plan;
    const thread = startWorker({
      connection: reach(pool),
      rules: await readRules(db, now()),
      maxRing: max_ring,
      survival,
      deepSeconds: await deepFor(plan),
    });
    worker = thread;
    // It was asked to stop between the claim and now.
    if (isStopping) void thread.terminate();
    const beating = new AbortController();
    let progress = 0;
    const beats = keepBeating(beating.signal, () => beat(db, id, progress), thread);
    try {
      const computed = await outcomeOf(thread, (reached) => {
        progress = reached;
      });
      await completePlan(db, id, computed, now());
    } catch (error) {
      await giveUp(id, error);
    } finally {
      beating.abort();
      await thread.terminate();
      await beats;
    }
  }

  async function giveUp(id: string, error: unknown): Promise<void> {
    if (isStopping) await requeuePlan(db, id);
    else if (await failPlan(db, id, String(error), now())) onError(error);
  }

  return {
    runWaiting: () => {
      running = running.then(runWaiting).catch(onError);
      return running;
    },
    stop: async () => {
      isStopping = true;
      await worker?.terminate();
      await running;
    },
  };
}

function startWorker(order: PlanOrder): Worker {
  return new Worker(new URL('./plan-worker.ts', import.meta.url), {
    workerData: order,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MEGABYTES },
  });
}

/** How to reach the database of a pool: what can be handed to a thread. */
function reach({ options }: pg.Pool): PlanOrder['connection'] {
  const { connectionString, host, port, user, database } = options;
  return connectionString === undefined ? { host, port, user, database } : { connectionString };
}

/** @throws whatever ended the thread before it was done. */
function outcomeOf(worker: Worker, onProgress: (progress: number) => void): Promise<ComputedPlan> {
  return new Promise((resolve, reject) => {
    worker.on('message', (news: PlanNews) => {
      if (news.kind === 'progress') onProgress(news.progress);
      else resolve(news);
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`The thread of the plan ended with ${code}.`)));
  });
}

/** Beats until told to stop, and ends the thread when the plan is not wanted any more. A beat that fails is passed over. */
async function keepBeating(
  signal: AbortSignal,
  beatOnce: () => Promise<boolean>,
  worker: Worker,
): Promise<void> {
  while (!signal.aborted) {
    const isWanted = await beatOnce().catch(() => true);
    if (!isWanted) await worker.terminate();
    await wait(BEAT_INTERVAL, undefined, { signal }).catch(() => {});
  }
}
