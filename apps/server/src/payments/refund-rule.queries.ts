import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import type { RefundRule } from '@mutual-transfer/domain/payments/payment';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** Days between the end of an agreement and the refund, in which members may find another agreement. */
const REPAIR_DAYS = 7;

const AT_ONCE = 100;

/** Returns whether teachers are refunded automatically if another member left their agreement before its papers were submitted. */
export async function readRefundRule(db: Kysely<Database>): Promise<RefundRule> {
  const { refunds_since } = await db
    .selectFrom('payment_settings')
    .select('refunds_since')
    .executeTakeFirstOrThrow();
  return { isOn: refunds_since !== null, since: refunds_since?.toISOString() ?? null };
}

export interface Due {
  readonly order_id: string;
  readonly user_id: string;
  readonly agreement_id: string;
}

export async function findDue(db: Kysely<Database>, now: Date): Promise<readonly Due[]> {
  const before = new Date(now.getTime() - REPAIR_DAYS * MILLISECONDS_A_DAY);
  const { rows } = await sql<Due>`
    select distinct on (orders.id) orders.id as order_id, orders.user_id, agreements.id as agreement_id
    from payment_settings
    join agreements on agreements.ended_at between refunds_since and ${before}
      and agreements.state = 'broken' and agreements.submitted_at is null
    join agreement_members members on members.agreement_id = agreements.id
      and members.user_id <> agreements.ended_by
    join users on users.id = members.user_id and users.is_active and users.paid_at < agreements.ended_at
    join payment_orders orders on orders.user_id = users.id and orders.status = 'paid'
    where not exists (
        select from payment_refunds refunds join payment_orders refunded on refunded.id = refunds.order_id
        where refunded.id = orders.id or (refunded.user_id = users.id and refunds.origin = 'rule')
      )
      and not exists (
        select from agreements earlier
        where earlier.ended_by = agreements.ended_by and earlier.state = 'broken' and earlier.ended_at < agreements.ended_at
      )
      and not exists (
        select from agreement_members others
        where others.user_id = users.id and others.state in ('agreed', 'in_progress', 'completed')
      )
    order by orders.id, agreements.ended_at
    limit ${AT_ONCE}`.execute(db);
  return rows;
}
