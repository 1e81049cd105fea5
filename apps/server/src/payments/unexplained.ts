import { PAISE_A_RUPEE } from '@mutual-transfer/domain/constants';
import type {
  PaymentSettlement,
  SettledPayment,
  UnexplainedPayment,
  UnexplainedPaymentList,
  UnexplainedPaymentQuery,
  UnexplainedReason,
} from '@mutual-transfer/domain/payments/unexplained-payment';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { createNotices } from '../notices/notices.ts';
import { lockMembers, lockTeacher } from '../people/lock-members.ts';
import { grantAccess } from '../people/members.ts';
import { recordShown } from '../people/visibility.ts';
import { readPage } from '../platform/database/read-page.ts';
import type { Database } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import type { SignedIn } from '../platform/sessions.ts';
import { findTeacherByContact } from '../sign-in/registration.ts';
import { keepsOther } from './apply-refunds.ts';
import { type PaymentProvider, type ProviderPayment, ProviderRefusal } from './providers/provider.ts';
import { nextReceiptNumber } from './receipt-numbers.ts';

type Row = Selectable<Database['unexplained_payments']>;

interface Found {
  provider: PaymentProvider['name'];
  payment: Pick<ProviderPayment, 'id' | 'amount' | 'currency'>;
  providerOrderId: string | null;
  reason: UnexplainedReason;
  userId: string | null;
}

/** Stores a captured payment that needs the decision of an administrator. A payment is stored once, also after it was settled. */
export async function storeUnexplained(db: Kysely<Database>, found: Found, now: Date): Promise<void> {
  const { provider, payment, providerOrderId, reason, userId } = found;
  await db
    .insertInto('unexplained_payments')
    .values({
      id: newId({ msecs: now.getTime() }),
      provider,
      payment_id: payment.id,
      provider_order_id: providerOrderId,
      amount_paise: payment.amount,
      currency: payment.currency,
      reason,
      user_id: userId,
      found_at: now,
    })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .execute();
}

/**
 * Compares the payments of an order at the provider with the books, after the order was updated: stores captured payments that settle no
 * order, and closes those that the provider has paid back meanwhile, or that settle an order now. A refund of ours in progress is followed
 * instead, because the bank may still fail it.
 */
export async function compareWithBooks(
  db: Kysely<Database>,
  {
    provider,
    providerOrderId,
    payments,
  }: {
    provider: PaymentProvider['name'];
    providerOrderId: string | null;
    payments: readonly ProviderPayment[];
  },
  now: Date,
): Promise<void> {
  const captured = payments.filter(({ status }) => status === 'captured');
  const order = await db
    .selectFrom('payment_orders')
    .select(['amount_paise', 'currency', 'user_id'])
    .where('provider_order_id', '=', providerOrderId)
    .executeTakeFirst();
  const booked = await db
    .selectFrom('payment_orders')
    .select('payment_id')
    .where('payment_id', 'in', ['', ...captured.map(({ id }) => id)])
    .execute();
  for (const payment of captured) {
    if (booked.some(({ payment_id }) => payment_id === payment.id)) continue;
    const fits = payment.amount === order?.amount_paise && payment.currency === order.currency;
    const reason = order === undefined ? 'unknown' : fits ? 'second' : 'amount';
    await storeUnexplained(
      db,
      { provider, payment, providerOrderId, reason, userId: order?.user_id ?? null },
      now,
    );
  }
  const open = (ids: readonly string[]) => sql`settled_at is null and payment_id = any(${[...ids]}::text[])`;
  await sql`delete from unexplained_payments where ${open(booked.map(({ payment_id }) => payment_id ?? ''))}
    and refund_state is null and reason in ('second', 'amount', 'unknown')`.execute(db);
  const paidBack = payments.filter(({ status }) => status === 'refunded').map(({ id }) => id);
  await sql`update unexplained_payments set settled_how = 'refunded', settled_at = ${now}, refund_state = null
    where ${open(paidBack)} and coalesce(refund_state, 'failed') = 'failed'`.execute(db);
}

/**
 * Deletes the open row of a payment of a teacher who had paid another order, after the refund of that other one: the payment is the only
 * one now, and need not be paid back. A refund in progress stays.
 */
export async function dropAgain(
  transaction: Transaction<Database>,
  { userId, paymentId }: { userId: string; paymentId: string },
): Promise<void> {
  await sql`delete from unexplained_payments
    where user_id = ${userId} and payment_id <> ${paymentId} and reason = 'again' and settled_at is null
      and coalesce(refund_state, 'failed') = 'failed'
      and not exists (
        select from payment_orders orders
        where orders.user_id = unexplained_payments.user_id and orders.status = 'paid'
          and orders.payment_id <> unexplained_payments.payment_id
      )`.execute(transaction);
}

