import type { LineMark } from '@mutual-transfer/domain/administration/imports';
import type { NewJoining } from '@mutual-transfer/domain/administration/office-agreement';
import { isBinding, type MovingStep } from '@mutual-transfer/domain/agreements/agreement-steps';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import type { Transaction } from 'kysely';
import { stateJoiningDay } from '../../people/bound-requests.ts';
import type { Database } from '../../platform/database/tables.ts';
import { AppError } from '../../platform/errors.ts';
import { changeAgreement, moveOf } from '../change-agreement.ts';
import type { Member, WholeAgreement } from '../lock-agreement.ts';
import {
  everyone,
  findValidOrders,
  lockForOffice,
  notifyOfOfficeStep,
  type OfficeAction,
  writeHistory,
} from './office-step.ts';
import { ensureSubmitted, refuseFarDay } from './record-order.ts';
import { mayRecord } from './who-may.ts';

const columnOfDay = { relieved: 'relieved_on', joined: 'joined_on' } as const satisfies Record<
  MovingStep,
  keyof Member
>;

/**
 * Records the day on which a member was relieved or joined the new school, and optionally that the service record was moved. The last
 * joining completes the agreement. Another day corrects the recorded one.
 *
 * @returns false if all of this is already recorded. Then the call has no effect.
 * @throws {AppError} `not_found`; `agreement_step` for a proposal, and for a relieving that is no step of the season; `agreement_over`;
 * `validation_failed` for a teacher who is no member, for a day in the future, for one more than a year ago, for a relieving after the
 * joining, and, unless `accept`, for a day that needs a look; `forbidden` for a member who leaves or joins another district.
 */
export async function recordJoining(
  transaction: Transaction<Database>,
  action: OfficeAction,
  { member: userId, step, date, recordMoved, accept }: Omit<NewJoining, 'reason'>,
): Promise<boolean> {
  const agreement = await lockForOffice(transaction, action);
  const member = agreement.members.find(({ user_id }) => user_id === userId);
  if (member === undefined) throw new AppError('validation_failed', { fields: { member: 'field.invalid' } });
  if (agreement.state === 'proposed') throw new AppError('agreement_step');
  if (!isRecordable(step, agreement))
    throw new AppError(isBinding(agreement.state) ? 'agreement_step' : 'agreement_over');
  if (!mayRecord(action, step, member)) throw new AppError('forbidden', { message: 'forbidden.otherOffice' });
  const recordedDay = member[columnOfDay[step]];
  // The recorded day may be sent again, with the note that the service record was moved.
  if (recordedDay !== date) refuseDay(date, action.now);
  if (step === 'relieved' && member.joined_on !== null && date > member.joined_on)
    throw new AppError('validation_failed', { fields: { date: 'office.relievedLater' } });
  if (recordedDay !== date && !accept) await refuseMarked(transaction, agreement, { member, step, date });
  const changed = await take(transaction, agreement, { member, step, userId, action });
  const isNewlyMoved = recordMoved && member.record_moved_at === null;
  const isNew = changed !== undefined || recordedDay !== date || isNewlyMoved;
  if (isNew) await writeRecord(transaction, member, { action, step, date, isNewlyMoved });
  if (changed !== undefined) await notifyOfOfficeStep(transaction, changed, action, step);
  return isNew;
}

/**
 * Returns true while the office records the step: a relieving where it is a step of the season, until the agreement ends, and a joining also
 * after the last one completed it.
 */
export function isRecordable(
  step: MovingStep,
  { state, has_relieving }: Pick<WholeAgreement, 'state' | 'has_relieving'>,
): boolean {
  return step === 'relieved' ? has_relieving && isBinding(state) : isBinding(state) || state === 'completed';
}

function refuseDay(date: string, now: Date): void {
  refuseFarDay(date, now);
  if (date > dayInIndia(now))
    throw new AppError('validation_failed', { fields: { date: 'office.futureDay' } });
}

/** Facts with which a day of relieving or joining is compared. */
interface Grounds {
  /** Days of the valid orders that name the member. */
  orders: readonly string[];
  /** Day in India. */
  agreedOn: string | null;
  hasRelieving: boolean;
  isRelieved: boolean;
}

type DayMark = Extract<LineMark, 'no_order' | 'before_order' | 'not_relieved' | 'before_agreement'>;

/** Returns the reasons for which a day of relieving or joining needs a look. */
export function marksOfDay(
  step: MovingStep,
  day: string,
  { orders, agreedOn, hasRelieving, isRelieved }: Grounds,
): DayMark[] {
  const found: readonly (readonly [DayMark, boolean])[] = [
    ['no_order', orders.length === 0],
    ['before_order', orders.length > 0 && orders.every((date) => day < date)],
    ['not_relieved', step === 'joined' && hasRelieving && !isRelieved],
    ['before_agreement', agreedOn !== null && day < agreedOn],
  ];
  return found.flatMap(([mark, isMarked]) => (isMarked ? [mark] : []));
}

async function refuseMarked(
  transaction: Transaction<Database>,
  { id, agreed_at, has_relieving }: WholeAgreement,
  { member, step, date }: { member: Member; step: MovingStep; date: string },
): Promise<void> {
  const orders = await findValidOrders(transaction, id);
  const [mark] = marksOfDay(step, date, {
    orders: orders.flatMap(({ ordered_on, positions }) =>
      positions.includes(member.position) ? ordered_on : [],
    ),
    agreedOn: agreed_at && dayInIndia(agreed_at),
    hasRelieving: has_relieving,
    isRelieved: member.ticked.some(({ kind }) => kind === 'relieved'),
  });
  if (mark !== undefined) throw new AppError('validation_failed', { fields: { accept: `office.${mark}` } });
}

/** Takes the step for a member. @returns the changed agreement; undefined if the member has already taken the step. */
async function take(
  transaction: Transaction<Database>,
  agreement: WholeAgreement,
  {
    member,
    step,
    userId,
    action,
  }: { member: Member; step: MovingStep; userId: string; action: OfficeAction },
): Promise<WholeAgreement | undefined> {
  if (member.ticked.some(({ kind }) => kind === step)) return undefined;
  const submitted = await ensureSubmitted(transaction, agreement, action);
  const { by, reason, now } = action;
  return changeAgreement(transaction, submitted, {
    step: { kind: 'tick', by: userId, step },
    quiet: everyone(agreement),
    recorded: { by, reason },
    now,
  });
}

async function writeRecord(
  transaction: Transaction<Database>,
  member: Member,
  {
    action,
    step,
    date,
    isNewlyMoved,
  }: { action: OfficeAction; step: MovingStep; date: string; isNewlyMoved: boolean },
): Promise<void> {
  const { agreement_id, position, user_id } = member;
  const move = step === 'joined' ? moveOf(member) : undefined;
  if (move !== undefined) await stateJoiningDay(transaction, move, { day: date, now: action.now });
  await transaction
    .updateTable('agreement_members')
    .set({ [columnOfDay[step]]: date, ...(isNewlyMoved ? { record_moved_at: action.now } : {}) })
    .where('agreement_id', '=', agreement_id)
    .where('position', '=', position)
    .execute();
  if (isNewlyMoved) await writeHistory(transaction, action, { kind: 'record_moved', userId: user_id });
}
