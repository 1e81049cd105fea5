import type { Transaction } from 'kysely';
import type { Database } from '../database/tables/schema.ts';

/**
 * Locks the payment orders of a person, because erasing the account changes them. They come before the account in the lock order
 * (docs/tables.md).
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
