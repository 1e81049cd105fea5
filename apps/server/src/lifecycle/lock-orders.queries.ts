import type { Transaction } from 'kysely';
import type { Database } from '../database/tables.ts';

/**
 * Locks the payment orders of a person. A transaction that changes both locks them before the account (docs/tables.md), as a payment does
 * that is being applied.
 */
export async function lockOrdersOf(transaction: Transaction<Database>, userId: string): Promise<void> {
  await transaction
    .selectFrom('payment_orders')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute();
}
