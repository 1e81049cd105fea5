import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { ProviderRefund } from './provider.ts';

/** Returns the refunds of a sandbox payment, of which there is at most one. The sandbox processes refunds at once. */
export async function findRefunds(db: Kysely<Database>, paymentId: string): Promise<ProviderRefund[]> {
  const rows = await db
    .selectFrom('sandbox_payments')
    .select(['amount', 'refund_receipt'])
    .where('id', '=', paymentId)
    .where('refund_receipt', 'is not', null)
    .execute();
  return rows.map(({ amount, refund_receipt }) => ({
    id: `refund_${refund_receipt}`,
    amount,
    receipt: refund_receipt,
    status: 'processed',
  }));
}
