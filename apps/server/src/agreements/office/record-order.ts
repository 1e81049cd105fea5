import { isFarDay, type NewOrder } from '@mutual-transfer/domain/administration/office-agreement';

import { isBinding, openSteps } from '@mutual-transfer/domain/agreements/agreement-steps';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import { orderNumberKey } from '@mutual-transfer/domain/language/typed-values';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { blockByCode } from '@mutual-transfer/domain/reference/places';
import type { Kysely, Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { isOrderInScope } from '../../people/administrator-scope.ts';
import type { Database } from '../../platform/database/tables.ts';
import { AppError } from '../../platform/errors.ts';
import { readRules } from '../../platform/rules.ts';
import { changeAgreement, recordedColumns } from '../change-agreement.ts';
import { agreementState, type Member, type WholeAgreement } from '../lock-agreement.ts';
import { newOrderCode } from '../order-code.ts';
import {
  everyone,
  lockForOffice,
  notifyOfOfficeStep,
  type OfficeAction,
  positionsOfOrder,
} from './office-step.ts';
import { orderableSeats } from './who-may.ts';

export type OrderFacts = Pick<NewOrder, 'number' | 'date' | 'authority' | 'office' | 'members' | 'accept'>;

/**
 * Records an order of the department about members of an agreement, and takes the step "ordered" for them. Takes the step "submitted" first
 * if no member has reported it.
 *
 * A recorded order of that number and date names these members, too, from then on.
 *
 * @returns false if the same order is already recorded for all of them. Then the call has no effect.
 * @throws {AppError} `not_found`; `agreement_step` for a proposal; `agreement_over`; `order_exists` if an order with that number has another
 * date, or names only members elsewhere; `forbidden` for members whose orders another office records; `validation_failed` for a teacher who
 * is no member, for a day more than a year from now, and, unless `accept`, for a member whom no office has scrutinised although the season asks for it.
 */
export async function recordOrder(
  transaction: Transaction<Database>,
  action: OfficeAction,
  order: OrderFacts,
): Promise<boolean> {
  const agreement = await lockForOffice(transaction, action);
  const members = membersNamed(agreement, order.members);
  const isOrderable = await findOrderable(transaction, action, agreement);
  if (!isOrderable(members)) throw new AppError('forbidden', { message: 'forbidden.otherOffice' });
  refuseFarDay(order.date, action.now);
  const earlier = await findNumbered(transaction, action, order.number);
  const named = members.filter(({ position }) => !earlier?.positions.includes(position));
  if (earlier?.isSeen) {
    if (earlier.ordered_on !== order.date) throw new AppError('order_exists');
    if (named.length === 0) return false;
  }
  if (agreement.state === 'proposed') throw new AppError('agreement_step');
  if (!isBinding(agreement.state)) throw new AppError('agreement_over');
  // The error is the same for any date and members, so it reveals neither of the hidden order.
  if (earlier?.isSeen === false) throw new AppError('order_exists');
  if (!order.accept) refuseUnscrutinised(agreement, named);
  const submitted = await ensureSubmitted(transaction, agreement, action);
  const orderId = earlier?.id ?? (await insertOrder(transaction, action, order));
  await transaction
    .insertInto('transfer_order_members')
    .values(named.map(({ position }) => ({ order_id: orderId, agreement_id: agreement.id, position })))
    .execute();
  await takeOrdered(transaction, submitted, members, action);
  await notifyOfOfficeStep(transaction, submitted, action, 'ordered');
  return true;
}

/** @throws {AppError} `validation_failed` if the season asks for a scrutiny and one of these members has not passed it. */
export function refuseUnscrutinised(
  { has_scrutiny, number }: Pick<WholeAgreement, 'has_scrutiny' | 'number'>,
  members: readonly Pick<Member, 'scrutinised_at'>[],
): void {
  if (!has_scrutiny || members.every(({ scrutinised_at }) => scrutinised_at !== null)) return;
  throw new AppError('validation_failed', {
    fields: { accept: 'order.notScrutinised' },
    values: { group: number },
  });
}

/** Takes the step "submitted" for the group if no member has reported it. */
export async function ensureSubmitted(
  transaction: Transaction<Database>,
  agreement: WholeAgreement,
  { by, reason, now }: OfficeAction,
): Promise<WholeAgreement> {
  const first = agreement.members.find(({ user_id }) => user_id !== null)?.user_id;
  if (agreement.state !== 'agreed' || !first) return agreement;
  return changeAgreement(transaction, agreement, {
    step: { kind: 'tick', by: first, step: 'submitted' },
    quiet: everyone(agreement),
    recorded: { by, reason },
    now,
  });
}

function membersNamed({ members }: WholeAgreement, ids: readonly string[] | undefined): Member[] {
  const named = members.filter(({ user_id }) => user_id !== null && (ids?.includes(user_id) ?? true));
  if (ids !== undefined && named.length < new Set(ids).size) {
    throw new AppError('validation_failed', { fields: { members: 'field.invalid' } });
  }
  return named;
}

/** Returns a function that returns true for members of the agreement whose orders the administrator may record. */
export async function findOrderable(
  db: Kysely<Database>,
  { administers, now }: Pick<OfficeAction, 'administers' | 'now'>,
  agreement: Pick<WholeAgreement, 'members'>,
): Promise<(members: readonly Pick<Member, 'position'>[]) => boolean> {
  const own = orderableOf({ administers }, agreement, await readRules(db, now));
  return (members) => members.every(({ position }) => own.includes(position));
}

/** Returns the positions of the members whose orders the administrator may record. */
export function orderableOf(
  { administers }: Pick<OfficeAction, 'administers'>,
  { members }: Pick<WholeAgreement, 'members'>,
  { mixedOrders }: Pick<Rules, 'mixedOrders'>,
): number[] {
  return orderableSeats({ administers }, members.map(leavingSeat), mixedOrders);
}

function leavingSeat({ position, from_block }: Member) {
  return { seat: position, from: blockByCode(from_block).districtCode };
}

/** A valid order. `isSeen` is false if it names only members outside the administrator's districts. */
interface EarlierOrder {
  id: string;
  ordered_on: string;
  positions: readonly number[];
  isSeen: boolean;
}

/** Returns the valid order of the agreement with this number, in any writing. */
async function findNumbered(
  transaction: Transaction<Database>,
  { id, administers }: OfficeAction,
  number: string,
): Promise<EarlierOrder | undefined> {
  const orders = await transaction
    .selectFrom('transfer_orders')
    .select(['id', 'number', 'ordered_on'])
    .select(isOrderInScope({ administers }).$castTo<boolean>().as('isSeen'))
    .select(positionsOfOrder.as('positions'))
    .where('agreement_id', '=', id)
    .where('withdrawn_at', 'is', null)
    .execute();
  return orders.find((order) => orderNumberKey(order.number) === orderNumberKey(number));
}

async function insertOrder(
  transaction: Transaction<Database>,
  { id: agreement_id, by, now }: OfficeAction,
  { number, date, authority, office }: OrderFacts,
): Promise<string> {
  const id = newId({ msecs: now.getTime() });
  await transaction
    .insertInto('transfer_orders')
    .values({
      id,
      agreement_id,
      number,
      ordered_on: date,
      authority: authority || null,
      office: office || null,
      code: newOrderCode(),
      recorded_by: by,
      recorded_at: now,
    })
    .execute();
  return id;
}

/** Takes the step "ordered" for these members, except for those who have taken it. */
async function takeOrdered(
  transaction: Transaction<Database>,
  agreement: WholeAgreement,
  members: readonly Member[],
  { by, reason, now }: OfficeAction,
): Promise<void> {
  const standing = agreementState(agreement);
  const rows = members.flatMap(({ user_id }) =>
    user_id === null || !openSteps(standing, user_id).includes('ordered')
      ? []
      : {
          id: newId({ msecs: now.getTime() }),
          agreement_id: agreement.id,
          user_id,
          kind: 'ordered' as const,
          reason: null,
          words: null,
          happened_at: now,
          ...recordedColumns({ by, reason }),
        },
  );
  if (rows.length > 0) await transaction.insertInto('agreement_steps').values(rows).execute();
}

/** Refuses the day of an order or a joining more than a year from now. @throws {AppError} `validation_failed`. */
export function refuseFarDay(date: string, now: Date): void {
  if (isFarDay(date, dayInIndia(now))) {
    throw new AppError('validation_failed', { fields: { date: 'office.farDay' } });
  }
}
