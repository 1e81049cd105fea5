import { type PortalStep, portalSteps } from '@mutual-transfer/domain/agreements/agreement-steps';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { findRestorable } from '../../members/left-places.queries.ts';
import type { Member, WholeAgreement } from '../steps/locked-agreement.ts';

/** Positions of the members whom an order names. */
export const positionsOfOrder = sql<
  number[]
>`array(select position from transfer_order_members where order_id = transfer_orders.id)`;

/** Step that can be undone: that of one member, or one that an administrator recorded for several members at once. */
export interface LastStep {
  /** Id of the order, or of the newest row of the step. */
  readonly id: string;
  readonly step: PortalStep;
  readonly orderId: string | undefined;
  /** Members who took the step, or whom the order names. */
  readonly members: readonly Member[];
  readonly rows: readonly { readonly id: string; readonly user_id: string | null }[];
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
