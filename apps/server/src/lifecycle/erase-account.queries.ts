import type { Transaction } from 'kysely';
import type { Database } from '../database/tables/schema.ts';

/** Locks the payment orders of a person, which are locked before the account (docs/tables.md). Erasing the account changes them. */
export async function lockOrdersOf(transaction: Transaction<Database>, userId: string): Promise<void> {
  await transaction
    .selectFrom('payment_orders')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute();
}
