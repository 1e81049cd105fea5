import type { ImportedRecord } from '@mutual-transfer/domain/administration/imported-record';
import {
  type MovingStep,
  type PortalStep,
  portalSteps,
} from '@mutual-transfer/domain/agreements/agreement-steps';
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

/** Returns true if a member was posted in the administrator's districts when the agreement was proposed. */
export function hasSeatOf(
  { administers }: Pick<OfficeAction, 'administers'>,
  { members }: Pick<WholeAgreement, 'members'>,
): boolean {
  return (
    administers === null ||
    members.some(({ from_block }) => administers.includes(blockByCode(from_block).districtCode))
  );
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
  rows: readonly { id: string; user_id: string | null; is_recorded: boolean }[];
}

/** What to undo: an order, the joining or the relieving of the member on a seat, or the last step. */
export interface Undone {
  order?: string | undefined;
  seat?: number | undefined;
  moving?: MovingStep | undefined;
}

type Steps = Awaited<ReturnType<typeof findSteps>>;

function findSteps(db: Kysely<Database>, agreementId: string) {
  return (
    db
      .selectFrom('agreement_steps')
      .select(['id', 'user_id', 'kind', 'happened_at', 'is_recorded'])
      .where('agreement_id', '=', agreementId)
      .where('kind', 'in', portalSteps)
      .$narrowType<{ kind: PortalStep }>()
      .orderBy('happened_at', 'desc')
      // Steps that were recorded together have the same time.
      .orderBy(sql`array_position(${[...portalSteps]}::text[], kind)`, 'desc')
      .execute()
  );
}

export function findValidOrders(db: Kysely<Database>, agreementId: string) {
  return db
    .selectFrom('transfer_orders')
    .select(['id', 'recorded_at', 'ordered_on'])
    .select(positionsOfOrder.as('positions'))
    .where('agreement_id', '=', agreementId)
    .where('withdrawn_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
}

/** Returns what would be undone; undefined if there is nothing. Of a completed agreement only orders and joinings can be undone. */
export async function findUndoable(
  db: Kysely<Database>,
  { id, state, members }: Pick<WholeAgreement, 'id' | 'state' | 'members'>,
  undone: Undone = {},
): Promise<LastStep | undefined> {
  if (state !== 'in_progress' && state !== 'completed') return undefined;
  const [rows, orders] = await Promise.all([findSteps(db, id), findValidOrders(db, id)]);
  if (undone.seat !== undefined) return ofMember(undone.seat, undone.moving ?? 'joined', rows, members);
  const [newest] = rows;
  const order = undone.order === undefined ? orders[0] : orders.find((one) => one.id === undone.order);
  if (undone.order !== undefined && order === undefined) return undefined;
  if (
    order !== undefined &&
    (undone.order !== undefined || newest === undefined || order.recorded_at >= newest.happened_at)
  ) {
    const others = orders.filter((one) => one.id !== order.id).flatMap(({ positions }) => positions);
    return ofOrder(order, { rows, members, others });
  }
  return newest === undefined ? undefined : ofStep(newest, rows, members);
}

function ofMember(
  seat: number,
  step: MovingStep,
  rows: Steps,
  members: readonly Member[],
): LastStep | undefined {
  const member = members.find(({ position }) => position + 1 === seat);
  const row = rows.find(({ kind, user_id }) => kind === step && user_id === member?.user_id);
  if (member === undefined || row === undefined) return undefined;
  return { id: row.id, step, orderId: undefined, members: [member], rows: [row] };
}

/** Returns the step of an order. Members whom another valid order names, or who have joined, keep theirs. */
function ofOrder(
  order: { id: string; positions: readonly number[] },
  { rows, members, others }: { rows: Steps; members: readonly Member[]; others: readonly number[] },
): LastStep {
  const named = members.filter(({ position }) => order.positions.includes(position));
  const without = named.filter(
    ({ position, ticked }) => !others.includes(position) && !ticked.some(({ kind }) => kind === 'joined'),
  );
  const users = without.flatMap(({ user_id }) => user_id ?? []);
  // A step that a member took stays: the order may have come to them without the office.
  const own = rows.filter(
    ({ kind, is_recorded, user_id }) => kind === 'ordered' && is_recorded && users.includes(user_id ?? ''),
  );
  return { id: order.id, step: 'ordered', orderId: order.id, members: named, rows: own };
}

function ofStep(newest: Steps[number], rows: Steps, members: readonly Member[]): LastStep {
  const { kind: step, happened_at } = newest;
  const of = newest.is_recorded
    ? rows.filter(
        (row) => row.kind === step && row.is_recorded && row.happened_at.getTime() === happened_at.getTime(),
      )
    : [newest];
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
