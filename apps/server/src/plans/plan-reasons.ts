import type { PlanReason } from '@mutual-transfer/domain/matching/plan-reasons';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

/** Of each reason the teachers for whom it holds. */
export type TeachersByReason = Readonly<Partial<Record<PlanReason, readonly string[]>>>;

/** Rows written by one statement. */
const AT_ONCE = 20_000;

/** Keeps why each teacher is moved or not in place of what was kept before; who erased their account meanwhile is left out. */
export async function replaceReasons(
  transaction: Transaction<Database>,
  reasons: TeachersByReason,
): Promise<void> {
  await transaction.deleteFrom('plan_reasons').execute();
  for (const [reason, teachers] of Object.entries(reasons)) {
    for (let start = 0; start < teachers.length; start += AT_ONCE) {
      const ids = teachers.slice(start, start + AT_ONCE);
      await sql`insert into plan_reasons (user_id, reason)
        select id, ${reason} from users where id = any(${ids}::uuid[])`.execute(transaction);
    }
  }
}

/** Why the latest plan of the night moves a teacher or not; null where it did not know them. */
export async function findReason(db: Kysely<Database>, userId: string): Promise<PlanReason | null> {
  const row = await db
    .selectFrom('plan_reasons')
    .select('reason')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.reason ?? null;
}
