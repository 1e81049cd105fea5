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
 * Takes a step of a member.
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
    const isSubmitting = step.kind === 'tick' && step.step === 'submitted';
    if (isSubmitting) await refuseForbidden(transaction, agreement, now);
    if (step.kind === 'answer' && step.answer === 'yes') await refuseEarlyYes(transaction, step.by, now);
    return changeAgreement(transaction, agreement, { step, words, now });
  });
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
