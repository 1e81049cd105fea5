import { type Kysely, sql } from 'kysely';
import { writeAuditOf } from '../accounts/audit.ts';
import type { Database } from '../database/tables/schema.ts';
import { AppError } from '../errors.ts';
import { workThrough } from '../process-each.ts';
import { type Due, findDue } from './refund-rule.queries.ts';
import { askRefund } from './refunds.ts';

/** Value in the audit log in place of a caller's address. */
const BY_RULE = { ip: 'by rule' };

/** Switches the rule. Switching it on again keeps the original date of effect. */
export async function setRefundRule(db: Kysely<Database>, isOn: boolean, now: Date): Promise<void> {
  await db
    .updateTable('payment_settings')
    .set({ refunds_since: isOn ? sql<Date>`coalesce(refunds_since, ${now})` : null })
    .execute();
}

/**
 * Requests the refunds that the rule owes: to teachers who paid, whose agreement another member left before the papers, after the rule took
 * effect and at least a week ago, and who are in no agreement now. A teacher is refunded once by the rule. Only the first agreement that a
 * member left counts: an administrator decides about members who leave several, or pay and leave again.
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

/** A refund that became impossible meanwhile is left to the next run. */
function skip(error: unknown) {
  if (error instanceof AppError) return { refund: undefined, isNew: false };
  throw error;
}
