import type { AgreementEnd } from '@mutual-transfer/domain/administration/office-agreement';
import { isBinding, stateAt } from '@mutual-transfer/domain/agreements/agreement-steps';
import { dayInIndia, yearsAfter } from '@mutual-transfer/domain/language/date-time';
import type { Transaction } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { AppError } from '../../platform/errors.ts';
import { changeAgreement } from '../change-agreement.ts';
import { findReasonOut } from '../exclusions.ts';
import { agreementState, findAgreements, type Member } from '../lock-agreement.ts';
import {
  countElsewhere,
  everyone,
  hasSeatOf,
  lockForOffice,
  notifyOfOfficeStep,
  type OfficeAction,
  writeHistory,
} from './office-step.ts';
import { takeOut } from './take-out.ts';

/** Maximum number of years from now to a deadline, so that a mistyped year is refused. */
const LATEST_DEADLINE_YEARS = 10;

/**
 * Ends a proposal or an agreement: this combination of teachers, or the part of one or all of its members in the season.
 *
 * @returns the teachers who are out of the season; undefined if they are out already, or the combination has ended. Then the call has no effect.
 * @throws {AppError} `not_found`; `agreement_over` if it ended for another reason; `forbidden` for ending more than the part of teachers in
 * the administrator's districts; `no_season`; `validation_failed` for a teacher who is no member.
 */
export async function endByOffice(
  transaction: Transaction<Database>,
  action: OfficeAction,
  { scope, user }: Pick<AgreementEnd, 'scope' | 'user'>,
): Promise<readonly string[] | undefined> {
  if (scope === 'combination') return (await endCombination(transaction, action)) ? [] : undefined;
  // Only the teachers' own lock may come first, so the agreement is read without one.
  const [agreement] = await findAgreements(transaction, [action.id]);
  if (agreement === undefined) throw new AppError('not_found');
  const members = agreement.members.filter(
    ({ user_id }) => user_id !== null && (scope === 'all' || user_id === user),
  );
  if (members.length === 0) throw new AppError('validation_failed', { fields: { user: 'field.invalid' } });
  await refuseElsewhere(transaction, action, members);
  const userIds = members.flatMap(({ user_id }) => user_id ?? []);
  const { by, reason, now } = action;
  if (agreement.ended_at !== null) {
    const reasons = await Promise.all(userIds.map((userId) => findReasonOut(transaction, userId, now)));
    if (agreement.reason === 'member_out' && !reasons.includes(undefined)) return undefined;
    throw new AppError('agreement_over');
  }
  const teachers = userIds.map((userId) => ({ userId, reason, until: null }));
  await takeOut(transaction, { teachers, by, now });
  return userIds;
}

async function endCombination(transaction: Transaction<Database>, action: OfficeAction): Promise<boolean> {
  const agreement = await lockForOffice(transaction, action);
  if (agreement.reason === 'office') return false;
  await refuseElsewhere(transaction, action, agreement.members);
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
  if (!hasSeatOf(action, agreement)) throw new AppError('forbidden', { message: 'forbidden.elsewhere' });
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

/** @throws {AppError} `forbidden` unless all of these members are in the administrator's districts. */
export async function refuseElsewhere(
  transaction: Transaction<Database>,
  action: Pick<OfficeAction, 'administers'>,
  members: readonly Member[],
): Promise<void> {
  if ((await countElsewhere(transaction, action, members)) > 0)
    throw new AppError('forbidden', { message: 'forbidden.elsewhere' });
}
