import type { AgreementStep } from '@mutual-transfer/domain/agreements/agreement-steps';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { AppError } from '../errors.ts';
import { changeAgreement } from './change-agreement.ts';
import { holdAgreement, type WholeAgreement } from './locked-agreement.ts';
import { refuseEarlyYes } from './may-agree.ts';
import { refuseForbidden } from './obstacle.ts';

/** A member's agreement. */
export interface OwnAgreement {
  readonly id: string;
  readonly userId: string;
}

/**
 * Takes a step of a member. A step that is already taken has no effect, whatever the agreement has become since.
 *
 * @throws {AppError} `not_found` for who is no member, `rules_changed` where the group is to be formed on the portal and the rules
 * of the day do not allow it, `window_closed` for that and for a yes, `service_not_stated` for a yes, and what the step throws.
 */
export function act(
  db: Kysely<Database>,
  own: OwnAgreement,
  { step, words, now }: { step: AgreementStep; words?: string | undefined; now: Date },
): Promise<WholeAgreement> {
  return db.transaction().execute(async (transaction) => {
    const agreement = await holdOwn(transaction, own);
    if (isTaken(agreement, step)) return agreement;
    const isSubmitting = step.kind === 'tick' && step.step === 'submitted';
    if (isSubmitting) await refuseForbidden(transaction, agreement, now);
    if (step.kind === 'answer' && step.answer === 'yes') await refuseEarlyYes(transaction, step.by, now);
    return changeAgreement(transaction, agreement, { step, words, now });
  });
}

/** Returns whether the member has already taken the step; for the first step on the portal, whether any member has. */
function isTaken({ members, reason, ended_by }: WholeAgreement, step: AgreementStep): boolean {
  if (!('by' in step)) return false;
  const seat = members.find(({ user_id }) => user_id === step.by);
  switch (step.kind) {
    case 'answer':
      return seat?.answer === step.answer;
    case 'leave':
      return seat?.answer === 'no' || (reason === 'left' && ended_by === step.by);
    case 'tick': {
      const seats = step.step === 'submitted' ? members : [seat];
      return seats.some((one) => one?.ticked.some(({ kind }) => kind === step.step));
    }
  }
}

/** Holds a member's agreement. @throws {AppError} `not_found` also where that person is no member. */
export async function holdOwn(
  transaction: Transaction<Database>,
  { id, userId }: OwnAgreement,
): Promise<WholeAgreement> {
  const agreement = await holdAgreement(transaction, id);
  const isMember = agreement?.members.some((member) => member.user_id === userId);
  if (agreement === undefined || !isMember) throw new AppError('not_found');
  return agreement;
}
