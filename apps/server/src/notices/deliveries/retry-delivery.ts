import type { Transaction } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { AppError } from '../../errors.ts';

/** Schedules a delivery that was given up for another attempt. @returns the id of its recipient. @throws {AppError} `not_found` unless it was given up. */
export async function retryDelivery(
  transaction: Transaction<Database>,
  id: string,
  now: Date,
): Promise<string> {
  const { user_id } = await transaction
    .updateTable('deliveries')
    .set({ state: 'waiting', due_at: now, attempts: 0, ended_at: null })
    .where('id', '=', id)
    .where('state', '=', 'dead')
    .returning('user_id')
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return user_id;
}
