import { createHmac, timingSafeEqual } from 'node:crypto';

/** A payment as the provider has it. Amounts are paise. */
export interface ProviderPayment {
  readonly id: string;
  readonly orderId: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded';
}

/** The service that takes the money: orders are created, paid and looked up there. */
export interface PaymentProvider {
  readonly name: 'razorpay' | 'sandbox';
  /** The public half of the key, for the checkout widget. */
  readonly key: string;
  /** The order of that receipt, made unless it is there already. @returns the provider's id of it. */
  readonly createOrder: (order: { receipt: string; amount: number; currency: string }) => Promise<string>;
  /** Every payment tried on an order. */
  readonly findPayments: (orderId: string) => Promise<ProviderPayment[]>;
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
