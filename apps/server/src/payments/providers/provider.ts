import { createHmac, timingSafeEqual } from 'node:crypto';

/** A payment as the provider has it. Amounts are paise. */
export interface ProviderPayment {
  readonly id: string;
  readonly orderId: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded';
}

/** Money on its way back, as the provider has it; `receipt` is what we called it, where we asked for it. */
export interface ProviderRefund {
  readonly id: string;
  readonly amount: number;
  readonly receipt: string | null;
  readonly status: 'pending' | 'processed' | 'failed';
}

/** The provider understood the call and does not do it, for a reason in its own words. */
export class ProviderRefusal extends Error {}

/** The service that takes the money: orders are created, paid, looked up and refunded there. */
export interface PaymentProvider {
  readonly name: 'razorpay' | 'sandbox';
  /** The public half of the key, for the checkout widget. */
  readonly key: string;
  /** The order of that receipt, made unless it is there already. @returns the provider's id of it. */
  readonly createOrder: (order: { receipt: string; amount: number; currency: string }) => Promise<string>;
  /** The receipt that an order was made under. */
  readonly findReceipt: (orderId: string) => Promise<string | null>;
  /** Every payment tried on an order. */
  readonly findPayments: (orderId: string) => Promise<ProviderPayment[]>;
  /** Every refund of a payment. */
  readonly findRefunds: (paymentId: string) => Promise<ProviderRefund[]>;
  /**
   * Gives the whole payment back under our receipt, once, however often it is asked.
   *
   * @throws {ProviderRefusal} where the provider does not make it; `unavailable` where it is not known whether it does.
   */
  readonly refund: (refund: {
    receipt: string;
    paymentId: string;
    amount: number;
  }) => Promise<ProviderRefund>;
  /** Secrets: of checkout signatures, and of webhooks. */
  readonly keySecret: string;
  readonly webhookSecret: string;
}

/** HMAC-SHA256 of the text or bytes under the secret, in hexadecimal: how Razorpay signs. */
export function sign(secret: string, content: string | Buffer): string {
  return createHmac('sha256', secret).update(content).digest('hex');
}

/** Whether the checkout's signature belongs to the order that we stored and that payment. */
export function isCheckoutSigned(
  provider: PaymentProvider,
  { orderId, paymentId, signature }: { orderId: string; paymentId: string; signature: string },
): boolean {
  return isEqual(sign(provider.keySecret, `${orderId}|${paymentId}`), signature);
}

/** Whether the provider signed exactly these bytes. */
export function isWebhookSigned(provider: PaymentProvider, body: Buffer, signature: string): boolean {
  return isEqual(sign(provider.webhookSecret, body), signature);
}

/** Takes the same time whatever differs. */
function isEqual(expected: string, given: string): boolean {
  const [first, second] = [Buffer.from(expected), Buffer.from(given)];
  return first.length === second.length && timingSafeEqual(first, second);
}
