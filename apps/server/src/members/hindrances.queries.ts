import type { RequestStatus } from '@mutual-transfer/domain/requests/transfer-request';
import type { Transaction } from 'kysely';
import type { Database } from '../database/tables.ts';

/** Statuses of requests that count towards the limit: active requests, and those that wait for an administrator. */
export const countedStatuses: readonly RequestStatus[] = ['active', 'held'];

/** Returns a person's requests that count towards the limit of active requests. */
export function countedRequests(transaction: Transaction<Database>, userId: string) {
  return transaction
    .selectFrom('requests')
    .select(['id', 'status', 'desired_district', 'desired_block', 'subject', 'class_range'])
    .where('user_id', '=', userId)
    .where('status', 'in', countedStatuses)
    .execute();
}
