import type { NewPlan, Plan, PlanBoard, PlanEntry } from '@mutual-transfer/domain/matching/plan';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import type { PgBoss } from 'pg-boss';
import { writeAudit } from '../accounts/audit.ts';
import type { Database } from '../database/tables.ts';
import type { Dependencies } from '../dependencies.ts';
import { AppError } from '../errors.ts';
import { signedIn } from '../http/policy.ts';
import { allowedRing } from '../rules/group-size.ts';
import { readRules } from '../rules/rules.queries.ts';
import { cancelPlanJob, findPlanJobs, sendPlan } from './queue/plan-queue.ts';
import { findAllCompleted, findCompleted } from './results/plan-rows.ts';

/**
 * Queues a plan.
 *
 * @throws {AppError} `validation_failed` if the rules do not allow rings of this length, `plan_under_way` if another plan is queued or
 * running.
 */
export async function startPlan(
  { boss, now }: Dependencies,
  transaction: Transaction<Database>,
  request: FastifyRequest,
  asked: NewPlan,
): Promise<Plan> {
  const maxRing = allowedRing(await readRules(transaction, now()), asked.maxRing);
  const goal = { maxRing, survival: asked.survival, deepMinutes: asked.deepMinutes };
  const id = await sendPlan(boss, transaction, { ...goal, requestedBy: signedIn(request).userId });
  if (id === null) throw new AppError('plan_under_way');
  await writeAudit(transaction, request, { action: 'plan.start', details: { plan: id, ...goal } }, now());
  return requirePlan(transaction, boss, id);
}

/**
 * Cancels a plan. The process that computes it stops within a second. Cancelling a cancelled plan has no effect.
 *
 * @throws {AppError} `not_found`, `plan_finished`.
 */
export async function cancelPlan(
  { boss, db, now }: Dependencies,
  request: FastifyRequest,
  id: string,
): Promise<Plan> {
  return db.transaction().execute(async (transaction) => {
    const found = await requirePlan(transaction, boss, id);
    if (found.status === 'cancelled') return found;
    if (found.finishedAt !== null) throw new AppError('plan_finished');
    await cancelPlanJob(boss, transaction, id);
    const cancelled = await requirePlan(transaction, boss, id);
    // Otherwise the job was completed in the meantime.
    if (cancelled.status !== 'cancelled') throw new AppError('plan_finished');
    await writeAudit(transaction, request, { action: 'plan.cancel', details: { plan: id } }, now());
    return cancelled;
  });
}

/** Returns the queued or running plan, the latest completed one, and the history of plans that have ended. */
export async function findBoard(db: Kysely<Database>, boss: PgBoss): Promise<PlanBoard> {
  const [jobs, completed] = [await findPlanJobs(boss, db), await findAllCompleted(db)];
  return {
    current: jobs.find(({ finishedAt }) => finishedAt === null) ?? null,
    latest: completed[0] ?? null,
    history: historyOf([...completed, ...jobs.filter(({ finishedAt }) => finishedAt !== null)]),
  };
}

/** Returns the history of plans, newest first, without their detailed figures. */
function historyOf(ended: readonly Plan[]): PlanEntry[] {
  const ofTheNight = ended.find((plan) => plan.status === 'completed' && plan.isNightly);
  return ended
    .toSorted((a, b) => (b.finishedAt ?? '').localeCompare(a.finishedAt ?? ''))
    .map(({ figures, progress: _progress, best: _best, ...shown }) => {
      const { teachers = null, moved = null } = figures ?? {};
      return { ...shown, teachers, moved, isPublic: shown._id === ofTheNight?._id };
    });
}

/**
 * Returns a plan.
 *
 * @throws {AppError} `not_found`.
 */
export async function requirePlan(db: Kysely<Database>, boss: PgBoss, id: string): Promise<Plan> {
  const found = (await findCompleted(db, id)) ?? (await findPlanJobs(boss, db, id))[0];
  if (found === undefined) throw new AppError('not_found');
  return found;
}
