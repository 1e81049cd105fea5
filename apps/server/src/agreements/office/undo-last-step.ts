import {
  isBinding,
  type MovingStep,
  type PortalStep,
} from '@mutual-transfer/domain/agreements/agreement-steps';
import { type Kysely, sql, type Transaction } from 'kysely';
import { DAYS_TO_TAKE_BACK } from '../../people/bound-requests.ts';
import { daysBefore } from '../../platform/database/rows.ts';
import type { Database } from '../../platform/database/tables.ts';
import { AppError } from '../../platform/errors.ts';
import { changeAgreement, takeMovesBack } from '../change-agreement.ts';
import { findAgreements, type WholeAgreement } from '../lock-agreement.ts';
import {
  countElsewhere,
  everyone,
  findUndoable,
  type LastStep,
  lockForOffice,
  notifyOfOfficeStep,
  type OfficeAction,
  type Undone,
  writeHistory,
} from './office-step.ts';
import { findOrderable } from './record-order.ts';
import { mayRecord } from './who-may.ts';

/**
 * Takes back an order, the joining or relieving of a member, or the last step that was recorded, by a member or by an administrator, while the swap is under
 * way or was completed a short time ago. The code of an order that is taken back becomes invalid. An order or a joining takes the step
 * "submitted" back with it that it set.
 *
 * @returns the step, and the members who had joined or were relieved by it.
 * @param undone `step`: id of the last step, so that a repeated call does not undo the step before it.
 * @throws {AppError} `not_found`; `agreement_over`; `agreement_step` without a step, if another one is the last, or for a completed
 * agreement of which a member has moved or agreed again; `forbidden` for a step that another office records.
 */
export async function undoLastStep(
  transaction: Transaction<Database>,
  action: OfficeAction,
  undone: Undone & { step?: string | undefined },
): Promise<{ step: PortalStep; of: string[] }> {
  const agreement = await lockForOffice(transaction, action);
  const { state } = agreement;
  if (!isBinding(state) && state !== 'proposed' && state !== 'completed')
    throw new AppError('agreement_over');
  if (state === 'completed' && !canBeTakenBack(agreement, action.now)) {
    throw new AppError('agreement_over', {
      message: 'office.completedLongAgo',
      values: { count: DAYS_TO_TAKE_BACK },
    });
  }
  const last = await findUndoable(transaction, agreement, undone);
  const isOther = undone.step !== undefined && undone.step !== last?.id;
  if (last === undefined || isOther)
    throw new AppError('agreement_step', isOther ? { message: 'office.otherStep' } : {});
  if (!(await mayUndo(transaction, action, agreement, last)))
    throw new AppError('forbidden', { message: 'forbidden.otherOffice' });
  if (state === 'completed' && last.step === 'joined') await refuseChangedSince(transaction, agreement, last);
  await takeBack(transaction, agreement, last, action);
  await takeBackSubmitted(transaction, action);
  await notifyOfOfficeStep(transaction, agreement, action, 'undone');
  return { step: last.step, of: last.step === 'joined' || last.step === 'relieved' ? takersOf(last) : [] };
}

/** Takes back the step "submitted" that an order or a joining set (`ensureSubmitted`), once no step and no order is left after it. */
async function takeBackSubmitted(transaction: Transaction<Database>, action: OfficeAction): Promise<void> {
  const [agreement] = await findAgreements(transaction, [action.id]);
  const last = agreement && (await findUndoable(transaction, agreement));
  if (last?.step !== 'submitted' || !last.rows.every((row) => row.is_recorded)) return;
  await takeBack(transaction, agreement, last, action);
}

/** Returns true for an agreement of which the office can still take a step back. */
export function canBeTakenBack(
  { state, ended_at }: Pick<WholeAgreement, 'state' | 'ended_at'>,
  now: Date,
): boolean {
  return state === 'in_progress' || (ended_at !== null && ended_at > daysBefore(now, DAYS_TO_TAKE_BACK));
}

