import type { CheckoutResult } from '@mutual-transfer/domain/payments/payment';
import { isSameSecret, sign } from '../../platform/signatures.ts';

/** A payment at the provider. Amounts are in paise. */
export interface ProviderPayment {
  id: string;
  amount: number;
  currency: string;
  status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded';
}

/** A refund at the provider. `receipt` is our id of the refund if we requested it. */
export interface ProviderRefund {
  id: string;
  amount: number;
  receipt: string | null;
  status: 'pending' | 'processed' | 'failed';
}

/** Error with the provider's own text if the provider understood a call and refused it. */
export class ProviderRefusal extends Error {}

/** Payment service at which orders are created, paid, looked up and refunded. */
export interface PaymentProvider {
  name: 'razorpay' | 'sandbox';
  /** Public key for the checkout widget. */
  key: string;
  /** Creates the provider order for a receipt, or returns the existing one. @returns the provider's order id. */
  createOrder: (order: { receipt: string; amount: number; currency: string }) => Promise<string>;
  /** Returns the receipt under which an order was created; null if there is none. */
  findReceipt: (orderId: string) => Promise<string | null>;
  /** Returns every attempted payment of an order. */
  findPayments: (orderId: string) => Promise<ProviderPayment[]>;
  /** Returns a payment by its id, `undefined` if there is none. */
  findPayment: (paymentId: string) => Promise<ProviderPayment | undefined>;
  /** Captures an authorised payment. @returns the payment as it is afterwards; unchanged if the provider refuses. */
  capture: (payment: ProviderPayment) => Promise<ProviderPayment>;
  findRefunds: (paymentId: string) => Promise<ProviderRefund[]>;
  /**
   * Refunds the whole payment under our receipt. Idempotent.
   *
   * @throws {ProviderRefusal} if the provider refuses; `unavailable` if the outcome is unknown.
   */
  refund: (refund: { receipt: string; paymentId: string; amount: number }) => Promise<ProviderRefund>;
  /** Secrets that sign checkouts and webhooks. */
  keySecret: string;
  webhookSecret: string;
  /**
   * Pays an order, or makes the payment fail. Only the sandbox has it. @returns the checkout data, and the webhook that the provider would
   * send.
   */
  pay?: (
    order: { id: string; amount: number; currency: string },
    outcome: 'success' | 'failure',
  ) => Promise<{ checkout: CheckoutResult; webhook: { id: string; body: string; signature: string } }>;
}

/** Returns true if the signature of the checkout is valid for the stored order and this payment. */
export function isCheckoutSigned(
  provider: PaymentProvider,
  { orderId, paymentId, signature }: { orderId: string; paymentId: string; signature: string },
): boolean {
  return isSameSecret(sign(provider.keySecret, `${orderId}|${paymentId}`), signature);
}
