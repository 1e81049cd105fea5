import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { printedCode } from './order-code.ts';
import type { OwnAgreement } from './take-step.ts';

/** Returns the orders that name a member, oldest first, without withdrawn ones. Codes are in groups, as papers print them. */
export async function findOwnOrders(
  db: Kysely<Database>,
  { id, userId }: OwnAgreement,
): Promise<NonNullable<Agreement['orders']>> {
  const rows = await db
    .selectFrom('transfer_orders')
    .innerJoin('transfer_order_members as named', 'named.order_id', 'transfer_orders.id')
    .innerJoin('agreement_members as seat', (on) =>
      on.onRef('seat.agreement_id', '=', 'named.agreement_id').onRef('seat.position', '=', 'named.position'),
    )
    .select(['number', 'ordered_on as date', 'code'])
    .where('transfer_orders.agreement_id', '=', id)
    .where('seat.user_id', '=', userId)
    .where('withdrawn_at', 'is', null)
    .orderBy('transfer_orders.id')
    .execute();
  return rows.map((row) => ({ ...row, code: printedCode(row.code) }));
}
