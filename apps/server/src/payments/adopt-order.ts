import type { Kysely } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Database } from '../database/tables.ts';
import type { PaymentProvider } from './providers/provider.ts';

/**
 * Adopts a paid order at the provider that no row refers to: a second order that was created under one of our receipts. The row of the
 * receipt then refers to the second order, so that its payment counts and a refund goes to the right order. A row whose own order was paid
 * is not changed.
 */
export async function adoptOrder(
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
