import { PAISE_A_RUPEE, PRODUCT_NAME } from '@mutual-transfer/domain/constants';
import type {
  OwnRefund,
  PaymentOrder,
  PaymentReceipt,
  PaymentSettings,
  PaymentStatus,
} from '@mutual-transfer/domain/payments/payment';
import type { Kysely, Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { lockOrdersOf } from '../account/change-teacher.ts';
import { ownerTag } from '../http/if-match.ts';
import { lockOwnAccount } from '../people/lock-members.ts';
import type { Database } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { type SignedIn, viewerHasAccess } from '../platform/sessions.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { readOwnRefund } from './refunds.ts';

interface OpenOrder {
  id: string;
  provider_order_id: string | null;
  amount_paise: number;
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
    if (viewerHasAccess({ role, paidAt, ...settings })) throw new AppError('payment_not_needed');
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

const DIGITS = 6;

/**
 * Returns the receipt of a teacher's latest payment, with the refund if the payment was refunded. @throws {AppError} `not_found` without a
 * payment.
 */
export async function readReceipt(db: Kysely<Database>, userId: string): Promise<PaymentReceipt> {
  const row = await db
    .selectFrom('payment_orders')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['receipt_number', 'settled_at', 'amount_paise', 'provider_order_id', 'payment_id', 'users.name'])
    .where('user_id', '=', userId)
    .where('payment_orders.status', 'in', ['paid', 'refunded'])
    .orderBy('settled_at', 'desc')
    .executeTakeFirst();
  if (!row?.settled_at || !row.payment_id) throw new AppError('not_found');
  const refund = await readOwnRefund(db, userId);
  return {
    number: `MT-${(row.receipt_number ?? '').padStart(DIGITS, '0')}`,
    paidAt: row.settled_at.toISOString(),
    amount: row.amount_paise / PAISE_A_RUPEE,
    currency: 'INR',
    // A payment that an administrator linked to the teacher has no order of the teacher's.
    orderId: row.provider_order_id ?? row.payment_id,
    paymentId: row.payment_id,
    payer: row.name,
    payee: PRODUCT_NAME,
    ...(refund === undefined ? {} : { refund }),
  };
}

/** Returns the payment settings: whether payment is required, and the price in rupees. */
export async function readPaymentSettings(db: Kysely<Database>): Promise<PaymentSettings> {
  const row = await db.selectFrom('payment_settings').selectAll().executeTakeFirstOrThrow();
  return { isPaymentRequired: row.is_payment_required, paymentAmount: row.payment_amount };
}

/** Returns the payment status of the viewer. Administrators never pay. */
export async function readPaymentStatus(db: Kysely<Database>, viewer: SignedIn): Promise<PaymentStatus> {
  return paymentStatusOf(viewer, await readOwnRefund(db, viewer.userId));
}

/** Returns the payment status of the viewer with the refund of their latest payment, if there is one. */
export function paymentStatusOf(
  { isPaymentRequired, isPaid }: SignedIn,
  refund: OwnRefund | undefined,
): PaymentStatus {
  return { isPaymentRequired, isPaid, ...(refund === undefined ? {} : { refund }) };
}

/** Locks the payment settings until the end of the transaction. */
export async function lockPaymentSettings(transaction: Transaction<Database>): Promise<void> {
  await transaction.selectFrom('payment_settings').select('payment_amount').forUpdate().execute();
}

/** Returns the `ETag` of the fee. */
export function feeTag({ isPaymentRequired, paymentAmount }: PaymentSettings): string {
  return ownerTag([isPaymentRequired, paymentAmount]);
}
