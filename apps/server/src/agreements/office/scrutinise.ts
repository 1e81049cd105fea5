import type { Scrutiny } from '@mutual-transfer/domain/administration/office-agreement';
import { isBinding } from '@mutual-transfer/domain/agreements/agreement-steps';
import { sql, type Transaction } from 'kysely';
import { isPostedInScope } from '../../people/administrator-scope.ts';
import type { Database } from '../../platform/database/tables.ts';
import { AppError } from '../../platform/errors.ts';
import { findAgreements, type Member, type WholeAgreement } from '../lock-agreement.ts';
import { endByOffice, refuseElsewhere } from './end-agreement.ts';
import { lockForOffice, type OfficeAction } from './office-step.ts';

/**
 * Records that an office found nothing against a member's order, or takes that tick back; without a user, it ticks every member whom the
 * office may scrutinise. Or takes the member out of the season. Must take the first lock of its transaction. Repeating a result has no effect.
 *
 * @returns the teachers whose result changed.
 * @throws {AppError} `not_found`; `agreement_step` before the agreement and in a season without scrutiny; `agreement_over`; `forbidden` for a member
 * outside the administrator's districts; `validation_failed` for a teacher who is no member; `no_season`.
 */
export async function scrutinise(
  transaction: Transaction<Database>,
  action: OfficeAction,
  { user, result }: Pick<Scrutiny, 'user' | 'result'>,
): Promise<string[]> {
  if (result === 'objected') return takeOut(transaction, action, user ?? '');
  const agreement = await lockForOffice(transaction, action);
  refuseUnready(agreement);
  const isTicked = result === 'passed';
  const members =
    user === undefined
      ? await ownMembers(transaction, action, agreement)
      : [await ownMember(transaction, action, agreement, user)];
  const changed = members.filter(({ scrutinised_at }) => (scrutinised_at !== null) !== isTicked);
  await transaction
    .updateTable('agreement_members')
    .set(
      isTicked
        ? { scrutinised_at: action.now, scrutinised_by: action.by }
        : { scrutinised_at: null, scrutinised_by: null },
    )
    .where('agreement_id', '=', action.id)
    .where('position', '=', sql<number>`any(${changed.map(({ position }) => position)}::int[])`)
    .execute();
  return changed.flatMap(({ user_id }) => user_id ?? []);
}

/** Taking a member out locks all their agreements first, so the agreement is read without a lock. */
async function takeOut(
  transaction: Transaction<Database>,
  action: OfficeAction,
  user: string,
): Promise<string[]> {
  const [found] = await findAgreements(transaction, [action.id]);
  const agreement = found ?? (await lockForOffice(transaction, action));
  if (agreement.ended_at === null) {
    refuseUnready(agreement);
    await ownMember(transaction, action, agreement, user);
  }
  const out = await endByOffice(transaction, action, { scope: 'teacher', user });
  return out === undefined ? [] : [user];
}

function refuseUnready({ state, has_scrutiny }: WholeAgreement): void {
  if (state !== 'proposed' && !isBinding(state)) throw new AppError('agreement_over');
  if (state === 'proposed' || !has_scrutiny) throw new AppError('agreement_step');
}

async function ownMember(
  transaction: Transaction<Database>,
  action: OfficeAction,
  { members }: WholeAgreement,
  user: string,
): Promise<Member> {
  const member = members.find(({ user_id }) => user_id === user);
  if (member === undefined) throw new AppError('validation_failed', { fields: { user: 'field.invalid' } });
  await refuseElsewhere(transaction, action, [member]);
  return member;
}

async function ownMembers(
  transaction: Transaction<Database>,
  action: OfficeAction,
  { members }: WholeAgreement,
): Promise<Member[]> {
  const waiting = members.filter(({ ticked }) => !ticked.some(({ kind }) => kind === 'joined'));
  const posted = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<string>`any(${waiting.map(({ user_id }) => user_id)}::uuid[])`)
    .where(isPostedInScope(action))
    .execute();
  const ids = new Set<string | null>(posted.map(({ id }) => id));
  return waiting.filter(({ user_id }) => ids.has(user_id));
}
