import type { PaymentSettings } from '@mutual-transfer/domain/payments/payment';
import type { Transaction } from 'kysely';
import type { Database } from '../database/tables.ts';
import { ownerTag } from '../http/turns/owner-tags.ts';

/** Locks the payment settings until the end of the transaction. */
export async function lockPaymentSettings(transaction: Transaction<Database>): Promise<void> {
  await transaction.selectFrom('payment_settings').select('payment_amount').forUpdate().execute();
}

/** Returns the `ETag` of the fee. */
export function feeTag({ isPaymentRequired, paymentAmount }: PaymentSettings): string {
  return ownerTag([isPaymentRequired, paymentAmount]);
}
