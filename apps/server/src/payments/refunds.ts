import { MILLISECONDS_A_DAY, PAISE_A_RUPEE } from '@mutual-transfer/domain/constants';
import type { OwnRefund, RefundOrigin, RefundRule } from '@mutual-transfer/domain/payments/payment';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { writeAuditOf } from '../people/audit.ts';
import { lockMembers } from '../people/lock-members.ts';
import type { Database } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { workThrough } from '../platform/repeat-work.ts';
import { updateLinkedOrder, updateOrder } from './apply-payment.ts';
import { keepsOther } from './apply-refunds.ts';
import { type PaymentProvider, ProviderRefusal } from './providers/provider.ts';

/** Days between the end of an agreement and the refund, in which members may find another agreement. */
const REPAIR_DAYS = 7;

const AT_ONCE = 100;

/** Returns whether teachers are refunded automatically if another member left their agreement before its papers were submitted. */
export async function readRefundRule(db: Kysely<Database>): Promise<RefundRule> {
  const { refunds_since } = await db
    .selectFrom('payment_settings')
    .select('refunds_since')
    .executeTakeFirstOrThrow();
  return { isOn: refunds_since !== null, since: refunds_since?.toISOString() ?? null };
}

interface Due {
  order_id: string;
  user_id: string;
  agreement_id: string;
}

async function findDue(db: Kysely<Database>, now: Date): Promise<readonly Due[]> {
  const before = new Date(now.getTime() - REPAIR_DAYS * MILLISECONDS_A_DAY);
  const { rows } = await sql<Due>`
    select distinct on (orders.id) orders.id as order_id, orders.user_id, agreements.id as agreement_id
    from payment_settings
    join agreements on agreements.ended_at between refunds_since and ${before}
      and agreements.state = 'broken' and agreements.submitted_at is null
    join agreement_members members on members.agreement_id = agreements.id
      and members.user_id <> agreements.ended_by
    join users on users.id = members.user_id and users.is_active and users.paid_at < agreements.ended_at
    join payment_orders orders on orders.user_id = users.id and orders.status = 'paid'
    where not exists (
        select from payment_refunds refunds join payment_orders refunded on refunded.id = refunds.order_id
        where refunded.id = orders.id or (refunded.user_id = users.id and refunds.origin = 'rule')
      )
      and not exists (
        select from agreements earlier
        where earlier.ended_by = agreements.ended_by and earlier.state = 'broken' and earlier.ended_at < agreements.ended_at
      )
      and not exists (
        select from agreement_members others
        where others.user_id = users.id and others.state in ('agreed', 'in_progress', 'completed')
      )
    order by orders.id, agreements.ended_at
    limit ${AT_ONCE}`.execute(db);
  return rows;
}

/** Stored in the audit log instead of a caller's address. */
const BY_RULE = { ip: 'by rule' };

/** Switches the rule on or off. Switching it on again does not change the date of effect. */
export async function setRefundRule(db: Kysely<Database>, isOn: boolean, now: Date): Promise<void> {
  await db
    .updateTable('payment_settings')
    .set({ refunds_since: isOn ? sql<Date>`coalesce(refunds_since, ${now})` : null })
    .execute();
}

/**
 * Requests the refunds that are due by the rule: for teachers who paid, whose agreement another member left before its papers were
 * submitted, after the rule took effect and at least a week ago, and who are in no agreement now. The rule refunds a teacher once. For a
 * member who left several agreements, it applies to the first only: an administrator decides about members who leave several, or who pay
 * and leave again.
 */
export async function askRefundsByRule(db: Kysely<Database>, now: Date): Promise<void> {
  await workThrough(await findDue(db, now), (due) => askOne(db, due, now));
}

async function askOne(db: Kysely<Database>, due: Due, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const asked = { orderId: due.order_id, origin: 'rule', agreementId: due.agreement_id } as const;
    const { refund, isNew } = await askRefund(transaction, asked, now).catch(skip);
    if (!isNew || refund === undefined) return;
    const details = { refund: refund.id, agreement: due.agreement_id };
    const entry = { actorId: null, action: 'payment.refund', subjectId: due.user_id, details } as const;
    await writeAuditOf(transaction, BY_RULE, entry, now);
  });
}

