import type { Kysely } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Database } from '../database/tables/schema.ts';
import type { PaymentProvider } from './providers/provider.ts';

/**
 * Adopts a paid order at the provider that no row refers to: a second one that was created under our receipt. The row of that receipt
 * refers to it from then on, so that the payment counts and a refund goes to the right order. A row that was paid by its own order stays as
 * it is.
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
  // Another product may use the same account of the provider.
  if (receipt === null || !isUuid(receipt)) return;
  await db
    .updateTable('payment_orders')
    .set({ provider_order_id: providerOrderId })
    .where('id', '=', receipt)
    .where('provider', '=', provider.name)
    .where('status', 'in', ['created', 'failed'])
    .execute();
}
