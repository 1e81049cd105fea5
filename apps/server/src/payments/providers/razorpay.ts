import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { readAnswer } from '../../platform/read-answer.ts';
import { type PaymentProvider, ProviderRefusal } from './provider.ts';

interface Keys {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  baseUrl: string;
  /** Timeout of a call in milliseconds. */
  timeout: number;
}

const receipt = z
  .string()
  .nullish()
  .transform((text) => text ?? null);
const order = z.object({
  id: z.string(),
  receipt,
});
const orders = z.object({ items: z.array(order) });
/** A payment that was authorised and paid back without a capture was never received. */
const payment = z
  .object({
    id: z.string(),
    amount: z.int(),
    currency: z.string(),
    status: z.enum(['created', 'authorized', 'captured', 'failed', 'refunded']),
    captured: z.boolean().nullish(),
  })
  .transform(({ captured, status, ...others }) => ({
    ...others,
    status: status === 'refunded' && captured === false ? ('failed' as const) : status,
  }));
const payments = z.object({ items: z.array(payment) });

const refund = z.object({
  id: z.string(),
  amount: z.int(),
  receipt,
  status: z.enum(['pending', 'processed', 'failed']),
});
const refunds = z.object({ items: z.array(refund) });
const refusal = z.object({ error: z.object({ description: z.string() }) });

const RETRY_AFTER_SECONDS = 5;
/** Maximum length of the provider's error text in characters; the rest is cut off. */
const MAX_DESCRIPTION_LENGTH = 300;

/**
 * Creates a client of Razorpay's REST API (orders, payments and refunds, version 1). The vendor's own client has a fixed host and no
 * timeout. Network errors, timeouts and invalid responses become `unavailable`.
 */
export function createRazorpay({ keyId, keySecret, webhookSecret, baseUrl, timeout }: Keys): PaymentProvider {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;

  async function call<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<z.output<Schema>> {
    try {
      const response = await fetch(new URL(path, baseUrl), {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeout),
      });
      if (response.status === 400) throw new ProviderRefusal(await wordsOf(response));
      if (!response.ok) throw new Error(`The payment provider answered ${response.status}`);
      return schema.parse(await readAnswer(response));
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
      // An earlier attempt may have created the order although its response was lost. The receipt finds that order.
      const made = await call(`/v1/orders?receipt=${encodeURIComponent(receipt)}`, orders);
      if (made.items[0]) return made.items[0].id;
      return (await call('/v1/orders', order, { receipt, amount, currency })).id;
    },
    findReceipt: async (orderId) => (await call(`/v1/orders/${encodeURIComponent(orderId)}`, order)).receipt,
    findPayments: async (orderId) =>
      (await call(`/v1/orders/${encodeURIComponent(orderId)}/payments`, payments)).items,
    findPayment: (paymentId) =>
      call(`/v1/payments/${encodeURIComponent(paymentId)}`, payment).catch((error: unknown) => {
        if (isRefusal(error)) return undefined;
        throw error;
      }),
    capture: (authorised) => {
      const { id, amount, currency } = authorised;
      return call(`/v1/payments/${encodeURIComponent(id)}/capture`, payment, { amount, currency }).catch(
        (error: unknown) => {
          if (isRefusal(error)) return authorised;
          throw error;
        },
      );
    },
    findRefunds: async (paymentId) => (await call(refundsOf(paymentId), refunds)).items,
    refund: async ({ receipt, paymentId, amount }) => {
      // An earlier attempt may have created the refund although its response was lost. The receipt finds that refund. The provider's
      // idempotency key prevents two concurrent attempts from creating two refunds.
      const made = await call(refundsOf(paymentId), refunds);
      const existing = made.items.find((item) => item.receipt === receipt);
      if (existing) return existing;
      const body = { amount, speed: 'normal', receipt };
      const key = { 'x-refund-idempotency': receipt };
      return call(`/v1/payments/${encodeURIComponent(paymentId)}/refund`, refund, body, key).catch(
        throwRefusal,
      );
    },
  };
}

function refundsOf(paymentId: string): string {
  return `/v1/payments/${encodeURIComponent(paymentId)}/refunds`;
}

/** Throws the provider's refusal if the error wraps one, because the same call would be refused again. Otherwise throws the error. */
function throwRefusal(error: unknown): never {
  throw isRefusal(error) ? error.cause : error;
}

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.cause instanceof ProviderRefusal;
}

async function wordsOf(response: Response): Promise<string> {
  const { success, data } = refusal.safeParse(await readAnswer(response));
  return success
    ? data.error.description.slice(0, MAX_DESCRIPTION_LENGTH)
    : 'The payment provider refused the call';
}
