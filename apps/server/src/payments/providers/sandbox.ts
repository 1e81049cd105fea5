import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { sign } from '../../platform/signatures.ts';
import { type PaymentProvider, type ProviderRefund, ProviderRefusal } from './provider.ts';

/**
 * Creates the sandbox: a stand-in for the provider, with its own signatures and webhooks. It stores its data in our database.
 *
 * @param secret signs the sandbox's data; it is never a real key.
 */
export function createSandbox(db: Kysely<Database>, secret: string): PaymentProvider {
  const keySecret = sign(secret, 'sandbox key');
  const webhookSecret = sign(secret, 'sandbox webhook');
  return {
    name: 'sandbox',
    key: 'sandbox',
    keySecret,
    webhookSecret,
    createOrder: async ({ receipt }) => `order_${receipt.replaceAll('-', '')}`,
    // The id of a sandbox order is derived from its receipt, so there is never a second order.
    findReceipt: async () => null,
    findPayments: (orderId) =>
      db
        .selectFrom('sandbox_payments')
        .select(['id', 'amount', 'currency', 'status'])
        .where('order_id', '=', orderId)
        .orderBy('created_at')
        .execute(),
    findPayment: (paymentId) =>
      db
        .selectFrom('sandbox_payments')
        .select(['id', 'amount', 'currency', 'status'])
        .where('id', '=', paymentId)
        .executeTakeFirst(),
    // A payment of the sandbox is captured at once.
    capture: async (payment) => payment,
    findRefunds: (paymentId) => findRefunds(db, paymentId),
    refund: async ({ receipt, paymentId }) => {
      await db
        .updateTable('sandbox_payments')
        .set({ status: 'refunded', refund_receipt: receipt })
        .where('id', '=', paymentId)
        .where('status', '=', 'captured')
        .execute();
      const [made] = await findRefunds(db, paymentId);
      if (made?.receipt !== receipt) throw new ProviderRefusal('The payment has been fully refunded already');
      return made;
    },
    pay: async (order, outcome) => {
      const id = `pay_${randomBytes(10).toString('hex')}`;
      const status = outcome === 'success' ? 'captured' : 'failed';
      const { id: order_id, amount, currency } = order;
      await db.insertInto('sandbox_payments').values({ id, order_id, amount, currency, status }).execute();
      const entity = { id, order_id, amount, currency, status };
      const body = JSON.stringify({ event: `payment.${status}`, payload: { payment: { entity } } });
      return {
        checkout: {
          razorpay_order_id: order_id,
          razorpay_payment_id: id,
          razorpay_signature: sign(keySecret, `${order_id}|${id}`),
        },
        webhook: {
          id: `event_${randomBytes(10).toString('hex')}`,
          body,
          signature: sign(webhookSecret, body),
        },
      };
    },
  };
}

/** Returns the refunds of a sandbox payment, of which there is at most one. The sandbox processes refunds at once. */
async function findRefunds(db: Kysely<Database>, paymentId: string): Promise<ProviderRefund[]> {
  const rows = await db
    .selectFrom('sandbox_payments')
    .select(['amount', 'refund_receipt'])
    .where('id', '=', paymentId)
    .where('refund_receipt', 'is not', null)
    .execute();
  return rows.map(({ amount, refund_receipt }) => ({
    id: `refund_${refund_receipt}`,
    amount,
    receipt: refund_receipt,
    status: 'processed',
  }));
}
