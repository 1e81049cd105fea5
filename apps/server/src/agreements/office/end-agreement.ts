import { isBinding, stateAt } from '@mutual-transfer/domain/agreements/agreement-steps';
import { dayInIndia, yearsAfter } from '@mutual-transfer/domain/language/date-time';
import type { Transaction } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { AppError } from '../../platform/errors.ts';
import { changeAgreement } from '../change-agreement.ts';
import { agreementState } from '../lock-agreement.ts';
import {
  everyone,
  lockForOffice,
  notifyOfOfficeStep,
  type OfficeAction,
  writeHistory,
} from './office-step.ts';

/** Maximum number of years from now to a deadline, so that a mistyped year is refused. */
const LATEST_DEADLINE_YEARS = 10;

/**
 * Ends a proposal or an agreement for its members.
 *
 * @returns false if an administrator has ended it already. Then the call has no effect.
 * @throws {AppError} `not_found`; `agreement_over` if it ended for another reason.
 */
export async function endByOffice(
  transaction: Transaction<Database>,
  action: OfficeAction,
): Promise<boolean> {
  const agreement = await lockForOffice(transaction, action);
  if (agreement.reason === 'office') return false;
  const { by, reason, now } = action;
  const ended = await changeAgreement(transaction, agreement, {
    step: { kind: 'end', reason: 'office' },
    quiet: everyone(agreement),
    recorded: { by, reason },
    now,
  });
  await notifyOfOfficeStep(transaction, ended, action, 'ended');
  return true;
}

/**
 * Sets a later deadline: that of a proposal's answers, or that of the next step of an agreement.
 *
 * @returns false if this is the present deadline. Then the call has no effect.
 * @throws {AppError} `not_found`; `agreement_over`; `validation_failed` for a deadline that is past, earlier than the present one, or
 * more than `LATEST_DEADLINE_YEARS` away.
 */
export async function extendDeadline(
  transaction: Transaction<Database>,
  action: OfficeAction,
  until: Date,
): Promise<boolean> {
  const agreement = await lockForOffice(transaction, action);
  const { id, now } = action;
  const state = stateAt(agreementState(agreement), now.getTime());
  if (state !== 'proposed' && !isBinding(state)) throw new AppError('agreement_over');
  const column = state === 'proposed' ? 'deadline' : 'extended_until';
  const present = agreement[column];
  if (present?.getTime() === until.getTime()) return false;
  const earliest = Math.max(now.getTime(), present?.getTime() ?? 0);
  if (until.getTime() <= earliest) {
    throw new AppError('validation_failed', { fields: { deadline: 'deadline.notLater' } });
  }
  if (dayInIndia(until) > yearsAfter(dayInIndia(now), LATEST_DEADLINE_YEARS)) {
    throw new AppError('validation_failed', { fields: { deadline: 'deadline.tooLate' } });
  }
  await transaction
    .updateTable('agreements')
    .set({ [column]: until })
    .where('id', '=', id)
    .execute();
  await writeHistory(transaction, action, { kind: 'extended' });
  await notifyOfOfficeStep(transaction, agreement, action, 'deadline');
  return true;
}
