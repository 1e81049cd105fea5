import type { PlanReason } from '@mutual-transfer/domain/matching/plan-reasons';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';

/** Returns the reason why the latest nightly plan moves a teacher or does not; null if the teacher had no offer in the plan. */
export async function findReason(db: Kysely<Database>, userId: string): Promise<PlanReason | null> {
  const row = await db
    .selectFrom('plan_reasons')
    .select('reason')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.reason ?? null;
}
