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
  return presentOwnRefund(await latestRefund(db, userId).executeTakeFirst());
}

/** Returns the query of the refund of a teacher's latest payment. Its columns are null if the payment was not refunded. */
export function latestRefund(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom('payment_orders')
    .leftJoin('payment_refunds', (join) =>
      join.onRef('order_id', '=', 'payment_orders.id').on('state', '<>', 'failed'),
    )
    .select([
      'payment_refunds.amount_paise as refundedPaise',
      'asked_at as refundAskedAt',
      'payment_refunds.settled_at as refundSettledAt',
    ])
    .where('user_id', '=', userId)
    .where('payment_orders.status', 'in', ['paid', 'refunded'])
    .orderBy(sql`payment_orders.settled_at`, 'desc')
    .limit(1);
}

type LatestRefund = Awaited<ReturnType<ReturnType<typeof latestRefund>['executeTakeFirst']>>;

/** Returns a refund in the form that the teacher sees; undefined if there is none. */
export function presentOwnRefund(refund: LatestRefund): OwnRefund | undefined {
  if (!refund?.refundAskedAt || refund.refundedPaise === null) return undefined;
  return {
    amount: refund.refundedPaise / PAISE_A_RUPEE,
    askedAt: refund.refundAskedAt.toISOString(),
    paidBackAt: refund.refundSettledAt?.toISOString() ?? null,
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
