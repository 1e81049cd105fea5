import type { OwnRefund, PaymentSettings, PaymentStatus } from '@mutual-transfer/domain/payments/payment';
import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { SignedIn } from '../sessions/viewer.ts';
import { readOwnRefund } from './refunds.queries.ts';

/** Returns the payment settings: whether payment is required, and the price in rupees. */
export async function readPaymentSettings(db: Kysely<Database>): Promise<PaymentSettings> {
  const row = await db.selectFrom('payment_settings').selectAll().executeTakeFirstOrThrow();
  return { isPaymentRequired: row.is_payment_required, paymentAmount: row.payment_amount };
}

/** Returns the payment status of the viewer. Administrators never pay. */
export async function readPaymentStatus(db: Kysely<Database>, viewer: SignedIn): Promise<PaymentStatus> {
  return paymentStatusOf(viewer, await readOwnRefund(db, viewer.userId));
}

/** Returns the payment status of the viewer with the refund of their latest payment, if there is one. */
export function paymentStatusOf(
  { isPaymentRequired, isPaid }: SignedIn,
  refund: OwnRefund | undefined,
): PaymentStatus {
  return { isPaymentRequired, isPaid, ...(refund === undefined ? {} : { refund }) };
}
