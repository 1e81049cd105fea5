import type { PaymentSettings, PaymentStatus } from './payment.ts';

/** Returns `true` if teachers pay for access. An amount of 0 is not charged. */
export function isFeeCharged({ isPaymentRequired, paymentAmount }: PaymentSettings): boolean {
  return isPaymentRequired && paymentAmount > 0;
}

/** Returns `true` if the caller may see more than public data. */
export function hasAccess({ isPaymentRequired, isPaid }: PaymentStatus): boolean {
  return !isPaymentRequired || isPaid;
}
