import { mustStateService } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Transaction } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { AppError } from '../../errors.ts';
import { findOwnAccount } from '../../members/accounts.queries.ts';
import { readRules } from '../../rules/rules.queries.ts';

/**
 * Checks that a teacher may say yes: the window is open, and the teacher has stated the service facts that the rules require.
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
  const { joined_on } = await findOwnAccount(transaction, userId);
  if (mustStateService(joined_on, rules)) throw new AppError('service_not_stated');
}
