import type { Kysely, Selectable, Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database } from '../platform/database/tables.ts';
import type { ProviderPayment, ProviderRefund } from './providers/provider.ts';

type OrderRow = Selectable<Database['payment_orders']>;
type RefundRow = Selectable<Database['payment_refunds']>;

interface RefundedPayment extends Pick<ProviderPayment, 'status' | 'amount'> {
  refunds: readonly ProviderRefund[];
}

function otherPaidOrders(db: Kysely<Database>, { id, user_id }: Pick<OrderRow, 'id' | 'user_id'>) {
  return db
    .selectFrom('payment_orders')
    .select('id')
    .where('user_id', '=', user_id)
    .where('status', '=', 'paid')
    .where('id', '<>', id);
}

/** Returns true if the teacher of an order has paid another order too. */
export async function hasPaidOther(
  db: Kysely<Database>,
  order: Pick<OrderRow, 'id' | 'user_id'>,
): Promise<boolean> {
  return (await otherPaidOrders(db, order).executeTakeFirst()) !== undefined;
}

/** Returns true if the teacher of an order has paid another order too, of which no refund is in progress. */
export async function keepsOther(
  db: Kysely<Database>,
  order: Pick<OrderRow, 'id' | 'user_id'>,
): Promise<boolean> {
  const other = await otherPaidOrders(db, order)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_refunds')
            .select('payment_refunds.id')
            .whereRef('order_id', '=', 'payment_orders.id')
            .where('state', 'in', ['asked', 'pending']),
        ),
      ),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('unexplained_payments')
            .select('unexplained_payments.id')
            .whereRef('unexplained_payments.payment_id', '=', 'payment_orders.payment_id')
            .where('refund_state', 'in', ['asked', 'pending']),
        ),
      ),
    )
    .executeTakeFirst();
  return other !== undefined;
}

/** Returns the refund of an order that is in progress, if there is one. */
export function findOpenRefund(
  db: Kysely<Database>,
  providerOrderId: string,
): Promise<RefundRow | undefined> {
  return db
    .selectFrom('payment_refunds')
    .innerJoin('payment_orders', 'payment_orders.id', 'order_id')
    .selectAll('payment_refunds')
    .where('provider_order_id', '=', providerOrderId)
    .where('state', 'in', ['asked', 'pending'])
    .executeTakeFirst();
}

/**
 * Stores the provider's refunds of an order whose row the caller has locked. Our own refunds are found by the receipt under which they were
 * requested; others were made at the provider. Partial refunds are ignored until they add up to the whole amount.
 *
 * @returns true if the whole amount was refunded.
 */
export async function applyRefunds(
  transaction: Transaction<Database>,
  order: OrderRow,
  payment: RefundedPayment,
  now: Date,
): Promise<boolean> {
  const stored = await transaction
    .selectFrom('payment_refunds')
    .selectAll()
    .where('order_id', '=', order.id)
    .execute();
  for (const refund of wholeRefunds(payment)) await applyRefund(transaction, { order, stored, refund }, now);
  const processed = await transaction
    .selectFrom('payment_refunds')
    .select('id')
    .where('order_id', '=', order.id)
    .where('state', '=', 'processed')
    .executeTakeFirst();
  return processed !== undefined;
}

/**
 * Returns the refunds of the whole amount, failed ones first. Partial refunds that add up to the whole amount count as one refund made at
 * the provider.
 */
function wholeRefunds({ status, amount, refunds }: RefundedPayment): ProviderRefund[] {
  const whole = refunds.filter((refund) => refund.amount === amount);
  const isMade = whole.some((refund) => refund.status !== 'failed');
  if (status !== 'refunded' || isMade) return whole.toSorted(byFailure);
  const id = refunds.at(-1)?.id ?? '';
  return [...whole, { id, amount, receipt: null, status: 'processed' }];
}

/** Sorts failed refunds first, so that a failed refund does not replace the one that succeeded later. */
function byFailure(first: ProviderRefund, second: ProviderRefund): number {
  return Number(second.status === 'failed') - Number(first.status === 'failed');
}

async function applyRefund(
  transaction: Transaction<Database>,
  { order, stored, refund }: { order: OrderRow; stored: readonly RefundRow[]; refund: ProviderRefund },
  now: Date,
): Promise<void> {
  const own = stored.find(({ id, provider_refund_id }) =>
    provider_refund_id === null ? id === refund.receipt : provider_refund_id === refund.id,
  );
  if (own?.state === refund.status || own?.state === 'processed') return;
  const settled_at = refund.status === 'pending' ? null : now;
  const values = { state: refund.status, provider_refund_id: refund.id || null, settled_at };
  if (refund.status !== 'failed') await failOthers(transaction, order, own, now);
  if (own === undefined) {
    const made = { id: newId(), order_id: order.id, amount_paise: refund.amount, asked_at: now };
    await transaction
      .insertInto('payment_refunds')
      .values({ ...made, ...values, origin: 'provider' })
      .execute();
  } else {
    const failure = refund.status === 'failed' ? 'The payment provider could not pay it back' : null;
    await transaction
      .updateTable('payment_refunds')
      .set({ ...values, failure })
      .where('id', '=', own.id)
      .execute();
  }
}

/** Fails the other refund requests of an order whose amount was already refunded. */
async function failOthers(
  transaction: Transaction<Database>,
  order: OrderRow,
  own: RefundRow | undefined,
  now: Date,
): Promise<void> {
  let others = transaction
    .updateTable('payment_refunds')
    .set({ state: 'failed', failure: 'Refunded at the payment provider', settled_at: now })
    .where('order_id', '=', order.id)
    .where('state', 'in', ['asked', 'pending']);
  if (own !== undefined) others = others.where('id', '<>', own.id);
  await others.execute();
}
