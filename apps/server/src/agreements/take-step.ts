import { mustStateService } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { AgreementStep } from '@mutual-transfer/domain/agreements/agreement-steps';
import type { ObjectionCategory } from '@mutual-transfer/domain/seasons/objection';
import type { Transaction } from 'kysely';
import { markQuestionsRead } from '../notices/notices.ts';
import { findOwnAccount } from '../people/members.ts';
import type { Database } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { readRules } from '../platform/rules.ts';
import { changeAgreement, refuseForbidden } from './change-agreement.ts';
import { refuseOut } from './exclusions.ts';
import { lockAgreement, type WholeAgreement } from './lock-agreement.ts';
import { storeObjection } from './objections.ts';

/** Ids of an agreement and of one of its members. */
export interface OwnAgreement {
  id: string;
  userId: string;
}

export interface MemberStep {
  step: AgreementStep;
  words?: string | undefined;
  /** What a no to an announced group objects to. */
  category?: ObjectionCategory | undefined;
  now: Date;
}

/**
 * Takes a step of a member. Repeating a step that was already taken has no effect, in every later state of the agreement. A no to a group
 * that was announced is an objection.
 *
 * @throws {AppError} `not_found` for a person who is not a member; `rules_changed` for forming the group on the portal if today's rules
 * forbid the group; `window_closed` for that step and for a yes; `service_not_stated` for a yes; and the errors of `changeAgreement`.
 */
export async function takeMemberStep(
  transaction: Transaction<Database>,
  own: OwnAgreement,
  { step, words, category = 'other', now }: MemberStep,
): Promise<WholeAgreement> {
  const agreement = await lockOwnAgreement(transaction, own);
  if (isTaken(agreement, step)) return agreement;
  const isSubmitting = step.kind === 'tick' && step.step === 'submitted';
  if (isSubmitting) await refuseForbidden(transaction, agreement, now);
  if (step.kind === 'answer' && step.answer === 'yes') await refuseEarlyYes(transaction, step.by, now);
  const changed = await changeAgreement(transaction, agreement, { step, words, now });
  if (changed.state === 'declined' && agreement.silence_agrees)
    await storeObjection(transaction, agreement, { userId: own.userId, category }, now);
  if (step.kind === 'answer')
    await markQuestionsRead(transaction, { agreementId: own.id, recipientId: own.userId }, now);
  return changed;
}

/** Returns true if the member has already taken the step, or, for the first step on the portal, if any member has. */
function isTaken({ members, reason, ended_by }: WholeAgreement, step: AgreementStep): boolean {
  if (!('by' in step)) return false;
  const seat = members.find(({ user_id }) => user_id === step.by);
  switch (step.kind) {
    case 'answer':
      return seat?.answer === step.answer;
    case 'silence':
      return seat?.answer === 'yes';
    case 'leave':
      return seat?.answer === 'no' || (reason === 'left' && ended_by === step.by);
    case 'tick': {
      const seats = step.step === 'submitted' ? members : [seat];
      return seats.some((one) => one?.ticked.some(({ kind }) => kind === step.step));
    }
  }
}

/** Locks a member's agreement. @throws {AppError} `not_found` also for a person who is not a member. */
export async function lockOwnAgreement(
  transaction: Transaction<Database>,
  { id, userId }: OwnAgreement,
): Promise<WholeAgreement> {
  const agreement = await lockAgreement(transaction, id);
  const isMember = agreement?.members.some((member) => member.user_id === userId);
  if (agreement === undefined || !isMember) throw new AppError('not_found');
  return agreement;
}

/**
 * Checks that a teacher may say yes: the office does not keep them out of the season, the window is open, and the teacher has stated the
 * service facts that the rules require.
 *
 * @throws {AppError} `out_of_season`, `window_closed`, `service_not_stated`.
 */
async function refuseEarlyYes(transaction: Transaction<Database>, userId: string, now: Date): Promise<void> {
  await refuseOut(transaction, userId, now);
  const rules = await readRules(transaction, now);
  if (!rules.isOpen) throw new AppError('window_closed');
  if (rules.joinedBy === null) return;
  const { joined_on } = await findOwnAccount(transaction, userId);
  if (mustStateService(joined_on, rules)) throw new AppError('service_not_stated');
}
