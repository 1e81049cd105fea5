import { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { PaymentProvider } from './provider.ts';

interface Keys {
  readonly keyId: string;
  readonly keySecret: string;
  readonly webhookSecret: string;
  readonly baseUrl: string;
  /** Timeout of one call, in milliseconds. */
  readonly timeout: number;
}

const order = z.object({ id: z.string() });
const orders = z.object({ items: z.array(order) });
const payments = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      order_id: z.string(),
      amount: z.int(),
      currency: z.string(),
      status: z.enum(['created', 'authorized', 'captured', 'failed', 'refunded']),
    }),
  ),
});

const RETRY_AFTER_SECONDS = 5;

/**
 * Razorpay's REST API (orders and payments, version 1). A small client of our own: the vendor's has a fixed host and no
 * timeout. Whatever goes wrong on the way is `unavailable`.
 */
export function createRazorpay({ keyId, keySecret, webhookSecret, baseUrl, timeout }: Keys): PaymentProvider {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;

  async function call<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    body?: object,
  ): Promise<z.output<Schema>> {
    try {
      const response = await fetch(new URL(path, baseUrl), {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeout),
      });
      if (!response.ok) throw new Error(`The payment provider answered ${response.status}`);
      return schema.parse(await response.json());
    } catch (cause) {
      throw new AppError('unavailable', { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
  }

  return {
    name: 'razorpay',
    key: keyId,
    keySecret,
    webhookSecret,
    createOrder: async ({ receipt, amount, currency }) => {
      // The answer to an earlier try may have been lost: the receipt finds the order it made.
      const made = await call(`/v1/orders?receipt=${encodeURIComponent(receipt)}`, orders);
      if (made.items[0]) return made.items[0].id;
      return (await call('/v1/orders', order, { receipt, amount, currency })).id;
    },
    findPayments: async (orderId) => {
      const { items } = await call(`/v1/orders/${encodeURIComponent(orderId)}/payments`, payments);
      return items.map(({ order_id, ...payment }) => ({ ...payment, orderId: order_id }));
    },
  };
}
