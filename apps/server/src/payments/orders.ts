import { PAISE_A_RUPEE } from '@mutual-transfer/domain/constants';
import type { PaymentOrder } from '@mutual-transfer/domain/payments/payment';
import type { Kysely, Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database } from '../database/tables.ts';
import { AppError } from '../errors.ts';
import { lockOrdersOf } from '../lifecycle/lock-orders.queries.ts';
import { lockOwnAccount } from '../members/lock-members.ts';
import { hasAccess } from '../sessions/viewer.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { readPaymentSettings } from './settings.queries.ts';

interface OpenOrder {
  readonly id: string;
  readonly provider_order_id: string | null;
  readonly amount_paise: number;
}

/**
 * Returns the order that this teacher pays: the open order at today's price, or a new one. The price of an order never changes. An open
 * order at another price is closed; if it is paid later, the payment still counts.
 *
 * @param shownRupees the price that the payer saw, if the caller states it.
 * @throws {AppError} `payment_not_needed`, `price_changed`, `unavailable` if the provider cannot be reached.
 */
export async function openOrder(
  { db, provider, now }: { db: Kysely<Database>; provider: PaymentProvider; now: () => Date },
  userId: string,
  shownRupees: number | undefined,
): Promise<PaymentOrder> {
  const settings = await readPaymentSettings(db);
  const amount = settings.paymentAmount * PAISE_A_RUPEE;
  const order = await db.transaction().execute(async (transaction) => {
    await lockOrdersOf(transaction, userId);
    const { role, paid_at: paidAt } = await lockOwnAccount(transaction, userId);
    if (hasAccess({ role, paidAt, ...settings })) throw new AppError('payment_not_needed');
    if (shownRupees !== undefined && shownRupees !== settings.paymentAmount)
      throw new AppError('price_changed', { values: { amount: settings.paymentAmount } });
    return (
      (await reusableOrder(transaction, provider, userId, amount)) ??
      insertOrder(transaction, provider, { user_id: userId, amount_paise: amount, created_at: now() })
    );
  });
  const orderId = order.provider_order_id ?? (await orderAtProvider(db, provider, order));
  return { orderId, amount, currency: 'INR', key: provider.key, provider: provider.name };
}

async function reusableOrder(
  transaction: Transaction<Database>,
  provider: PaymentProvider,
  userId: string,
  amount: number,
): Promise<OpenOrder | undefined> {
  const open = await transaction
    .selectFrom('payment_orders')
    .select(['id', 'provider_order_id', 'amount_paise', 'provider'])
    .where('user_id', '=', userId)
    .where('status', '=', 'created')
    .executeTakeFirst();
  if (open === undefined) return undefined;
  if (open.amount_paise === amount && open.provider === provider.name) return open;
  await transaction
    .updateTable('payment_orders')
    .set({ status: 'failed' })
    .where('id', '=', open.id)
    .execute();
  return undefined;
}

async function insertOrder(
  transaction: Transaction<Database>,
  provider: PaymentProvider,
  order: { user_id: string; amount_paise: number; created_at: Date },
): Promise<OpenOrder> {
  const id = newId();
  await transaction
    .insertInto('payment_orders')
    .values({ id, provider: provider.name, ...order })
    .execute();
  return { id, provider_order_id: null, amount_paise: order.amount_paise };
}

/**
 * Creates the order at the provider under our id, so that a retry finds the first order. Two concurrent calls may create two orders at the
 * provider; both callers then get the order that was stored first.
 */
async function orderAtProvider(
  db: Kysely<Database>,
  provider: PaymentProvider,
  { id, amount_paise }: OpenOrder,
): Promise<string> {
  const provider_order_id = await provider.createOrder({
    receipt: id,
    amount: amount_paise,
    currency: 'INR',
  });
  await db
    .updateTable('payment_orders')
    .set({ provider_order_id })
    .where('id', '=', id)
    .where('provider_order_id', 'is', null)
    .execute();
  const order = await db
    .selectFrom('payment_orders')
    .select('provider_order_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return order.provider_order_id ?? provider_order_id;
}
