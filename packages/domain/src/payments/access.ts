import type { PaymentStatus } from './payment.ts';

/** Returns `true` if the caller may see more than public data. */
export function hasAccess({ isPaymentRequired, isPaid }: PaymentStatus): boolean {
  return !isPaymentRequired || isPaid;
}
