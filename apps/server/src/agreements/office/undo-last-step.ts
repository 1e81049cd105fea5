import { isBinding, type PortalStep, portalSteps } from '@mutual-transfer/domain/agreements/agreement-steps';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { AppError } from '../../errors.ts';
import { changeAgreement } from '../change-agreement.ts';
import type { WholeAgreement } from '../locked-agreement.ts';
import { takeMovesBack } from '../move-joined.ts';
import {
  everyone,
  holdForOffice,
  type OfficeAction,
  refuseElsewhere,
  tellMembers,
  writeHistory,
} from './office-step.ts';

/** The step that would be undone: of one member, or what an administrator recorded of several at once. */
export interface LastStep {
  /** Id of the order, or of the newest row of the step. */
  readonly id: string;
  readonly step: PortalStep;
  readonly orderId: string | undefined;
  readonly rows: readonly { readonly id: string; readonly user_id: string | null }[];
}

/**
 * Takes back the last step that was recorded, by a member or by an administrator, while the swap is under way. With a recorded order its
 * code is no longer valid.
 *
 * @param expected id of the step that shall be undone, so that a repeated call does not undo the step before it.
 * @throws {AppError} `not_found`; `agreement_over`; `agreement_step` without a step, or if another one is the last; `forbidden`
 * for the joining of a member elsewhere.
 */
export async function undoLastStep(
  transaction: Transaction<Database>,
  action: OfficeAction,
  expected: string | undefined,
): Promise<PortalStep> {
  const agreement = await holdForOffice(transaction, action);
  if (!isBinding(agreement.state) && agreement.state !== 'proposed') throw new AppError('agreement_over');
  const last = await findLastStep(transaction, agreement);
  if (last === undefined || (expected !== undefined && expected !== last.id))
    throw new AppError('agreement_step');
  await withdraw(transaction, last, action);
  await takeBack(transaction, agreement, last, action);
  await tellMembers(transaction, agreement, action, 'undone');
  return last.step;
}

/** Returns the step that would be undone; undefined unless the swap is under way. */
export async function findLastStep(
  db: Kysely<Database>,
  { id, state }: Pick<WholeAgreement, 'id' | 'state'>,
): Promise<LastStep | undefined> {
  if (state !== 'in_progress') return undefined;
  const rows = await db
    .selectFrom('agreement_steps')
    .select(['id', 'user_id', 'kind', 'happened_at', 'is_recorded'])
    .where('agreement_id', '=', id)
    .where('kind', 'in', portalSteps)
    .orderBy('happened_at', 'desc')
    // Steps that were recorded together have the same time.
    .orderBy(sql`array_position(${[...portalSteps]}::text[], kind)`, 'desc')
    .execute();
  const order = await db
    .selectFrom('transfer_orders')
    .select(['id', 'recorded_at'])
    .where('agreement_id', '=', id)
    .where('withdrawn_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const [newest] = rows;
  if (newest === undefined) return undefined;
  const together = (kind: PortalStep, at: Date) =>
    rows.filter((row) => row.kind === kind && row.is_recorded && row.happened_at.getTime() === at.getTime());
  if (order !== undefined && order.recorded_at >= newest.happened_at) {
    return {
      id: order.id,
      step: 'ordered',
      orderId: order.id,
      rows: together('ordered', order.recorded_at),
    };
  }
  const step = newest.kind as PortalStep;
  const of = newest.is_recorded ? together(step, newest.happened_at) : [newest];
  return { id: newest.id, step, orderId: undefined, rows: of };
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
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await transaction.deleteFrom('agreement_steps').where('id', 'in', ids).execute();
}

async function takeBack(
  transaction: Transaction<Database>,
  agreement: WholeAgreement,
  { step, rows }: LastStep,
  action: OfficeAction,
): Promise<void> {
  const of = rows.flatMap(({ user_id }) => user_id ?? []);
  // Members who had reported the order themselves keep their step when the record of it is withdrawn.
  if (of.length === 0) return writeHistory(transaction, action, { kind: 'undone', concerns: step });
  const { by, reason, now } = action;
  if (step === 'joined') {
    const moved = agreement.members.filter(({ user_id }) => of.includes(user_id ?? ''));
    await refuseElsewhere(transaction, action, moved);
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
