import type { Transaction } from 'kysely';
import type { Database } from '../../database/tables/schema.ts';
import type { Member } from '../steps/locked-agreement.ts';

/** Returns the day of the earliest valid order that names the member. */
export async function findFirstOrderDay(
  transaction: Transaction<Database>,
  { agreement_id, position }: Pick<Member, 'agreement_id' | 'position'>,
): Promise<string | null> {
  const first = await transaction
    .selectFrom('transfer_orders')
    .innerJoin('transfer_order_members', 'order_id', 'transfer_orders.id')
    .select('ordered_on')
    .where('transfer_order_members.agreement_id', '=', agreement_id)
    .where('position', '=', position)
    .where('withdrawn_at', 'is', null)
    .orderBy('ordered_on')
    .limit(1)
    .executeTakeFirst();
  return first?.ordered_on ?? null;
}
