import { sql, type Transaction } from 'kysely';
import { advisoryLocks } from '../platform/database/advisory-locks.ts';
import type { Database } from '../platform/database/tables.ts';

/** Returns the next receipt number. Takes an advisory lock until the transaction ends, so that numbers have no gaps. */
export async function nextReceiptNumber(transaction: Transaction<Database>): Promise<number> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.receiptNumbers})`.execute(transaction);
  const { latest } = await transaction
    .selectFrom('payment_orders')
    .select((order) => order.fn.max('receipt_number').as('latest'))
    .executeTakeFirstOrThrow();
  return Number(latest ?? 0) + 1;
}
