import type { NewPlan, Plan } from '@mutual-transfer/domain/plan';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { writeAudit } from '../accounts/audit.ts';
import type { Database } from '../database/schema.ts';
import { AppError } from '../errors.ts';
import { signedIn } from '../http/policy.ts';
import { allowedRing } from '../rules/group-size.ts';
import { readRules } from '../rules/read-rules.ts';
import type { PlanDependencies } from './dependencies.ts';
import { failAbandoned, findPlan, queuePlan } from './plan-rows.ts';

/** Puts a plan in the line of one. @throws {AppError} `validation_failed` for rings the rules do not allow, `plan_under_way` by the database. */
export async function startPlan(
  { db, now, planQueued }: PlanDependencies,
  request: FastifyRequest,
  asked: NewPlan,
): Promise<Plan> {
  const started = await db.transaction().execute(async (transaction) => {
    await failAbandoned(transaction, now());
    const maxRing = allowedRing(await readRules(transaction, now()), asked.maxRing);
    const goal = { maxRing, survival: asked.survival };
    const id = await queuePlan(transaction, goal, signedIn(request).userId, now());
    await writeAudit(transaction, request, { action: 'plan.start', details: { plan: id, ...goal } }, now());
    return requirePlan(transaction, id);
  });
  // If the notification is lost, polling finds the plan within a minute.
  await planQueued().catch((err: unknown) =>
    request.log.warn({ err }, 'the notification of a queued plan was lost'),
  );
  return started;
}

/** Cancels a plan; the process that computes it stops within a second. @throws {AppError} `not_found`, `plan_finished`. */
export async function cancelPlan(
  { db, now }: PlanDependencies,
  request: FastifyRequest,
  id: string,
): Promise<Plan> {
  return db.transaction().execute(async (transaction) => {
    await requirePlan(transaction, id);
    const { numUpdatedRows } = await transaction
      .updateTable('plans')
      .set({ status: 'cancelled', finished_at: now() })
      .where('id', '=', id)
      .where('status', 'in', ['queued', 'running'])
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError('plan_finished');
    await writeAudit(transaction, request, { action: 'plan.cancel', details: { plan: id } }, now());
    return requirePlan(transaction, id);
  });
}

/** @throws {AppError} `not_found`. */
export async function requirePlan(db: Kysely<Database>, id: string): Promise<Plan> {
  const found = await findPlan(db, id);
  if (found === undefined) throw new AppError('not_found');
  return found;
}
