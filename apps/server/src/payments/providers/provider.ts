import { createHmac, timingSafeEqual } from 'node:crypto';

/** A payment at the provider. Amounts are paise. */
export interface ProviderPayment {
  readonly id: string;
  readonly orderId: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded';
}

/** A refund at the provider. `receipt` is our id, if we requested it. */
export interface ProviderRefund {
  readonly id: string;
  readonly amount: number;
  readonly receipt: string | null;
  readonly status: 'pending' | 'processed' | 'failed';
}

/** The provider understood the call and refuses it, for a reason in its own words. */
export class ProviderRefusal extends Error {}

/** The payment service: orders are created, paid, looked up and refunded there. */
export interface PaymentProvider {
  readonly name: 'razorpay' | 'sandbox';
  /** The public key, for the checkout widget. */
  readonly key: string;
  /** Creates the provider order for a receipt, or returns the existing one. @returns the provider's order id. */
  readonly createOrder: (order: { receipt: string; amount: number; currency: string }) => Promise<string>;
  /** Returns the receipt under which an order was created. */
  readonly findReceipt: (orderId: string) => Promise<string | null>;
  /** Returns every attempted payment of an order. */
  readonly findPayments: (orderId: string) => Promise<ProviderPayment[]>;
  /** Returns every refund of a payment. */
  readonly findRefunds: (paymentId: string) => Promise<ProviderRefund[]>;
  /**
   * Refunds the whole payment under our receipt. Idempotent.
   *
   * @throws {ProviderRefusal} if the provider refuses; `unavailable` if the outcome is unknown.
   */
  readonly refund: (refund: {
    receipt: string;
    paymentId: string;
    amount: number;
  }) => Promise<ProviderRefund>;
  /** Secrets of checkout signatures and of webhooks. */
  readonly keySecret: string;
  readonly webhookSecret: string;
}

/** Returns the HMAC-SHA256 of the text or bytes with the secret, in hexadecimal, as Razorpay signs. */
export function sign(secret: string, content: string | Buffer): string {
  return createHmac('sha256', secret).update(content).digest('hex');
}

/** Returns true if the checkout's signature belongs to the stored order and that payment. */
export function isCheckoutSigned(
  provider: PaymentProvider,
  { orderId, paymentId, signature }: { orderId: string; paymentId: string; signature: string },
): boolean {
  return isEqual(sign(provider.keySecret, `${orderId}|${paymentId}`), signature);
}

/** Returns true if the provider signed exactly these bytes. */
export function isWebhookSigned(provider: PaymentProvider, body: Buffer, signature: string): boolean {
  return isEqual(sign(provider.webhookSecret, body), signature);
}

/** Compares in constant time. */
function isEqual(expected: string, given: string): boolean {
  const [first, second] = [Buffer.from(expected), Buffer.from(given)];
  return first.length === second.length && timingSafeEqual(first, second);
}
