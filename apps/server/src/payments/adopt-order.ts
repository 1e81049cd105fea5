import type { Kysely } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Database } from '../database/schema.ts';
import type { PaymentProvider } from './providers/provider.ts';

/**
 * Takes over an order at the provider that was paid and that no row names: a second one that was made under our receipt. The row of that
 * receipt names it from then on, so that the payment counts, and so that a refund is asked for where the money is. A row that was paid
 * by its own order keeps that.
 */
export async function adoptOrder(
  db: Kysely<Database>,
  provider: PaymentProvider,
  providerOrderId: string,
): Promise<void> {
  const known = await db
    .selectFrom('payment_orders')
    .select('id')
    .where('provider_order_id', '=', providerOrderId)
    .executeTakeFirst();
  if (known !== undefined) return;
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
