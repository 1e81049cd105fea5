import type { Transaction } from 'kysely';
import type { Database } from '../database/tables/schema.ts';

/** Selects the requests that count in the limit: active ones, and those that wait for an administrator. */
export function countedRequests(transaction: Transaction<Database>, userId: string) {
  return transaction
    .selectFrom('requests')
    .select(['id', 'status', 'desired_district', 'desired_block', 'subject', 'class_range'])
    .where('user_id', '=', userId)
    .where('status', 'in', ['active', 'held'])
    .execute();
}
