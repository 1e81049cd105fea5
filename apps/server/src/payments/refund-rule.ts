import { type Kysely, sql } from 'kysely';
import { writeAuditOf } from '../accounts/audit.ts';
import type { Database } from '../database/tables.ts';
import { AppError } from '../errors.ts';
import { workThrough } from '../process-each.ts';
import { type Due, findDue } from './refund-rule.queries.ts';
import { askRefund } from './refunds.ts';

/** Stored in the audit log instead of a caller's address. */
const BY_RULE = { ip: 'by rule' };

/** Switches the rule on or off. Switching it on again does not change the date of effect. */
export async function setRefundRule(db: Kysely<Database>, isOn: boolean, now: Date): Promise<void> {
  await db
    .updateTable('payment_settings')
    .set({ refunds_since: isOn ? sql<Date>`coalesce(refunds_since, ${now})` : null })
    .execute();
}

/**
 * Requests the refunds that are due by the rule: for teachers who paid, whose agreement another member left before its papers were
 * submitted, after the rule took effect and at least a week ago, and who are in no agreement now. The rule refunds a teacher once. For a
 * member who left several agreements, it applies to the first only: an administrator decides about members who leave several, or who pay
 * and leave again.
 */
export async function askRefundsByRule(db: Kysely<Database>, now: Date): Promise<void> {
  await workThrough(await findDue(db, now), (due) => askOne(db, due, now));
}

async function askOne(db: Kysely<Database>, due: Due, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const asked = { orderId: due.order_id, origin: 'rule', agreementId: due.agreement_id } as const;
    const { refund, isNew } = await askRefund(transaction, asked, now).catch(skip);
    if (!isNew || refund === undefined) return;
    const details = { refund: refund.id, agreement: due.agreement_id };
    const entry = { actorId: null, action: 'payment.refund', subjectId: due.user_id, details } as const;
    await writeAuditOf(transaction, BY_RULE, entry, now);
  });
}

/** Skips a refund that became impossible meanwhile. The next run tries again. */
function skip(error: unknown) {
  if (error instanceof AppError) return { refund: undefined, isNew: false };
  throw error;
}