/** Refuses to reopen an agreement if a member has agreed to another one since, or one who would move back has moved since. */
async function refuseChangedSince(
  transaction: Transaction<Database>,
  { members }: WholeAgreement,
  last: LastStep,
): Promise<void> {
  const ids = members.flatMap(({ user_id }) => user_id ?? []);
  const people = await transaction
    .selectFrom('users')
    .select(['id', 'name', 'block'])
    .select(
      sql<boolean>`exists (select from agreement_members where user_id = users.id and state in ('agreed', 'in_progress'))`.as(
        'isBound',
      ),
    )
    .where('id', 'in', ids)
    .execute();
  const bound = people.find(({ isBound }) => isBound);
  if (bound)
    throw new AppError('agreement_step', { message: 'office.agreedSince', values: { name: bound.name } });
  const moved = people.find(({ id, block }) =>
    last.members.some((one) => one.user_id === id && one.to_block !== block),
  );
  if (moved)
    throw new AppError('agreement_step', { message: 'office.movedSince', values: { name: moved.name } });
}

function takersOf({ rows }: LastStep): string[] {
  return rows.flatMap(({ user_id }) => user_id ?? []);
}

/**
 * Returns true if the administrator records such a step: an order of members whose orders the administrator records, a joining in the district
 * of the new school, a relieving in the one that is left, and another step of members of the own districts.
 */
export async function mayUndo(
  db: Kysely<Database>,
  { administers, now }: Pick<OfficeAction, 'administers' | 'now'>,
  agreement: Pick<WholeAgreement, 'members'>,
  { step, orderId, members }: LastStep,
): Promise<boolean> {
  if (administers === null) return true;
  if (orderId !== undefined) return (await findOrderable(db, { administers, now }, agreement))(members);
  const isMove = step === 'joined' || step === 'relieved';
  if (isMove && !members.every((member) => mayRecord({ administers }, step, member))) return false;
  return (await countElsewhere(db, { administers }, members)) === 0;
}

/** Withdraws the order of the step, and marks its rows as undone. They stay in the history, without effect. */
async function withdraw(
  transaction: Transaction<Database>,
  { orderId, rows }: LastStep,
  { now }: OfficeAction,
): Promise<void> {
  if (orderId !== undefined) {
    await transaction
      .updateTable('transfer_orders')
      .set({ withdrawn_at: now })
      .where('id', '=', orderId)
      .execute();
  }
  if (rows.length === 0) return;
  await transaction
    .updateTable('agreement_steps')
    .set({ kind: 'undone', concerns: sql<PortalStep>`kind`, taken_back_at: now })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
}

async function takeBack(
  transaction: Transaction<Database>,
  agreement: WholeAgreement,
  last: LastStep,
  action: OfficeAction,
): Promise<void> {
  await withdraw(transaction, last, action);
  const { step } = last;
  const of = takersOf(last);
  // Members who had reported the order themselves keep their step when the record of it is withdrawn.
  if (of.length === 0) return writeHistory(transaction, action, { kind: 'undone', concerns: step });
  const { by, reason, now } = action;
  if (step === 'joined') await takeMovesBack(transaction, agreement, of, now);
  if (step === 'joined' || step === 'relieved') await forgetDay(transaction, agreement.id, step, of);
  await changeAgreement(transaction, agreement, {
    step: { kind: 'undo', step, of },
    quiet: everyone(agreement),
    recorded: { by, reason },
    now,
  });
}

async function forgetDay(
  transaction: Transaction<Database>,
  agreementId: string,
  step: MovingStep,
  userIds: readonly string[],
): Promise<void> {
  await transaction
    .updateTable('agreement_members')
    .set(step === 'relieved' ? { relieved_on: null } : { joined_on: null, record_moved_at: null })
    .where('agreement_id', '=', agreementId)
    .where('user_id', 'in', userIds)
    .execute();
}
