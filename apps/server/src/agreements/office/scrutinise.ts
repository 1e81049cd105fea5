import type { Scrutiny } from '@mutual-transfer/domain/administration/office-agreement';
import { isBinding } from '@mutual-transfer/domain/agreements/agreement-steps';
import type { Transaction } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { AppError } from '../../platform/errors.ts';
import { findAgreements, type Member, type WholeAgreement } from '../lock-agreement.ts';
import { endByOffice, refuseElsewhere } from './end-agreement.ts';
import { lockForOffice, type OfficeAction } from './office-step.ts';

/**
 * Records that an office found nothing against a member's order, or takes the member out of the season. Must take the first lock of its
 * transaction. Repeating a result has no effect.
 *
 * @returns false for a repetition.
 * @throws {AppError} `not_found`; `agreement_step` before the agreement and in a season without scrutiny; `agreement_over`; `forbidden` for a member
 * outside the administrator's districts; `validation_failed` for a teacher who is no member; `no_season`.
 */
export async function scrutinise(
  transaction: Transaction<Database>,
  action: OfficeAction,
  { user, result }: Pick<Scrutiny, 'user' | 'result'>,
): Promise<boolean> {
  // Taking the member out locks all their agreements first, so the agreement is read without a lock.
  const [found] = await findAgreements(transaction, [action.id]);
  const agreement =
    result === 'objected' && found !== undefined ? found : await lockForOffice(transaction, action);
  const takeOut = async () =>
    (await endByOffice(transaction, action, { scope: 'teacher', user })) !== undefined;
  if (result === 'objected' && agreement.ended_at !== null) return takeOut();
  const member = scrutinised(agreement, user);
  await refuseElsewhere(transaction, action, [member]);
  if (result === 'objected') return takeOut();
  if (member.scrutinised_at !== null) return false;
  await transaction
    .updateTable('agreement_members')
    .set({ scrutinised_at: action.now, scrutinised_by: action.by })
    .where('agreement_id', '=', action.id)
    .where('position', '=', member.position)
    .execute();
  return true;
}

function scrutinised({ state, has_scrutiny, members }: WholeAgreement, user: string): Member {
  if (state !== 'proposed' && !isBinding(state)) throw new AppError('agreement_over');
  if (state === 'proposed' || !has_scrutiny) throw new AppError('agreement_step');
  const member = members.find(({ user_id }) => user_id === user);
  if (member === undefined) throw new AppError('validation_failed', { fields: { user: 'field.invalid' } });
  return member;
}
