import { PAISE_A_RUPEE, PRODUCT_NAME } from '@mutual-transfer/domain/constants';
import type { PaymentReceipt } from '@mutual-transfer/domain/payments/payment';
import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import { AppError } from '../errors.ts';
import { readOwnRefund } from './refunds.queries.ts';

const DIGITS = 6;

/**
 * Returns the receipt of a teacher's latest payment, with the refund if the payment was refunded. @throws {AppError} `not_found` without a
 * payment.
 */
export async function readReceipt(db: Kysely<Database>, userId: string): Promise<PaymentReceipt> {
  const row = await db
    .selectFrom('payment_orders')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['receipt_number', 'settled_at', 'amount_paise', 'provider_order_id', 'payment_id', 'users.name'])
    .where('user_id', '=', userId)
    .where('payment_orders.status', 'in', ['paid', 'refunded'])
    .orderBy('settled_at', 'desc')
    .executeTakeFirst();
  if (!row?.settled_at || !row.provider_order_id || !row.payment_id) throw new AppError('not_found');
  const refund = await readOwnRefund(db, userId);
  return {
    number: `MT-${(row.receipt_number ?? '').padStart(DIGITS, '0')}`,
    paidAt: row.settled_at.toISOString(),
    amount: row.amount_paise / PAISE_A_RUPEE,
    currency: 'INR',
    orderId: row.provider_order_id,
    paymentId: row.payment_id,
    payer: row.name,
    payee: PRODUCT_NAME,
    ...(refund === undefined ? {} : { refund }),
  };
}
