import { mustStateService } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { AppError } from '../errors.ts';
import { readRules } from '../rules/read-rules.ts';

/**
 * A yes is said while the window is open, and by a teacher who has stated what the rules ask for.
 *
 * @throws {AppError} `window_closed`, `service_not_stated`.
 */
export async function refuseEarlyYes(
  transaction: Transaction<Database>,
  userId: string,
  now: Date,
): Promise<void> {
  const rules = await readRules(transaction, now);
  if (!rules.isOpen) throw new AppError('window_closed');
  if (rules.joinedBy === null) return;
  const { joined_on } = await transaction
    .selectFrom('users')
    .select('joined_on')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (mustStateService(joined_on, rules)) throw new AppError('service_not_stated');
}
