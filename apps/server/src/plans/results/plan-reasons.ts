import type { PlanReason } from '@mutual-transfer/domain/matching/plan-reasons';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../database/tables.ts';

/** Ids of the teachers for each reason. */
export type TeachersByReason = Readonly<Partial<Record<PlanReason, readonly string[]>>>;

/** Number of rows per statement. */
const AT_ONCE = 20_000;

/** Replaces all stored reasons. Leaves out teachers whose account was erased in the meantime. */
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
