import { PAISE_A_RUPEE } from '@mutual-transfer/domain/constants';
import type { OwnRefund } from '@mutual-transfer/domain/payments/payment';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/tables.ts';

export async function isInAgreement(db: Kysely<Database>, userId: string | null): Promise<boolean> {
  const seat = await db
    .selectFrom('agreement_members')
    .select('agreement_id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['agreed', 'in_progress'])
    .executeTakeFirst();
  return seat !== undefined;
}

/** Returns the refund of a teacher's latest payment in the form that the teacher sees; undefined if the payment was not refunded. */
export async function readOwnRefund(db: Kysely<Database>, userId: string): Promise<OwnRefund | undefined> {
  const order = await db
    .selectFrom('payment_orders')
    .leftJoin('payment_refunds', (join) =>
      join.onRef('order_id', '=', 'payment_orders.id').on('state', '<>', 'failed'),
    )
    .select(['payment_refunds.amount_paise', 'asked_at', 'payment_refunds.settled_at'])
    .where('user_id', '=', userId)
    .where('payment_orders.status', 'in', ['paid', 'refunded'])
    .orderBy(sql`payment_orders.settled_at`, 'desc')
    .executeTakeFirst();
  if (!order?.asked_at || order.amount_paise === null) return undefined;
  return {
    amount: order.amount_paise / PAISE_A_RUPEE,
    askedAt: order.asked_at.toISOString(),
    paidBackAt: order.settled_at?.toISOString() ?? null,
  };
}

/** Returns the state of a refund, and the reason of its failure. */
export function readRefundState(db: Kysely<Database>, id: string) {
  return db
    .selectFrom('payment_refunds')
    .select(['state', 'failure'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