/** Returns a page of these payments, oldest first while they are open. */
export async function findUnexplained(
  db: Kysely<Database>,
  viewer: SignedIn,
  { state, ...page }: UnexplainedPaymentQuery,
): Promise<UnexplainedPaymentList> {
  const query = db
    .selectFrom('unexplained_payments')
    .leftJoin('users', 'users.id', 'user_id')
    .selectAll('unexplained_payments')
    .select('users.name')
    .where('settled_at', state === 'open' ? 'is' : 'is not', null)
    .orderBy('unexplained_payments.id', state === 'open' ? 'asc' : 'desc');
  const { rows, pagination } = await readPage(query, page);
  for (const { user_id } of rows) if (user_id !== null) recordShown(viewer, user_id);
  return { payments: rows.map(present), pagination };
}

function present(row: Row & { name: string | null }): UnexplainedPayment {
  return {
    _id: row.id,
    reason: row.reason,
    amount: row.amount_paise / PAISE_A_RUPEE,
    currency: row.currency,
    paymentId: row.payment_id,
    orderId: row.provider_order_id,
    teacher: row.user_id === null ? null : { _id: row.user_id, name: row.name ?? '' },
    foundAt: row.found_at.toISOString(),
    refund: row.refund_state,
    failure: row.failure,
    settled: row.settled_how,
    note: row.settled_note,
    settledAt: row.settled_at?.toISOString() ?? null,
  };
}

