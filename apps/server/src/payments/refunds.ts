import type { RefundOrigin } from '@mutual-transfer/domain/payments/payment';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database } from '../database/tables.ts';
import { AppError } from '../errors.ts';
import { workThrough } from '../process-each.ts';
import { updateOrder } from './apply-payment.ts';
import { findBrokenAgreement } from './broken-agreement.queries.ts';
import { type PaymentProvider, ProviderRefusal } from './providers/provider.ts';
import { isInAgreement } from './refunds.queries.ts';

type RefundRow = Selectable<Database['payment_refunds']>;

/** Request for a refund: id of the order, origin of the request, and id of the broken agreement, which defaults to the payer's latest one. */
export interface AskedRefund {
  readonly orderId: string;
  readonly origin: Exclude<RefundOrigin, 'provider'>;
  readonly agreementId?: string;
}

/**
 * Stores a request to refund an order. The provider is called afterwards. An order is refunded once: returns the existing refund if one is
 * in progress or was made.
 *
 * @returns the refund, and true if this call created it.
 * @throws {AppError} `not_found`; `not_refundable` for an unpaid order; `refund_in_agreement` while the teacher is in an agreement, to
 * which they would lose access.
 */
export async function askRefund(
  transaction: Transaction<Database>,
  { orderId, origin, agreementId }: AskedRefund,
  now: Date,
): Promise<{ refund: RefundRow; isNew: boolean; userId: string | null }> {
  const order = await transaction
    .selectFrom('payment_orders')
    .selectAll()
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  if (order === undefined) throw new AppError('not_found');
  const refunds = await transaction
    .selectFrom('payment_refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .execute();
  const made = refunds.find(({ state }) => state !== 'failed');
  if (made !== undefined) return { refund: made, isNew: false, userId: order.user_id };
  if (!mayBeRefunded(order, refunds)) throw new AppError('not_refundable');
  if (await isInAgreement(transaction, order.user_id)) throw new AppError('refund_in_agreement');
  const refund = await transaction
    .insertInto('payment_refunds')
    .values({
      id: newId({ msecs: now.getTime() }),
      order_id: orderId,
      amount_paise: order.amount_paise,
      origin,
      agreement_id: agreementId ?? (await findBrokenAgreement(transaction, order.user_id))?.id ?? null,
      asked_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { refund, isNew: true, userId: order.user_id };
}

/** Returns true if the order is paid, and has no refund that is in progress or was made. */
export function mayBeRefunded(
  { id, status }: { id: string; status: string },
  refunds: readonly Pick<RefundRow, 'order_id' | 'state'>[],
): boolean {
  return status === 'paid' && !refunds.some(({ order_id, state }) => order_id === id && state !== 'failed');
}

/**
 * Requests a refund from the provider and stores the outcome. Idempotent, even if two processes call it at the same time, because the
 * provider identifies a refund by our id.
 *
 * @throws {AppError} `unavailable` if the provider did not respond; the refund stays requested.
 */
export async function carryOutRefund(
  db: Kysely<Database>,
  provider: PaymentProvider,
  id: string,
  now: Date,
): Promise<void> {
  const row = await db
    .selectFrom('payment_refunds')
    .innerJoin('payment_orders', 'payment_orders.id', 'order_id')
    .select(['payment_refunds.state', 'payment_refunds.amount_paise', 'provider_order_id', 'payment_id'])
    .where('payment_refunds.id', '=', id)
    .where('provider', '=', provider.name)
    .where('payment_refunds.state', 'in', ['asked', 'pending'])
    .executeTakeFirst();
  if (!row?.provider_order_id || !row.payment_id) return;
  try {
    const { payment_id: paymentId, amount_paise: amount } = row;
    if (row.state === 'asked') await provider.refund({ receipt: id, paymentId, amount });
    await updateOrder(db, provider, row.provider_order_id, now);
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    await refuse(db, id, error.message, now);
    // The provider may have refused because the amount was already refunded.
    await updateOrder(db, provider, row.provider_order_id, now);
  }
}

async function refuse(db: Kysely<Database>, id: string, failure: string, now: Date): Promise<void> {
  await db
    .updateTable('payment_refunds')
    .set({ state: 'failed', failure, settled_at: now })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .execute();
}

const AT_ONCE = 100;

/**
 * Fetches the state of refunds in progress, least recently checked first.
 *
 * @throws {AggregateError} with the errors of refunds whose state could not be fetched.
 */
export async function followRefunds(
  db: Kysely<Database>,
  provider: PaymentProvider,
  now: Date,
): Promise<void> {
  const open = await db
    .selectFrom('payment_refunds')
    .select('id')
    .where('state', 'in', ['asked', 'pending'])
    .orderBy('checked_at', (refund) => refund.asc().nullsFirst())
    .limit(AT_ONCE)
    .execute();
  await workThrough(open, async ({ id }) => {
    await db.updateTable('payment_refunds').set({ checked_at: now }).where('id', '=', id).execute();
    await carryOutRefund(db, provider, id, now);
  });
}
