import { expect } from 'vitest';
import type { TestApp } from '../test-app.ts';
import type { RazorpayDouble } from './razorpay-double.ts';

/** Sets the fee to 10 rupees. */
export async function requireFee(test: TestApp): Promise<void> {
  const fee = { is_payment_required: true, payment_amount: 10 };
  await test.database.db.updateTable('payment_settings').set(fee).execute();
}

/**
 * Pays the fee of a teacher.
 * @returns the provider's ids of order and payment, and the product's id of the order.
 */
export async function payFee(
  test: TestApp,
  double: RazorpayDouble,
  token: string,
): Promise<{ orderId: string; paymentId: string; id: string }> {
  const made = await test.call({ method: 'POST', url: '/api/payment/create-order', token });
  expect(made.statusCode, made.body).toBe(200);
  const { orderId } = made.json();
  const { id: paymentId, checkout } = double.pay(orderId);
  const verified = await test.call({ method: 'POST', url: '/api/payment/verify', body: checkout, token });
  expect(verified.statusCode, verified.body).toBe(200);
  const { id } = await test.database.db
    .selectFrom('payment_orders')
    .select('id')
    .where('provider_order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return { orderId, paymentId, id };
}
