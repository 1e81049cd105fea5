import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { takeSteps, workThrough } from '../platform/repeat-work.ts';
import { updateOrder, updateOrderless } from './apply-payment.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { askRefundsByRule, followRefunds } from './refunds.ts';
import { carryOutUnexplained, openUnexplainedRefunds } from './unexplained.ts';
import { processOpenEvents } from './webhook-events.ts';

const ASK_AFTER = 15 * 60_000;
const GIVE_UP_AFTER = 7 * MILLISECONDS_A_DAY;
const AT_ONCE = 100;

/**
 * Fetches orders that have been open for over 15 minutes, processes unprocessed events, requests the refunds that are due by the refund
 * rule, and fetches refunds in progress, also those of unexplained payments. A failed item is tried again in the next run and does not delay the others.
 *
 * @throws {AggregateError} at the end, with the errors of failed items.
 */
export async function reconcile(db: Kysely<Database>, provider: PaymentProvider, now: Date): Promise<void> {
  const giveUpBefore = new Date(now.getTime() - GIVE_UP_AFTER);
  await takeSteps([
    () => processOpenEvents(db, provider, { now, giveUpBefore }),
    () => askAboutOrders(db, provider, { now, giveUpBefore }),
    () => askRefundsByRule(db, now),
    () => followRefunds(db, provider, now),
    () => followUnexplained(db, provider, now),
  ]);
}

/** Follows the refunds of unexplained payments, and books those of payments that settled an order. */
async function followUnexplained(db: Kysely<Database>, provider: PaymentProvider, now: Date): Promise<void> {
  await workThrough(await openUnexplainedRefunds(db), ({ id }) => refundUnexplained(db, provider, id, now));
}

/** Carries out a refund that an administrator decided, and stores what the provider reports about the order. */
export async function refundUnexplained(
  db: Kysely<Database>,
  provider: PaymentProvider,
  id: string,
  now: Date,
): Promise<void> {
  const refunded = await carryOutUnexplained(db, provider, id, now);
  if (refunded === undefined) return;
  const { provider_order_id: orderId, payment_id: paymentId } = refunded;
  if (orderId === null) await updateOrderless(db, provider, paymentId, now);
  else await updateOrder(db, provider, orderId, now);
}

async function askAboutOrders(
  db: Kysely<Database>,
  provider: PaymentProvider,
  { now, giveUpBefore }: { now: Date; giveUpBefore: Date },
): Promise<void> {
  const orders = await db
    .selectFrom('payment_orders')
    .select(['id', 'provider_order_id'])
    .where('status', 'in', ['created', 'failed'])
    .where('provider', '=', provider.name)
    .where('provider_order_id', 'is not', null)
    .where('created_at', '<', new Date(now.getTime() - ASK_AFTER))
    .where('created_at', '>', giveUpBefore)
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(AT_ONCE)
    .execute();
  await workThrough(orders, async ({ id, provider_order_id }) => {
    // Set before the provider is called, so that even an order that always fails is sorted behind the others.
    await db.updateTable('payment_orders').set({ checked_at: now }).where('id', '=', id).execute();
    await updateOrder(db, provider, provider_order_id ?? '', now);
  });
}
