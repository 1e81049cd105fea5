import { PAISE_A_RUPEE } from '@mutual-transfer/domain/constants';
import type { Kysely, Selectable, Transaction, Updateable } from 'kysely';
import { validate as isUuid } from 'uuid';
import { createNotices } from '../notices/notices.ts';
import { grantAccess, takeAccess } from '../people/members.ts';
import type { Database } from '../platform/database/tables.ts';
import { applyRefunds, findOpenRefund, hasPaidOther } from './apply-refunds.ts';
import type { PaymentProvider, ProviderPayment, ProviderRefund } from './providers/provider.ts';
import { nextReceiptNumber } from './receipt-numbers.ts';
import { compareWithBooks, dropAgain, storeUnexplained } from './unexplained.ts';

type OrderRow = Selectable<Database['payment_orders']>;

/** Outcome of applying a payment. `ignored`: the payment does not fit the order, or the order was already refunded. */
type Outcome = 'paid' | 'refunded' | 'failed' | 'waiting' | 'ignored';

/**
 * Fetches the payments of an order from the provider and stores the result. Used by the verify call, the webhook and the reconciler; only it
 * and an administrator's link of an unexplained payment grant or revoke access. Trusts only the provider's response, never the caller's
 * data. Captured payments that settle no order become work of the administrator.
 */
export async function updateOrder(
  db: Kysely<Database>,
  provider: PaymentProvider,
  providerOrderId: string,
  now: Date,
): Promise<Outcome> {
  const payments = await provider.findPayments(providerOrderId);
  if (payments.some(({ status }) => status === 'captured')) await adoptOrder(db, provider, providerOrderId);
  const outcome = await decide(db, provider, { providerOrderId, payments }, now);
  await compare(db, provider, { providerOrderId, payments }, now);
  return outcome;
}

/** Fetches a payment without an order, such as one by a payment link of the provider's dashboard, and stores it. */
export async function updateOrderless(
  db: Kysely<Database>,
  provider: PaymentProvider,
  paymentId: string,
  now: Date,
): Promise<void> {
  const payment = await provider.findPayment(paymentId);
  if (payment !== undefined) await compare(db, provider, { providerOrderId: null, payments: [payment] }, now);
}

/** Compares payments with the books, and ends the access by payments that were linked to a teacher and that the provider has paid back. */
async function compare(
  db: Kysely<Database>,
  provider: PaymentProvider,
  reported: { providerOrderId: string | null; payments: readonly ProviderPayment[] },
  now: Date,
): Promise<void> {
  await compareWithBooks(db, { provider: provider.name, ...reported }, now);
  const refunded = reported.payments.filter(({ status }) => status === 'refunded');
  if (refunded.length === 0) return;
  const linked = await db
    .selectFrom('payment_orders')
    .select(['id', 'payment_id'])
    .where(
      'payment_id',
      'in',
      refunded.map(({ id }) => id),
    )
    .where('provider_order_id', 'is', null)
    .where('status', '=', 'paid')
    .execute();
  for (const { id, payment_id } of linked)
    await updateLinkedOrder(db, provider, { id, paymentId: payment_id ?? '' }, now);
}

/** Payments of an order, as the provider reports them. */
interface Reported {
  providerOrderId: string;
  payments: readonly ProviderPayment[];
}

async function decide(
  db: Kysely<Database>,
  provider: PaymentProvider,
  { providerOrderId, payments }: Reported,
  now: Date,
): Promise<Outcome> {
  const openRefund = await findOpenRefund(db, providerOrderId);
  const paidBack = openRefund && (await findPaidBack(provider, payments, openRefund));
  if (paidBack !== undefined)
    return applyPayment(db, provider.name, { ...paidBack, of: { provider_order_id: providerOrderId } }, now);
  const hasOpenRefund = openRefund !== undefined;
  const found = await decisiveOf(db, payments, { providerOrderId, hasOpenRefund });
  if (found === undefined) return 'waiting';
  const decisive = found.mayCapture ? await provider.capture(found.payment) : found.payment;
  const isRefunding = decisive.status === 'refunded' || hasOpenRefund;
  const refunds = isRefunding ? await provider.findRefunds(decisive.id) : [];
  return applyPayment(
    db,
    provider.name,
    { ...decisive, of: { provider_order_id: providerOrderId }, refunds },
    now,
  );
}

/** Fetches the payment of an order that has none at the provider: an administrator linked the payment to a teacher. */
export async function updateLinkedOrder(
  db: Kysely<Database>,
  provider: PaymentProvider,
  { id, paymentId }: { id: string; paymentId: string },
  now: Date,
): Promise<void> {
  const payment = await provider.findPayment(paymentId);
  if (payment === undefined) return;
  const refunds = await provider.findRefunds(paymentId);
  await applyPayment(db, provider.name, { ...payment, of: { id }, refunds }, now);
}

