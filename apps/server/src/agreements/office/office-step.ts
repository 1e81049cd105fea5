import type { Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { StepKind } from '../../database/agreement-tables.ts';
import type { Database } from '../../database/schema.ts';
import { AppError } from '../../errors.ts';
import { holdAgreement, type WholeAgreement } from '../locked-agreement.ts';
import { type AgreementNews, notifyMembers } from '../notify-members.ts';
import { recordedColumns } from '../recorded.ts';

/** What an administrator does with an agreement, and why. */
export interface OfficeAction {
  readonly id: string;
  readonly by: string;
  readonly reason: string;
  readonly now: Date;
}

/** Locks any agreement. @throws {AppError} `not_found`. */
export async function holdForOffice(
  transaction: Transaction<Database>,
  { id }: Pick<OfficeAction, 'id'>,
): Promise<WholeAgreement> {
  const agreement = await holdAgreement(transaction, id);
  if (agreement === undefined) throw new AppError('not_found');
  return agreement;
}

/** Adds a row to the agreement's history that is no step of a member. */
export async function writeHistory(
  transaction: Transaction<Database>,
  { id, by, reason, now }: OfficeAction,
  {
    kind,
    userId = null,
    concerns,
  }: { kind: StepKind; userId?: string | null; concerns?: 'submitted' | 'otp' | 'ordered' | 'joined' },
): Promise<void> {
  await transaction
    .insertInto('agreement_steps')
    .values({
      id: newId({ msecs: now.getTime() }),
      agreement_id: id,
      user_id: userId,
      kind,
      reason: null,
      words: null,
      concerns: concerns ?? null,
      happened_at: now,
      ...recordedColumns({ by, reason }),
    })
    .execute();
}

/** Notifies every member of the action and its reason. */
export function tellMembers(
  transaction: Transaction<Database>,
  agreement: WholeAgreement,
  { reason, now }: OfficeAction,
  action: Extract<AgreementNews, { kind: 'agreement_office' }>['action'],
): Promise<void> {
  const news = { kind: 'agreement_office', action, reason } as const;
  return notifyMembers(transaction, agreement, news, { to: () => true, now });
}

/** Ids of the members, who get one notice of the action instead of one of each step. */
export function everyone({ members }: WholeAgreement): string[] {
  return members.flatMap(({ user_id }) => user_id ?? []);
}
