import { isBinding, type PortalStep } from '@mutual-transfer/domain/agreements/agreement-steps';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { AppError } from '../../platform/errors.ts';
import { changeAgreement, takeMovesBack } from '../change-agreement.ts';
import type { WholeAgreement } from '../lock-agreement.ts';

import {
  countElsewhere,
  everyone,
  findLastStep,
  type LastStep,
  lockForOffice,
  notifyOfOfficeStep,
  type OfficeAction,
  writeHistory,
} from './office-step.ts';

/**
 * Takes back the last step that was recorded, by a member or by an administrator, while the swap is under way. The code of an order that
 * is taken back becomes invalid.
 *
 * @returns the step, and the members whose posting it had changed.
 * @param expected id of the step to undo, so that a repeated call does not undo the step before it.
 * @throws {AppError} `not_found`; `agreement_over`; `agreement_step` without a step, or if another one is the last; `forbidden` for a
 * step of a member elsewhere, or an order that names only such members.
 */
export async function undoLastStep(
  transaction: Transaction<Database>,
  action: OfficeAction,
  expected: string | undefined,
): Promise<{ step: PortalStep; moved: string[] }> {
  const agreement = await lockForOffice(transaction, action);
  if (!isBinding(agreement.state) && agreement.state !== 'proposed') throw new AppError('agreement_over');
  const last = await findLastStep(transaction, agreement);
  if (last === undefined || (expected !== undefined && expected !== last.id))
    throw new AppError('agreement_step', expected === undefined ? {} : { message: 'office.otherStep' });
  if (!(await mayUndo(transaction, action, last)))
    throw new AppError('forbidden', { message: 'forbidden.elsewhere' });
  await withdraw(transaction, last, action);
  await takeBack(transaction, agreement, last, action);
  await notifyOfOfficeStep(transaction, agreement, action, 'undone');
  return { step: last.step, moved: last.step === 'joined' ? takersOf(last) : [] };
}

function takersOf({ rows }: LastStep): string[] {
  return rows.flatMap(({ user_id }) => user_id ?? []);
}

/** Returns true if the step is of members in the administrator's districts. An order may name members elsewhere too. */
export async function mayUndo(
  db: Kysely<Database>,
  action: Pick<OfficeAction, 'administers'>,
  { orderId, members }: LastStep,
): Promise<boolean> {
  const elsewhere = await countElsewhere(db, action, members);
  return elsewhere === 0 || (orderId !== undefined && elsewhere < members.length);
}

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
  await keepInHistory(transaction, rows, now);
}

/** Marks the rows of the step as undone. They stay in the history, without effect. */
async function keepInHistory(
  transaction: Transaction<Database>,
  rows: LastStep['rows'],
  now: Date,
): Promise<void> {
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
  const { step } = last;
  const of = takersOf(last);
  // Members who had reported the order themselves keep their step when the record of it is withdrawn.
  if (of.length === 0) return writeHistory(transaction, action, { kind: 'undone', concerns: step });
  const { by, reason, now } = action;
  if (step === 'joined') {
    await forgetJoining(transaction, agreement.id, of);
    await takeMovesBack(transaction, agreement, of, now);
  }
  await changeAgreement(transaction, agreement, {
    step: { kind: 'undo', step, of },
    quiet: everyone(agreement),
    recorded: { by, reason },
    now,
  });
}

async function forgetJoining(
  transaction: Transaction<Database>,
  agreementId: string,
  userIds: readonly string[],
): Promise<void> {
  await transaction
    .updateTable('agreement_members')
    .set({ joined_on: null, record_moved_at: null })
    .where('agreement_id', '=', agreementId)
    .where('user_id', 'in', userIds)
    .execute();
}