/**
 * Returns the payment of an order on which the provider carried out our refund, with its refunds. Of two captured payments it may be the
 * one that is not booked: the other one is then a second payment.
 */
async function findPaidBack(
  provider: PaymentProvider,
  payments: readonly ProviderPayment[],
  { id, provider_refund_id }: Pick<Selectable<Database['payment_refunds']>, 'id' | 'provider_refund_id'>,
) {
  if (payments.filter(({ status }) => status === 'captured' || status === 'refunded').length < 2)
    return undefined;
  for (const payment of payments.filter(({ status }) => status === 'refunded')) {
    const refunds = await provider.findRefunds(payment.id);
    if (refunds.some((refund) => refund.receipt === id || refund.id === provider_refund_id))
      return { ...payment, refunds };
  }
  return undefined;
}

/**
 * Returns the payment that decides about an order: the one that settled it while it is captured or being refunded, else one of the amount
 * of the order, if there is one. A payment that an administrator linked to a teacher or settled outside never decides about another order.
 * An authorised payment may be captured if the order is open and its teacher has not paid another one; otherwise the provider pays it back.
 */
async function decisiveOf(
  db: Kysely<Database>,
  payments: readonly ProviderPayment[],
  { providerOrderId, hasOpenRefund }: { providerOrderId: string; hasOpenRefund: boolean },
): Promise<{ payment: ProviderPayment; mayCapture: boolean } | undefined> {
  const order = await db
    .selectFrom('payment_orders')
    .leftJoin('users', 'users.id', 'user_id')
    .select(['amount_paise', 'currency', 'status', 'payment_id', 'users.id as payer', 'paid_at'])
    .where('provider_order_id', '=', providerOrderId)
    .executeTakeFirst();
  const elsewhere = await findSettledElsewhere(db, payments);
  const own = payments.filter(({ id }) => id === order?.payment_id || !elsewhere.has(id));
  const fitting = own.filter((payment) => order !== undefined && fits(order, payment));
  const settling = fitting.find(
    ({ id, status }) => id === order?.payment_id && (hasOpenRefund || status === 'captured'),
  );
  const payment = settling ?? furthest(fitting) ?? furthest(own);
  if (payment === undefined) return undefined;
  const isOpen = order?.status === 'created' || order?.status === 'failed';
  const owes = order?.payer !== null && order?.paid_at === null;
  return {
    payment,
    mayCapture: isOpen && owes && payment.status === 'authorized' && fitting.includes(payment),
  };
}