/** Skips a refund that became impossible meanwhile. The next run tries again. */
function skip(error: unknown) {
  if (error instanceof AppError) return { refund: undefined, isNew: false };
  throw error;
}

async function isInAgreement(db: Kysely<Database>, userId: string | null): Promise<boolean> {
  const seat = await db
    .selectFrom('agreement_members')
    .select('agreement_id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['agreed', 'in_progress'])
    .executeTakeFirst();
  return seat !== undefined;
}

/** Returns the refund of a teacher's latest payment in the form that the teacher sees; undefined if the payment was not refunded. */
export async function readOwnRefund(db: Kysely<Database>, userId: string): Promise<OwnRefund | undefined> {
  return presentOwnRefund(await latestRefund(db, userId).executeTakeFirst());
}

/** Returns the query of the refund of a teacher's latest payment. Its columns are null if the payment was not refunded. */
export function latestRefund(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom('payment_orders')
    .leftJoin('payment_refunds', (join) =>
      join.onRef('order_id', '=', 'payment_orders.id').on('state', '<>', 'failed'),
    )
    .select([
      'payment_refunds.amount_paise as refundedPaise',
      'asked_at as refundAskedAt',
      'payment_refunds.settled_at as refundSettledAt',
    ])
    .where('user_id', '=', userId)
    .where('payment_orders.status', 'in', ['paid', 'refunded'])
    .orderBy(sql`payment_orders.settled_at`, 'desc')
    .limit(1);
}

type LatestRefund = Awaited<ReturnType<ReturnType<typeof latestRefund>['executeTakeFirst']>>;

/** Returns a refund in the form that the teacher sees; undefined if there is none. */
export function presentOwnRefund(refund: LatestRefund): OwnRefund | undefined {
  if (!refund?.refundAskedAt || refund.refundedPaise === null) return undefined;
  return {
    amount: refund.refundedPaise / PAISE_A_RUPEE,
    askedAt: refund.refundAskedAt.toISOString(),
    paidBackAt: refund.refundSettledAt?.toISOString() ?? null,
  };
}

/** Returns the state of a refund, and the reason of its failure. */
export function readRefundState(db: Kysely<Database>, id: string) {
  return db
    .selectFrom('payment_refunds')
    .select(['state', 'failure'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

type RefundRow = Selectable<Database['payment_refunds']>;

/** Request for a refund: id of the order, origin of the request, and id of the broken agreement, which defaults to the payer's latest one. */
interface AskedRefund {
  orderId: string;
  origin: Exclude<RefundOrigin, 'provider'>;
  agreementId?: string;
}

/**
 * Stores a request to refund an order. The provider is called afterwards. An order is refunded once: returns the existing refund if one is
 * in progress or was made.
 *
 * @returns the refund, and true if this call created it.
 * @throws {AppError} `not_found`; `not_refundable` for an unpaid order; `refund_in_agreement` while the teacher is in an agreement, to
 * which they would lose access; with a second paid order, of which no refund is in progress, they keep it.
 */
export async function askRefund(
  transaction: Transaction<Database>,
  { orderId, origin, agreementId }: AskedRefund,
  now: Date,
): Promise<{ refund: RefundRow; isNew: boolean; userId: string | null }> {
  const order = await transaction
    .selectFrom('payment_orders')
    .selectAll()
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  if (order === undefined) throw new AppError('not_found');
  // Refunds of two orders of one teacher follow each other, so that the second does not count on the order that the first pays back.
  await lockMembers(transaction, order.user_id === null ? [] : [order.user_id]);
  const refunds = await transaction
    .selectFrom('payment_refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .execute();
  const made = refunds.find(({ state }) => state !== 'failed');
  if (made !== undefined) return { refund: made, isNew: false, userId: order.user_id };
  if (!mayBeRefunded(order, refunds)) throw new AppError('not_refundable');
  if (!(await keepsOther(transaction, order)) && (await isInAgreement(transaction, order.user_id)))
    throw new AppError('refund_in_agreement');
  const refund = await transaction
    .insertInto('payment_refunds')
    .values({
      id: newId({ msecs: now.getTime() }),
      order_id: orderId,
      amount_paise: order.amount_paise,
      origin,
      agreement_id: agreementId ?? (await findBrokenAgreement(transaction, order.user_id))?.id ?? null,
      asked_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { refund, isNew: true, userId: order.user_id };
}

/** Returns true if the order is paid, and has no refund that is in progress or was made. */
export function mayBeRefunded(
  { id, status }: { id: string; status: string },
  refunds: readonly Pick<RefundRow, 'order_id' | 'state'>[],
): boolean {
  return status === 'paid' && !refunds.some(({ order_id, state }) => order_id === id && state !== 'failed');
}

/**
 * Requests a refund from the provider and stores the outcome. Idempotent, even if two processes call it at the same time, because the
 * provider identifies a refund by our id.
 *
 * @throws {AppError} `unavailable` if the provider did not respond; the refund stays requested.
 */
export async function carryOutRefund(
  db: Kysely<Database>,
  provider: PaymentProvider,
  id: string,
  now: Date,
): Promise<void> {
  const row = await db
    .selectFrom('payment_refunds')
    .innerJoin('payment_orders', 'payment_orders.id', 'order_id')
    .select([
      'payment_refunds.state',
      'payment_refunds.amount_paise',
      'order_id',
      'provider_order_id',
      'payment_id',
    ])
    .where('payment_refunds.id', '=', id)
    .where('provider', '=', provider.name)
    .where('payment_refunds.state', 'in', ['asked', 'pending'])
    .executeTakeFirst();
  if (!row?.payment_id) return;
  const { payment_id: paymentId, amount_paise: amount, provider_order_id: providerOrderId } = row;
  const refresh = async () => {
    if (providerOrderId === null) await updateLinkedOrder(db, provider, { id: row.order_id, paymentId }, now);
    else await updateOrder(db, provider, providerOrderId, now);
  };
  try {
    if (row.state === 'asked') {
      const { id: refundId } = await provider.refund({ receipt: id, paymentId, amount });
      await noteRefundId(db, id, refundId);
    }
    await refresh();
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    await refuse(db, id, error.message, now);
    // The provider may have refused because the amount was already refunded.
    await refresh();
  }
}

/** Stores the provider's id of a refund, because the provider may have carried it out on another payment of the order. */
async function noteRefundId(db: Kysely<Database>, id: string, refundId: string): Promise<void> {
  await db
    .updateTable('payment_refunds')
    .set({ provider_refund_id: refundId })
    .where('id', '=', id)
    .where('provider_refund_id', 'is', null)
    .execute();
}

async function refuse(db: Kysely<Database>, id: string, failure: string, now: Date): Promise<void> {
  await db
    .updateTable('payment_refunds')
    .set({ state: 'failed', failure, settled_at: now })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .execute();
}

/**
 * Fetches the state of refunds in progress, least recently checked first.
 *
 * @throws {AggregateError} with the errors of refunds whose state could not be fetched.
 */
export async function followRefunds(
  db: Kysely<Database>,
  provider: PaymentProvider,
  now: Date,
): Promise<void> {
  const open = await db
    .selectFrom('payment_refunds')
    .select('id')
    .where('state', 'in', ['asked', 'pending'])
    .orderBy('checked_at', (refund) => refund.asc().nullsFirst())
    .limit(AT_ONCE)
    .execute();
  await workThrough(open, async ({ id }) => {
    await db.updateTable('payment_refunds').set({ checked_at: now }).where('id', '=', id).execute();
    await carryOutRefund(db, provider, id, now);
  });
}

/** Returns the latest agreement of a teacher that broke before its papers were submitted. */
export function findBrokenAgreement(
  db: Kysely<Database>,
  userId: string | null,
): Promise<{ id: string; ended_at: Date | null } | undefined> {
  return db
    .selectFrom('agreement_members')
    .innerJoin('agreements', 'agreements.id', 'agreement_id')
    .select(['agreements.id', 'ended_at'])
    .where('user_id', '=', userId)
    .where('agreements.state', '=', 'broken')
    .where('submitted_at', 'is', null)
    .orderBy('ended_at', 'desc')
    .executeTakeFirst();
}