/** Returns what became of a payment. */
export async function readSettled(db: Kysely<Database>, id: string): Promise<SettledPayment> {
  const row = await db
    .selectFrom('unexplained_payments')
    .select(['refund_state', 'failure', 'settled_how'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { refund: row.refund_state, failure: row.failure, settled: row.settled_how };
}

/**
 * Checks with the provider that a payment can be linked to a teacher: it is still captured, with its amount, and nothing of it was paid back.
 *
 * @throws {AppError} `not_found`; `conflict` if it cannot; `unavailable` if the provider did not respond.
 */
export async function checkWithProvider(
  db: Kysely<Database>,
  provider: PaymentProvider,
  id: string,
): Promise<void> {
  const row = await db
    .selectFrom('unexplained_payments')
    .select(['provider', 'payment_id', 'amount_paise', 'currency'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  if (row.provider !== provider.name) throw new AppError('conflict');
  const payment = await provider.findPayment(row.payment_id);
  const isSame = payment?.amount === row.amount_paise && payment.currency === row.currency;
  if (payment?.status !== 'captured' || !isSame) throw new AppError('conflict');
  const refunds = await provider.findRefunds(row.payment_id);
  if (refunds.some(({ status }) => status !== 'failed')) throw new AppError('conflict');
}

interface Decided {
  id: string;
  by: string;
  decision: PaymentSettlement;
  /** The present provider. */
  provider: PaymentProvider | undefined;
}

/**
 * Stores the decision about a payment. A refund is carried out afterwards.
 *
 * @returns the id of the teacher concerned.
 * @throws {AppError} `not_found`; `conflict` for a payment that is settled or being refunded, whose refund would take away the access of its
 * teacher, or to be refunded by another provider than the present one; `validation_failed` at `teacher`.
 */
export async function settle(
  transaction: Transaction<Database>,
  { id, by, decision, provider }: Decided,
  now: Date,
): Promise<string | null> {
  // The order, the number of the receipt and the account come before the payment's row (docs/tables.md).
  if (decision.how === 'refunded') await requireOther(transaction, id);
  const booking =
    decision.how === 'linked' ? await prepareBooking(transaction, decision.teacher ?? '') : undefined;
  const row = await transaction
    .selectFrom('unexplained_payments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  if (row.settled_at !== null || row.refund_state === 'asked' || row.refund_state === 'pending')
    throw new AppError('conflict');
  const noted = { settled_note: decision.reason, settled_by: by, failure: null };
  if (decision.how === 'refunded') {
    if (row.provider !== provider?.name) throw new AppError('conflict');
    const refund_id = newId({ msecs: now.getTime() });
    await change(transaction, row, { ...noted, refund_state: 'asked', refund_id });
    return row.user_id;
  }
  if (booking !== undefined) await book(transaction, row, booking, now);
  const user_id = booking?.teacherId ?? row.user_id;
  const settled = { settled_how: decision.how, settled_at: now, refund_state: null, user_id };
  await change(transaction, row, { ...noted, ...settled });
  return user_id;
}

/**
 * Locks the order and the account of a payment by a teacher who had paid another order.
 *
 * @throws {AppError} `conflict` if the teacher does not keep another paid order.
 */
async function requireOther(transaction: Transaction<Database>, id: string): Promise<void> {
  const order = await transaction
    .selectFrom('payment_orders')
    .select(['id', 'user_id'])
    .where('payment_id', '=', ({ selectFrom }) =>
      selectFrom('unexplained_payments')
        .select('unexplained_payments.payment_id')
        .where('unexplained_payments.id', '=', id)
        .where('reason', '=', 'again'),
    )
    .forUpdate()
    .executeTakeFirst();
  // An erased account has no access to lose.
  if (!order?.user_id) return;
  await lockMembers(transaction, [order.user_id]);
  if (!(await keepsOther(transaction, order))) throw new AppError('conflict');
}

interface Booking {
  teacherId: string;
  receiptNumber: number;
}

async function prepareBooking(transaction: Transaction<Database>, contact: string): Promise<Booking> {
  const teacherId = await findTeacherByContact(transaction, contact);
  if (teacherId === undefined)
    throw new AppError('validation_failed', { fields: { teacher: 'teacher.unknown' } });
  const receiptNumber = await nextReceiptNumber(transaction);
  const { is_active } = await lockTeacher(transaction, teacherId);
  if (!is_active) throw new AppError('validation_failed', { fields: { teacher: 'teacher.unknown' } });
  return { teacherId, receiptNumber };
}

/** Changes an open payment, unless it was settled or another refund was decided since it was read. */
async function change(
  db: Kysely<Database>,
  { id, refund_id }: Pick<Row, 'id' | 'refund_id'>,
  values: Partial<Omit<Row, 'id' | 'provider' | 'payment_id'>>,
): Promise<void> {
  await db
    .updateTable('unexplained_payments')
    .set(values)
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .where('refund_id', 'is not distinct from', refund_id)
    .execute();
}

/** Books a payment for a teacher, with a receipt, and grants access. @throws {AppError} `conflict` if it is booked, or not in rupees. */
async function book(
  transaction: Transaction<Database>,
  row: Row,
  { teacherId, receiptNumber }: Booking,
  now: Date,
): Promise<void> {
  if (isBooked(row) || row.currency !== 'INR') throw new AppError('conflict');
  await transaction
    .insertInto('payment_orders')
    .values({
      id: newId({ msecs: now.getTime() }),
      user_id: teacherId,
      provider: row.provider,
      // An order of the product keeps its own row.
      provider_order_id: row.reason === 'unknown' ? row.provider_order_id : null,
      amount_paise: row.amount_paise,
      status: 'paid',
      payment_id: row.payment_id,
      receipt_number: receiptNumber,
      created_at: now,
      settled_at: now,
    })
    .execute();
  await grantAccess(transaction, teacherId, { rupees: Math.floor(row.amount_paise / PAISE_A_RUPEE), now });
}

/** Returns true for a payment that settled its order, with a receipt, although it need not have been paid. */
function isBooked({ reason }: Pick<Row, 'reason'>): boolean {
  return reason === 'again' || reason === 'no_account';
}

/**
 * Asks the provider for a refund that was decided, and stores the outcome. Idempotent: the provider knows the refund by our receipt.
 *
 * @throws {AppError} `unavailable` if the provider did not respond; the refund stays requested.
 */
export async function carryOutUnexplained(
  db: Kysely<Database>,
  provider: PaymentProvider,
  id: string,
  now: Date,
): Promise<Pick<Row, 'payment_id' | 'provider_order_id'> | undefined> {
  const row = await db
    .selectFrom('unexplained_payments')
    .selectAll()
    .where('id', '=', id)
    .where('provider', '=', provider.name)
    .where('refund_state', 'in', ['asked', 'pending'])
    .where('settled_at', 'is', null)
    .executeTakeFirst();
  if (!row?.refund_id) return undefined;
  const asked = { receipt: row.refund_id, paymentId: row.payment_id, amount: row.amount_paise };
  const { status, failure } = await provider.refund(asked).then(
    ({ status }) => ({
      status,
      failure: status === 'failed' ? 'The payment provider could not pay it back' : null,
    }),
    (error: unknown) => {
      if (!(error instanceof ProviderRefusal)) throw error;
      return { status: 'failed' as const, failure: error.message };
    },
  );
  if (status === 'processed')
    await db.transaction().execute((transaction) => endRefund(transaction, row, now));
  else await change(db, row, { refund_state: status, failure });
  return row;
}

async function endRefund(transaction: Transaction<Database>, row: Row, now: Date): Promise<void> {
  await lockMembers(transaction, row.user_id === null ? [] : [row.user_id]);
  const ended = await transaction
    .updateTable('unexplained_payments')
    .set({ refund_state: null, failure: null, settled_how: 'refunded', settled_at: now })
    .where('id', '=', row.id)
    .where('settled_at', 'is', null)
    .executeTakeFirst();
  // The refund of a booked payment is booked on its order, with its notice.
  if (ended.numUpdatedRows === 0n || row.user_id === null || isBooked(row)) return;
  const content = { kind: 'payment_refunded', amount: row.amount_paise / PAISE_A_RUPEE } as const;
  await createNotices(transaction, [{ recipientId: row.user_id, content }], now);
}

const AT_ONCE = 100;

/** Returns the ids of refunds in progress, oldest first. */
export async function openUnexplainedRefunds(db: Kysely<Database>): Promise<{ id: string }[]> {
  return db
    .selectFrom('unexplained_payments')
    .select('id')
    .where('refund_state', 'in', ['asked', 'pending'])
    .where('settled_at', 'is', null)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
}