/** Returns the ids of the payments that an administrator linked to a teacher or settled outside, so that they settle no order here. */
async function findSettledElsewhere(
  db: Kysely<Database>,
  payments: readonly ProviderPayment[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('unexplained_payments')
    .select('payment_id')
    .where('payment_id', 'in', ['', ...payments.map(({ id }) => id)])
    .where('settled_how', 'in', ['linked', 'outside'])
    .where('reason', 'in', ['second', 'amount', 'unknown'])
    .execute();
  return new Set(rows.map(({ payment_id }) => payment_id));
}

function furthest(payments: readonly ProviderPayment[]): ProviderPayment | undefined {
  return (
    payments.find((payment) => payment.status === 'captured') ??
    payments.find((payment) => payment.status === 'refunded') ??
    payments.find((payment) => payment.status === 'authorized') ??
    payments.at(-1)
  );
}

/** A payment with its refunds, and the order that it concerns. */
interface Payment extends ProviderPayment {
  of: { provider_order_id: string } | { id: string };
  refunds: readonly ProviderRefund[];
}

/** Applies one payment to its order. Idempotent. */
async function applyPayment(
  db: Kysely<Database>,
  providerName: PaymentProvider['name'],
  payment: Payment,
  now: Date,
): Promise<Outcome> {
  return db.transaction().execute(async (transaction) => {
    const { of } = payment;
    const order = await transaction
      .selectFrom('payment_orders')
      .selectAll()
      .where((row) =>
        'id' in of ? row('id', '=', of.id) : row('provider_order_id', '=', of.provider_order_id),
      )
      .where('provider', '=', providerName)
      .forUpdate()
      .executeTakeFirst();
    if (order === undefined || !fits(order, payment)) return 'ignored';
    switch (payment.status) {
      case 'captured':
      case 'refunded':
        return applyCaptured(transaction, order, payment, now);
      case 'failed':
        return fail(transaction, order);
      default:
        return order.status === 'paid' ? 'paid' : 'waiting';
    }
  });
}

/** Returns true if the payment has the amount and currency of the order. */
function fits(order: Pick<OrderRow, 'amount_paise' | 'currency'>, payment: ProviderPayment): boolean {
  return payment.amount === order.amount_paise && payment.currency === order.currency;
}

/** Grants access for a captured payment; revokes access if the payment was refunded. */
async function applyCaptured(
  transaction: Transaction<Database>,
  order: OrderRow,
  payment: Payment,
  now: Date,
): Promise<Outcome> {
  if (order.status !== 'refunded') {
    const isRefunded = await applyRefunds(transaction, order, payment, now);
    return isRefunded ? refund(transaction, order, payment, now) : capture(transaction, order, payment, now);
  }
  return payment.status === 'refunded' ? 'refunded' : 'ignored';
}

/** Grants access for a captured payment. `failed` followed by `captured` is legal: a second attempt on the same order succeeded. */
async function capture(
  transaction: Transaction<Database>,
  order: OrderRow,
  payment: ProviderPayment,
  now: Date,
): Promise<Outcome> {
  if (order.status === 'paid') {
    // A second payment of the order remains after the first was refunded at the provider.
    if (payment.id !== order.payment_id) await update(transaction, order, { payment_id: payment.id });
    return 'paid';
  }
  await settle(transaction, order, { status: 'paid', payment_id: payment.id }, now);
  const { user_id: userId, provider, provider_order_id: providerOrderId } = order;
  const unexplained = { provider, payment, providerOrderId, userId };
  if (userId === null) {
    await storeUnexplained(transaction, { ...unexplained, reason: 'no_account' }, now);
    return 'paid';
  }
  if (await hasPaidOther(transaction, order))
    await storeUnexplained(transaction, { ...unexplained, reason: 'again' }, now);
  await grantAccess(transaction, userId, { rupees: order.amount_paise / PAISE_A_RUPEE, now });
  return 'paid';
}

/** Stores the payment that settles an order. The first time gives the order its time and receipt number. */
async function settle(
  transaction: Transaction<Database>,
  order: OrderRow,
  settled: { status: 'paid' | 'refunded'; payment_id: string },
  now: Date,
): Promise<void> {
  await update(transaction, order, {
    ...settled,
    settled_at: order.settled_at ?? now,
    receipt_number: order.receipt_number ?? (await nextReceiptNumber(transaction)),
  });
}

/** Revokes access after a refund, unless the teacher has paid another order. */
async function refund(
  transaction: Transaction<Database>,
  order: OrderRow,
  payment: ProviderPayment,
  now: Date,
): Promise<Outcome> {
  await settle(transaction, order, { status: 'refunded', payment_id: payment.id }, now);
  await notifyOfRefund(transaction, order, now);
  if (order.user_id === null) return 'refunded';
  if (!(await hasPaidOther(transaction, order))) await takeAccess(transaction, order.user_id);
  await dropAgain(transaction, { userId: order.user_id, paymentId: payment.id });
  return 'refunded';
}

/** Notifies the payer of the refund, unless the account was erased. */
async function notifyOfRefund(
  transaction: Transaction<Database>,
  { user_id: recipientId, amount_paise }: OrderRow,
  now: Date,
): Promise<void> {
  if (recipientId === null) return;
  const content = { kind: 'payment_refunded', amount: amount_paise / PAISE_A_RUPEE } as const;
  await createNotices(transaction, [{ recipientId, content }], now);
}

async function fail(transaction: Transaction<Database>, order: OrderRow): Promise<Outcome> {
  if (order.status !== 'created') return 'ignored';
  await update(transaction, order, { status: 'failed' });
  return 'failed';
}

async function update(
  transaction: Transaction<Database>,
  order: OrderRow,
  values: Updateable<Database['payment_orders']>,
): Promise<void> {
  await transaction.updateTable('payment_orders').set(values).where('id', '=', order.id).execute();
}

/**
 * Adopts a paid order at the provider that no row refers to: a second order that was created under one of our receipts. The row of the
 * receipt then refers to the second order, so that its payment counts and a refund goes to the right order. A row whose own order was paid
 * is not changed.
 */
async function adoptOrder(
  db: Kysely<Database>,
  provider: PaymentProvider,
  providerOrderId: string,
): Promise<void> {
  const existing = await db
    .selectFrom('payment_orders')
    .select('id')
    .where('provider_order_id', '=', providerOrderId)
    .executeTakeFirst();
  if (existing !== undefined) return;
  const receipt = await provider.findReceipt(providerOrderId);
  // Another product may use the same account at the provider.
  if (receipt === null || !isUuid(receipt)) return;
  await db
    .updateTable('payment_orders')
    .set({ provider_order_id: providerOrderId })
    .where('id', '=', receipt)
    .where('provider', '=', provider.name)
    .where('status', 'in', ['created', 'failed'])
    .execute();
}
