import type { Plan } from '@mutual-transfer/domain/matching/plan';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database, PlanRow } from '../../platform/database/tables.ts';
import type { ComputedPlan } from './compute-plan.ts';
import { replaceReasons } from './latest-plan.ts';
import type { PlanOrder } from './plan-queue.ts';
import { lockPlanCompletion, plansWithNames, withoutErased } from './stored-rings.ts';

const COMPLETED_PLANS_STORED = 10;

/** Plan metadata available before the computation finishes. */
export interface PlanHead extends PlanOrder {
  id: string;
  createdAt: Date;
}

interface PlanWithName extends PlanRow {
  requester: string | null;
}

/** Stores the plan and deletes the oldest ones beyond `COMPLETED_PLANS_STORED`. */
export async function storePlan(
  transaction: Transaction<Database>,
  { id, maxRing, survival, requestedBy, createdAt }: PlanHead,
  { figures, batches, reasons }: ComputedPlan,
  now: Date,
): Promise<void> {
  await lockPlanCompletion(transaction);
  await transaction
    .insertInto('plans')
    .values({
      id,
      max_ring: maxRing,
      survival,
      // The account of the administrator may have been erased since the request.
      requested_by: sql`(select id from users where id = ${requestedBy})`,
      is_nightly: requestedBy === null,
      created_at: createdAt,
      finished_at: now,
      figures: JSON.stringify(figures),
    })
    .execute();
  for (const [batch, planned] of batches.entries()) {
    const rings = await withoutErased(transaction, planned);
    await transaction
      .insertInto('plan_rings')
      .values({ plan_id: id, lot: batch, rings: Buffer.from(rings) })
      .execute();
  }
  if (requestedBy === null) await replaceReasons(transaction, reasons);
  await deleteOldest(transaction);
}

/** Returns a completed plan; undefined if no completed plan has this id. */
export async function findCompleted(db: Kysely<Database>, id: string): Promise<Plan | undefined> {
  const row = await plansWithNames(db).where('plans.id', '=', id).executeTakeFirst();
  return row && presentPlan(row);
}

/** Returns all completed plans, latest first. */
export async function findAllCompleted(db: Kysely<Database>): Promise<Plan[]> {
  const rows = await plansWithNames(db).orderBy('plans.finished_at', 'desc').execute();
  return rows.map(presentPlan);
}

function presentPlan(row: PlanWithName): Plan {
  return {
    _id: row.id,
    status: 'completed',
    maxRing: row.max_ring,
    survival: row.survival,
    progress: 1,
    best: null,
    requestedBy: row.requester,
    isNightly: row.is_nightly,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at.toISOString(),
    figures: row.figures,
  };
}

/** Deletes all but the latest ten nightly plans, and all but the latest ten plans of administrators, so that neither displaces the other. */
async function deleteOldest(transaction: Transaction<Database>): Promise<void> {
  await sql`
    delete from plans where id in (
      select id from (
        select id, row_number() over (partition by is_nightly order by finished_at desc) as place from plans
      ) as placed where place > ${COMPLETED_PLANS_STORED}
    )`.execute(transaction);
}
