import type { ImportedRecord } from '@mutual-transfer/domain/administration/imports';
import { type PortalStep, portalSteps } from '@mutual-transfer/domain/agreements/agreement-steps';
import { blockByCode } from '@mutual-transfer/domain/reference/places';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { isPostedInScope } from '../../people/administrator-scope.ts';
import { findRestorable } from '../../people/bound-requests.ts';
import type { Database, StepKind } from '../../platform/database/tables.ts';
import { AppError } from '../../platform/errors.ts';
import { recordedColumns } from '../change-agreement.ts';
import { lockAgreement, type Member, type WholeAgreement } from '../lock-agreement.ts';
import { type AgreementNews, notifyMembers } from '../notify-members.ts';

/** Action of an administrator on an agreement, with its reason. */
export interface OfficeAction {
  id: string;
  by: string;
  /** Codes of the districts of an administrator of districts; null for the whole state. */
  administers: readonly string[] | null;
  reason: string;
  /** Line of a file that `reason` was made from. Members read it in their own language. */
  imported?: ImportedRecord;
  now: Date;
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

/** Positions of the members whom an order names. */
export const positionsOfOrder = sql<
  number[]
>`array(select position from transfer_order_members where order_id = transfer_orders.id)`;

/** Step that can be undone: that of one member, or one that an administrator recorded for several members at once. */
export interface LastStep {
  /** Id of the order, or of the newest row of the step. */
  id: string;
  step: PortalStep;
  orderId: string | undefined;
  /** Members who took the step, or whom the order names. */
  members: readonly Member[];
  rows: readonly { id: string; user_id: string | null }[];
}

/** Returns the step that would be undone; undefined unless the swap is under way. */
export async function findLastStep(
  db: Kysely<Database>,
  { id, state, members }: Pick<WholeAgreement, 'id' | 'state' | 'members'>,
): Promise<LastStep | undefined> {
  if (state !== 'in_progress') return undefined;
  const rows = await db
    .selectFrom('agreement_steps')
    .select(['id', 'user_id', 'kind', 'happened_at', 'is_recorded'])
    .where('agreement_id', '=', id)
    .where('kind', 'in', portalSteps)
    .$narrowType<{ kind: PortalStep }>()
    .orderBy('happened_at', 'desc')
    // Steps that were recorded together have the same time.
    .orderBy(sql`array_position(${[...portalSteps]}::text[], kind)`, 'desc')
    .execute();
  const order = await db
    .selectFrom('transfer_orders')
    .select(['id', 'recorded_at'])
    .select(positionsOfOrder.as('positions'))
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
      members: members.filter(({ position }) => order.positions.includes(position)),
      rows: together('ordered', order.recorded_at),
    };
  }
  const step = newest.kind;
  const of = newest.is_recorded ? together(step, newest.happened_at) : [newest];
  const takers = new Set(of.map(({ user_id }) => user_id));
  const taken = members.filter(({ user_id }) => takers.has(user_id));
  return { id: newest.id, step, orderId: undefined, members: taken, rows: of };
}

/**
 * Returns the members whose posting does not change back if this joining is undone: their former posting is not stored, or they have
 * changed the posting since.
 */
export async function findStaying(db: Kysely<Database>, { step, members }: LastStep): Promise<Member[]> {
  if (step !== 'joined') return [];
  const joinings = members.flatMap(({ request_id, to_block }) =>
    request_id === null ? [] : { requestId: request_id, toBlock: to_block },
  );
  const restorable = await findRestorable(db, joinings);
  return members.filter(({ request_id }) => !restorable.has(request_id ?? ''));
}
