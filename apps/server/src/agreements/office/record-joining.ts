import type { NewJoining } from '@mutual-transfer/domain/administration/office-agreement';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import { blockByCode } from '@mutual-transfer/domain/reference/places';
import type { Transaction } from 'kysely';
import { stateJoiningDay } from '../../people/bound-requests.ts';
import type { Database } from '../../platform/database/tables.ts';
import { AppError } from '../../platform/errors.ts';
import { changeAgreement, moveOf } from '../change-agreement.ts';
import type { Member, WholeAgreement } from '../lock-agreement.ts';
import {
  everyone,
  lockForOffice,
  notifyOfOfficeStep,
  type OfficeAction,
  writeHistory,
} from './office-step.ts';
import { ensureSubmitted, refuseFarDay } from './record-order.ts';
import { mayRecordJoining } from './who-may.ts';

/**
 * Records that a member joined the new school, with the day of the joining report, and optionally that the service record was moved. The last
 * joining completes the agreement. Another day corrects the recorded one.
 *
 * @returns false if all of this is already recorded. Then the call has no effect.
 * @throws {AppError} `not_found`; `agreement_step` for a proposal; `agreement_over`; `validation_failed` for a teacher who is no
 * member, for a day in the future, and for one more than a year ago; `forbidden` for a member who joins in another district.
 */
export async function recordJoining(
  transaction: Transaction<Database>,
  action: OfficeAction,
  { member: userId, date, recordMoved }: Omit<NewJoining, 'reason'>,
): Promise<boolean> {
  const agreement = await lockForOffice(transaction, action);
  const member = agreement.members.find(({ user_id }) => user_id === userId);
  if (member === undefined) throw new AppError('validation_failed', { fields: { member: 'field.invalid' } });
  if (agreement.state === 'proposed') throw new AppError('agreement_step');
  if (!mayRecordJoining(action, blockByCode(member.to_block).districtCode))
    throw new AppError('forbidden', { message: 'forbidden.otherOffice' });
  // The recorded day may be sent again, with the note that the service record was moved.
  if (member.joined_on !== date) refuseJoiningDay(date, action.now);
  const changed = await join(transaction, agreement, { member, userId, action });
  const isNewlyMoved = recordMoved && member.record_moved_at === null;
  const isNew = changed !== undefined || member.joined_on !== date || isNewlyMoved;
  if (isNew) await writeRecord(transaction, member, { action, date, isNewlyMoved });
  if (changed !== undefined) await notifyOfOfficeStep(transaction, changed, action, 'joined');
  return isNew;
}

function refuseJoiningDay(date: string, now: Date): void {
  refuseFarDay(date, now);
  if (date > dayInIndia(now))
    throw new AppError('validation_failed', { fields: { date: 'office.futureDay' } });
}

/** Takes the step "joined" for a member. @returns the changed agreement; undefined if the member has already taken the step. */
async function join(
  transaction: Transaction<Database>,
  agreement: WholeAgreement,
  { member, userId, action }: { member: Member; userId: string; action: OfficeAction },
): Promise<WholeAgreement | undefined> {
  if (member.ticked.some(({ kind }) => kind === 'joined')) return undefined;
  const submitted = await ensureSubmitted(transaction, agreement, action);
  const { by, reason, now } = action;
  return changeAgreement(transaction, submitted, {
    step: { kind: 'tick', by: userId, step: 'joined' },
    quiet: everyone(agreement),
    recorded: { by, reason },
    now,
  });
}

async function writeRecord(
  transaction: Transaction<Database>,
  member: Member,
  { action, date, isNewlyMoved }: { action: OfficeAction; date: string; isNewlyMoved: boolean },
): Promise<void> {
  const { agreement_id, position, user_id } = member;
  const move = moveOf(member);
  if (move !== undefined) await stateJoiningDay(transaction, move, { day: date, now: action.now });
  await transaction
    .updateTable('agreement_members')
    .set({ joined_on: date, ...(isNewlyMoved ? { record_moved_at: action.now } : {}) })
    .where('agreement_id', '=', agreement_id)
    .where('position', '=', position)
    .execute();
  if (isNewlyMoved) await writeHistory(transaction, action, { kind: 'record_moved', userId: user_id });
}
