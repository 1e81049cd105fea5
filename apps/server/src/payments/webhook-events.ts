import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../platform/database/tables.ts';
import { workThrough } from '../platform/repeat-work.ts';
import { updateOrder, updateOrderless } from './apply-payment.ts';
import type { PaymentProvider } from './providers/provider.ts';

/** The parts of an event that are used: ids of its order, payment or refund. All other data is fetched from the provider. */
export const webhookEvent = z.object({
  payload: z.object({
    payment: z
      .object({ entity: z.object({ id: z.string().optional(), order_id: z.string().nullish() }) })
      .optional(),
    order: z.object({ entity: z.object({ id: z.string() }) }).optional(),
    refund: z.object({ entity: z.object({ id: z.string().optional(), payment_id: z.string() }) }).optional(),
  }),
});

export const webhookHeaders = z.object({
  'x-razorpay-signature': z
    .string()
    .describe('HMAC-SHA256 of the body under the secret of webhooks, in hexadecimal'),
  'x-razorpay-event-id': z.string().optional().describe('Names the event, so that it counts once'),
});

/**
 * Stores an event whose signature was verified. Stores each id once.
 *
 * @returns the id for processing; undefined if the event was already stored.
 */
export async function storeEvent(
  db: Kysely<Database>,
  { id, provider, body }: { id: string | undefined; provider: PaymentProvider; body: string },
  now: Date,
): Promise<string | undefined> {
  const key = id ?? createHash('sha256').update(body).digest('hex');
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('payment_events')
    .values({ id: key, provider: provider.name, body: idsOf(body), received_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n ? key : undefined;
}

/** Processes an event and marks it as processed, even if it is not about an order. Idempotent. */
export async function processEvent(
  db: Kysely<Database>,
  provider: PaymentProvider,
  id: string,
  now: Date,
): Promise<void> {
  const row = await db
    .selectFrom('payment_events')
    .selectAll()
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return;
  const orderId = await orderOf(db, row.body);
  const payload = readEvent(row.body)?.payload;
  const paymentId = payload?.payment?.entity.id ?? payload?.refund?.entity.payment_id;
  if (orderId === undefined && paymentId !== undefined) await updateOrderless(db, provider, paymentId, now);
  const outcome =
    orderId === undefined ? 'not about an order' : await updateOrder(db, provider, orderId, now);
  await db.updateTable('payment_events').set({ processed_at: now, outcome }).where('id', '=', id).execute();
}

const AT_ONCE = 100;

/**
 * Processes stored events that are not processed yet, because the process was killed or the provider did not respond. Least recently tried
 * events come first, so that events that always fail do not delay later ones. After a week they are given up.
 *
 * @throws {AggregateError} with the errors of failed events.
 */
export async function processOpenEvents(
  db: Kysely<Database>,
  provider: PaymentProvider,
  { now, giveUpBefore }: { now: Date; giveUpBefore: Date },
): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ processed_at: now, outcome: 'given up' })
    .where('processed_at', 'is', null)
    .where('checked_at', 'is not', null)
    .where('received_at', '<', giveUpBefore)
    .execute();
  const open = await db
    .selectFrom('payment_events')
    .select('id')
    .where('processed_at', 'is', null)
    .orderBy('checked_at', (event) => event.asc().nullsFirst())
    .orderBy('received_at')
    .limit(AT_ONCE)
    .execute();
  await workThrough(open, async ({ id }) => {
    await db.updateTable('payment_events').set({ checked_at: now }).where('id', '=', id).execute();
    await processEvent(db, provider, id, now);
  });
}

/** Returns the provider's order id of an event. An event about a refund names only the payment. */
async function orderOf(db: Kysely<Database>, body: string): Promise<string | undefined> {
  const payload = readEvent(body)?.payload;
  const named = payload?.payment?.entity.order_id ?? payload?.order?.entity.id;
  if (named !== undefined || payload?.refund === undefined) return named;
  const paymentId = payload.refund.entity.payment_id;
  const order = await db
    .selectFrom('payment_orders')
    .select('provider_order_id')
    .where('payment_id', '=', paymentId)
    .unionAll(
      db.selectFrom('unexplained_payments').select('provider_order_id').where('payment_id', '=', paymentId),
    )
    .executeTakeFirst();
  return order?.provider_order_id ?? undefined;
}

/** Returns the event with its ids only, without the payer's data (phone, email, UPI id). */
function idsOf(body: string): string {
  return JSON.stringify(readEvent(body) ?? {});
}

function readEvent(body: string): z.output<typeof webhookEvent> | undefined {
  try {
    return webhookEvent.parse(JSON.parse(body));
  } catch {
    return undefined;
  }
}
