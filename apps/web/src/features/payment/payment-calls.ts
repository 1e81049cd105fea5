import type { CheckoutResult, PaymentOrder, PaymentSettings } from '@mutual-transfer/domain/payment';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';

export function feeQuery(token: string) {
  return queryOptions({
    queryKey: ['payment-settings', token],
    queryFn: ({ signal }) => callApi<PaymentSettings>('/payment/settings', { signal }),
  });
}

export function createOrder(): Promise<PaymentOrder> {
  return callApi('/payment/create-order', { method: 'POST' });
}

export function verifyPayment(result: CheckoutResult): Promise<unknown> {
  return callApi('/payment/verify', { method: 'POST', body: result });
}

export type TestOutcome = 'success' | 'failure';

export function payInSandbox(orderId: string, outcome: TestOutcome): Promise<CheckoutResult> {
  return callApi('/payment/sandbox/pay', { method: 'POST', body: { orderId, outcome } });
}
