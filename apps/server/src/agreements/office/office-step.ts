import type { ImportedRecord } from '@mutual-transfer/domain/administration/imported-record';
import type { PortalStep } from '@mutual-transfer/domain/agreements/agreement-steps';
import { blockByCode } from '@mutual-transfer/domain/reference/places';
import type { Kysely, Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database, StepKind } from '../../database/tables.ts';
import { AppError } from '../../errors.ts';
import { isPostedInScope } from '../../privacy/administrator-scope.queries.ts';
import { type AgreementNews, notifyMembers } from '../notify-members.ts';
import { lockAgreement, type Member, type WholeAgreement } from '../steps/locked-agreement.ts';
import { recordedColumns } from '../steps/recorded.ts';

/** Action of an administrator on an agreement, with its reason. */
export interface OfficeAction {
  readonly id: string;
  readonly by: string;
  /** Codes of the districts of an administrator of districts; null for the whole state. */
  readonly administers: readonly string[] | null;
  readonly reason: string;
  /** Line of a file that `reason` was made from. Members read it in their own language. */
  readonly imported?: ImportedRecord;
  readonly now: Date;
}

/** Locks an agreement without a check of membership. @throws {AppError} `not_found`. */
export async function lockForOffice(
  transaction: Transaction<Database>,
  { id }: Pick<OfficeAction, 'id'>,
): Promise<WholeAgreement> {
  const agreement = await lockAgreement(transaction, id);
  if (agreement === undefined) throw new AppError('not_found');
  return agreement;
}

/**
 * Checks that an administrator may move these members: each was posted in the administrator's districts when the agreement was proposed, or
 * is now. Otherwise an administrator could move a teacher of another district into their own, and then read the contact.
 *
 * @throws {AppError} `forbidden`.
 */
export async function refuseElsewhere(
  transaction: Transaction<Database>,
  action: Pick<OfficeAction, 'administers'>,
  members: readonly Member[],
): Promise<void> {
  const elsewhere = await countElsewhere(transaction, action, members);
  if (elsewhere > 0) throw new AppError('forbidden', { message: 'forbidden.elsewhere' });
}

/** Counts the members who were posted outside the administrator's districts when the agreement was proposed and still are. */
export async function countElsewhere(
  db: Kysely<Database>,
  { administers }: Pick<OfficeAction, 'administers'>,
  members: readonly Member[],
): Promise<number> {
  const cameFrom = ({ from_block }: Member) => blockByCode(from_block).districtCode;
  const others = members.filter((member) => administers !== null && !administers.includes(cameFrom(member)));
  const ids = others.flatMap(({ user_id }) => user_id ?? []);
  if (ids.length === 0) return others.length;
  const inside = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where(isPostedInScope({ administers }))
    .execute();
  return others.length - inside.length;
}

/** Adds a row for an administrator's action to the history of the agreement. */
export async function writeHistory(
  transaction: Transaction<Database>,
  { id, by, reason, now }: OfficeAction,
  { kind, userId = null, concerns }: { kind: StepKind; userId?: string | null; concerns?: PortalStep },
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
export function notifyOfOfficeStep(
  transaction: Transaction<Database>,
  agreement: WholeAgreement,
  { reason, imported, now }: OfficeAction,
  action: Extract<AgreementNews, { kind: 'agreement_office' }>['action'],
): Promise<void> {
  const news = { kind: 'agreement_office', action, reason, ...(imported && { imported }) } as const;
  return notifyMembers(transaction, agreement, news, { to: () => true, now });
}

/** Returns the ids of the members. Passed as `quiet`, because they get one notice of the action instead of one for each step. */
export function everyone({ members }: WholeAgreement): string[] {
  return members.flatMap(({ user_id }) => user_id ?? []);
}
