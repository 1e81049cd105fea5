import type {
  CheckoutResult,
  PaymentOrder,
  PaymentReceipt,
  PaymentSettings,
  PaymentStatus,
} from '@mutual-transfer/domain/payments/payment';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../platform/client.ts';

export function feeQuery(userId: string) {
  return queryOptions({
    queryKey: ['payment-settings', userId],
    queryFn: ({ signal }) => callApi<PaymentSettings>('/payment/settings', { signal }),
  });
}

/** Returns `true` if there is a receipt: of the payment that gave access, or of one that was refunded. */
export function hasReceipt({ isPaid, refund }: Pick<PaymentStatus, 'isPaid' | 'refund'>): boolean {
  return isPaid || refund !== undefined;
}

export function receiptQuery(userId: string) {
  return queryOptions({
    queryKey: ['payment-receipt', userId],
    queryFn: ({ signal }) => callApi<PaymentReceipt>('/payment/receipt', { signal }),
  });
}

/** Creates the provider order. @param paymentAmount Price in rupees that the payer sees. The API refuses it if the price has changed. */
export function createOrder(paymentAmount: number): Promise<PaymentOrder> {
  return callApi('/payment/create-order', { method: 'POST', body: { paymentAmount } });
}

export function verifyPayment(result: CheckoutResult): Promise<unknown> {
  return callApi('/payment/verify', { method: 'POST', body: result });
}

export type TestOutcome = 'success' | 'failure';

export function payInSandbox(orderId: string, outcome: TestOutcome): Promise<CheckoutResult> {
  return callApi('/payment/sandbox/pay', { method: 'POST', body: { orderId, outcome } });
}
