import { isFeeCharged } from '@mutual-transfer/domain/payments/access';
import type { PaymentSettings, PaymentStatus } from '@mutual-transfer/domain/payments/payment';
import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import { accountNotFound } from '../members/account-gone.ts';
import type { SignedIn } from '../sessions/viewer.ts';
import { readOwnRefund } from './refunds.queries.ts';

/** Returns the payment settings: whether payment is required, and the price in rupees. */
export async function readPaymentSettings(db: Kysely<Database>): Promise<PaymentSettings> {
  const row = await db.selectFrom('payment_settings').selectAll().executeTakeFirstOrThrow();
  return { isPaymentRequired: row.is_payment_required, paymentAmount: row.payment_amount };
}

/** Returns the payment status of the viewer. Administrators never pay. */
export async function readPaymentStatus(db: Kysely<Database>, viewer: SignedIn): Promise<PaymentStatus> {
  const settings = await readPaymentSettings(db);
  const { paid_at } = await db
    .selectFrom('users')
    .select('paid_at')
    .where('id', '=', viewer.userId)
    .executeTakeFirstOrThrow(accountNotFound);
  const refund = await readOwnRefund(db, viewer.userId);
  return {
    isPaymentRequired: isFeeCharged(settings) && viewer.role !== 'admin',
    isPaid: paid_at !== null,
    ...(refund === undefined ? {} : { refund }),
  };
}
